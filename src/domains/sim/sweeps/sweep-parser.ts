import { isDefiLlamaCategory, parseWeightingOrNull } from '../parameters/weighting.ts';
import {
  parseSweepEvent,
  type SweepDoneEvent,
  type SweepEvent,
  type VariantDoneEvent,
  validateEventData,
} from '../simulation-events.ts';
import { legacyVariantSchema } from '../upstream-schema.ts';

type SentObject = Readonly<Record<string, unknown>>;

/**
 * Creates the parser of one sweep, given its parameters. Legacy data nodes send a `result` for each
 * variant, without an index, and no last event; beside events with an index, `result` events are
 * dropped as duplicates.
 */
export function createSweepParser(requested: SentObject) {
  const done: VariantDoneEvent[] = [];
  let isPlaced = false;
  let isOver = false;

  function readResult(sent: unknown): VariantDoneEvent {
    const { config, ...rest } = validateEventData(legacyVariantSchema, sent);
    return {
      type: 'variant_done',
      variant: formatVariantLabel(requested.sweep, config),
      variant_index: done.length,
      total_variants: Math.max(countSweepVariants(requested), done.length + 1),
      ...rest,
    };
  }

  function parse(sent: SentObject): SweepEvent | null {
    if (sent.type === 'result') return isPlaced ? null : readResult(sent);
    isPlaced ||= 'variant_index' in sent;
    return parseSweepEvent(sent, done);
  }

  return {
    /** Parses an event; null if unused. @throws {UpstreamUnavailableError} it fits no schema. */
    parse: (sent: SentObject) => {
      const event = parse(sent);
      if (event?.type === 'variant_done') done.push(event);
      isOver ||= event?.type === 'sweep_done' || event?.type === 'error';
      return event;
    },
    /** Returns `sweep_done` for a legacy stream that ended without it; null in all other cases. */
    end: (): SweepDoneEvent | null => {
      if (isOver || isPlaced || done.length === 0) return null;
      const total_variants = Math.max(countSweepVariants(requested), done.length);
      return { type: 'sweep_done', total_variants, simulations: done };
    },
  };
}

/** Number of values that a sweep tries for each dimension. */
const variantCounts: Readonly<Record<string, number>> = { top_n: 7, rebalance: 9, threshold: 5 };
const baseWeightings = 11;
const allWeightings = 20;

/** Returns the number of a sweep's variants, for data nodes that do not send it. */
export function countSweepVariants(requested: SentObject): number {
  if (requested.sweep === 'category')
    return Array.isArray(requested.categories) ? requested.categories.length : 1;
  if (requested.sweep !== 'weighting') return variantCounts[String(requested.sweep)] ?? 1;
  return isDefiLlamaCategory(String(requested.category_id)) ? allWeightings : baseWeightings;
}

/**
 * Returns the label of a variant from its parameters, for data nodes that send no label.
 *
 * @example formatVariantLabel('rebalance', { rebalance_days: 14 }) // 'periodic 14d'
 */
export function formatVariantLabel(sweep: unknown, config: SentObject): string {
  const { threshold_pct: band, rebalance_days, category_id } = config;
  if (sweep === 'top_n') return `top_n=${config.top_n}`;
  if (sweep === 'weighting') {
    const sent = String(config.weighting);
    return `weighting=${parseWeightingOrNull(sent)?.name ?? sent}`;
  }
  if (sweep === 'category') return String(category_id);
  if (band !== undefined && band !== null) return `drift ${band}%`;
  return sweep === 'threshold' ? 'off' : `periodic ${rebalance_days}d`;
}
