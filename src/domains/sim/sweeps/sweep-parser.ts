import {
  parseSweepEvent,
  type SweepDoneEvent,
  type SweepEvent,
  type VariantDoneEvent,
  validateEventData,
} from '../simulation-events.ts';
import { legacyVariantSchema } from '../upstream-schema.ts';
import { countVariants, formatVariantLabel } from './derive-variant-labels.ts';

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
      total_variants: Math.max(countVariants(requested), done.length + 1),
      ...rest,
    };
  }

  function parse(sent: SentObject): SweepEvent | null {
    if (sent.type === 'result') return isPlaced ? null : readResult(sent);
    isPlaced ||= 'variant_index' in sent;
    return parseSweepEvent(sent, done);
  }

  return {
    /**
     * Parses an event from the data node; null for an event that is not used.
     *
     * @throws {UpstreamUnavailableError} the event does not match its schema.
     */
    parse: (sent: SentObject) => {
      const event = parse(sent);
      if (event?.type === 'variant_done') done.push(event);
      isOver ||= event?.type === 'sweep_done' || event?.type === 'error';
      return event;
    },
    /** Returns `sweep_done` for a legacy stream that ended without it; null in all other cases. */
    end: (): SweepDoneEvent | null => {
      if (isOver || isPlaced || done.length === 0) return null;
      const total_variants = Math.max(countVariants(requested), done.length);
      return { type: 'sweep_done', total_variants, simulations: done };
    },
  };
}
