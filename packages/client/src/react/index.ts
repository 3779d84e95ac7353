/** React hooks of the client. */
export { DtfGraphProvider, useDtfGraph } from './provider.ts';
export { type Backtest, type BacktestRun, useBacktest } from './use-backtest.ts';
export { type DtfOptions, useDtf } from './use-dtf.ts';
export { type Live, useLive } from './use-live.ts';
export { type Loaded, type LoadOptions, useQuery } from './use-query.ts';
