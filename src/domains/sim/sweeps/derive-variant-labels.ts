import { parseWeighting } from '../parameters/weighting.ts';

type Config = Readonly<Record<string, unknown>>;

/** Number of values that a sweep tries for each dimension. */
const variantCounts: Readonly<Record<string, number>> = { top_n: 7, rebalance: 9, threshold: 5 };
const baseWeightings = 11;
const allWeightings = 20;

/** Returns the number of a sweep's variants, for data nodes that do not send it. */
export function countVariants(requested: Config): number {
  if (requested.sweep === 'category')
    return Array.isArray(requested.categories) ? requested.categories.length : 1;
  if (requested.sweep !== 'weighting') return variantCounts[String(requested.sweep)] ?? 1;
  return String(requested.category_id).startsWith('dl-') ? allWeightings : baseWeightings;
}

/**
 * Returns the label of a variant from its parameters, for data nodes that send no label.
 *
 * @example formatVariantLabel('rebalance', { rebalance_days: 14 }) // 'periodic 14d'
 */
export function formatVariantLabel(sweep: unknown, config: Config): string {
  const { threshold_pct: band, rebalance_days, category_id } = config;
  if (sweep === 'top_n') return `top_n=${config.top_n}`;
  if (sweep === 'weighting') {
    const sent = String(config.weighting);
    return `weighting=${parseWeighting(sent)?.name ?? sent}`;
  }
  if (sweep === 'category') return String(category_id);
  if (band !== undefined && band !== null) return `drift ${band}%`;
  return sweep === 'threshold' ? 'off' : `periodic ${rebalance_days}d`;
}
