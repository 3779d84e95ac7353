/** Sections about the past of a fund, which are loaded together. */
export { FundEvents } from './fund-events.tsx';
export { FundFlows } from './fund-flows.tsx';
export { FundHolders } from './fund-holders.tsx';
