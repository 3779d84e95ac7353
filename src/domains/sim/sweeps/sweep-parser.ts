import {
  parseSweepEvent,
  type SweepDoneEvent,
  type SweepEvent,
  type VariantDoneEvent,
  validateEventData,
} from '../simulation-events.ts';
import { legacyVariantSchema } from '../upstream-schema.ts';
import { countVariants, formatVariantLabel } from './derive-variant-labels.ts';

/** Parses the events of one sweep. */
export type SweepParser = {
  /**
   * Parses an event from the data node; null for an event that is not used.
   *
   * @throws {UpstreamUnavailableError} the event does not match its schema.
   */
  readonly parse: (sent: Readonly<Record<string, unknown>>) => SweepEvent | null;
  /** Returns `sweep_done` for a legacy stream that ended without it; null in all other cases. */
  readonly end: () => SweepDoneEvent | null;
};

/**
 * Creates the parser of one sweep, given its parameters. Legacy data nodes send a `result` for each
 * variant, without an index, and no last event; beside events with an index, `result` events are
 * dropped as duplicates.
 */
export function createSweepParser(requested: Readonly<Record<string, unknown>>): SweepParser {
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

  function parse(sent: Readonly<Record<string, unknown>>): SweepEvent | null {
    if (sent.type === 'result') return isPlaced ? null : readResult(sent);
    isPlaced ||= 'variant_index' in sent;
    return parseSweepEvent(sent, done);
  }

  return {
    parse: (sent) => {
      const event = parse(sent);
      if (event?.type === 'variant_done') done.push(event);
      isOver ||= event?.type === 'sweep_done' || event?.type === 'error';
      return event;
    },
    end: () => {
      if (isOver || isPlaced || done.length === 0) return null;
      const total_variants = Math.max(countVariants(requested), done.length);
      return { type: 'sweep_done', total_variants, simulations: done };
    },
  };
}
