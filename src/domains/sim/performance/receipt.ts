import { createReceipt, type Receipt } from '../../../finance/receipt.ts';
import type { RunConfig } from '../graphql-parents.ts';
import { parseWeightingOrNull } from '../parameters/weighting.ts';
import type { RunNavPoint } from '../schema.ts';

/** Creates the receipt of a run from what every data node keeps of it; null for an empty series. */
export function createRunReceipt(
  config: RunConfig,
  series: readonly RunNavPoint[],
): Receipt | null {
  const [first] = series;
  if (first === undefined) return null;
  const weighting = String(config.weighting);
  const input = {
    category_id: String(config.category_id),
    top_n: Number(config.top_n),
    weighting: parseWeightingOrNull(weighting)?.name ?? weighting,
    rebalance_days: Number(config.rebalance_days),
    base_fee_pct: Number(config.base_fee_pct ?? 0.1),
    spread_multiplier: Number(config.spread_multiplier ?? 1),
    start_date: first.date,
  };
  return createReceipt(input, series);
}
