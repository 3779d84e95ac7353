import {
  parseEventData,
  parseSweepEvent,
  type SweepDoneEvent,
  type SweepEvent,
  type VariantDoneEvent,
} from '../simulation-events.ts';
import { legacyVariantSchema } from '../upstream-schema.ts';
import { countVariants, formatVariantLabel } from './legacy-sweep-labels.ts';

/** Reads the events of one sweep. */
export type SweepParser = {
  /**
   * An event as the data node sent it, in our words; null for one that means nothing here.
   *
   * @throws {UpstreamUnavailableError} not in the shape of an event.
   */
  readonly parse: (sent: Readonly<Record<string, unknown>>) => SweepEvent | null;
  /** What is said when the data node has ended its events; null when it has said so itself, or broke off. */
  readonly end: () => SweepDoneEvent | null;
};

/**
 * Data nodes tell of variants with their places and end with `sweep_done`. In the public guide's words
 * there is a `result` for each variant, without its place, and nothing after the last (wire-facts
 * 1.14); of a node that tells places, they are repetitions.
 *
 * @param asked - The parameters of the sweep under their wire names.
 */
export function createSweepParser(asked: Readonly<Record<string, unknown>>): SweepParser {
  const done: VariantDoneEvent[] = [];
  let isPlaced = false;
  let isOver = false;

  function readResult(sent: unknown): VariantDoneEvent {
    const { config, ...rest } = parseEventData(legacyVariantSchema, sent);
    return {
      type: 'variant_done',
      variant: formatVariantLabel(asked.sweep, config),
      variant_index: done.length,
      total_variants: Math.max(countVariants(asked), done.length + 1),
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
      const total_variants = Math.max(countVariants(asked), done.length);
      return { type: 'sweep_done', total_variants, simulations: done };
    },
  };
}
