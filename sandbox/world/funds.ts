export type { FundPlan, FundsPlan, TradePlan } from './funds/plan.ts';
