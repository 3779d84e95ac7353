import { guideVariant } from '../dialect.ts';
import {
  parseSweepEvent,
  type SweepDone,
  type SweepEvent,
  shaped,
  type VariantDone,
} from '../events.ts';
import { variantCount, variantLabel } from './guide.ts';

/** Reads the events of one sweep. */
export type SweepReader = {
  /**
   * An event as the data node sent it, in our words; null for one that means nothing here.
   *
   * @throws {UpstreamUnavailableError} not in the shape of an event.
   */
  readonly read: (sent: Readonly<Record<string, unknown>>) => SweepEvent | null;
  /** What is said when the data node has ended its events; null when it has said so itself, or broke off. */
  readonly end: () => SweepDone | null;
};

/**
 * Data nodes tell of variants with their places and end with `sweep_done`. In the public guide's words
 * there is a `result` for each variant, without its place, and nothing after the last (wire-facts
 * 1.14); of a node that tells places, they are repetitions.
 *
 * @param asked - The parameters of the sweep under their wire names.
 */
export function createSweepReader(asked: Readonly<Record<string, unknown>>): SweepReader {
  const done: VariantDone[] = [];
  let isPlaced = false;
  let isOver = false;

  function readResult(sent: unknown): VariantDone {
    const { config, ...rest } = shaped(guideVariant, sent);
    return {
      type: 'variant_done',
      variant: variantLabel(asked.sweep, config),
      variant_index: done.length,
      total_variants: Math.max(variantCount(asked), done.length + 1),
      ...rest,
    };
  }

  function parse(sent: Readonly<Record<string, unknown>>): SweepEvent | null {
    if (sent.type === 'result') return isPlaced ? null : readResult(sent);
    isPlaced ||= 'variant_index' in sent;
    return parseSweepEvent(sent, done);
  }

  return {
    read: (sent) => {
      const event = parse(sent);
      if (event?.type === 'variant_done') done.push(event);
      isOver ||= event?.type === 'sweep_done' || event?.type === 'error';
      return event;
    },
    end: () => {
      if (isOver || isPlaced || done.length === 0) return null;
      const total_variants = Math.max(variantCount(asked), done.length);
      return { type: 'sweep_done', total_variants, simulations: done };
    },
  };
}
