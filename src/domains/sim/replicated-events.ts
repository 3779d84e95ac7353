import { deserializePublicError, serializePublicError } from '../../lib/error-serialization.ts';
import { isRecord } from '../../lib/parse.ts';
import type { EventCodec } from '../../streaming/shared-stream-types.ts';
import {
  errorEventCauseKey,
  type SimulationEvent,
  toErrorEvent,
  type VariantDoneEvent,
} from './simulation-events.ts';

const types = ['open', 'progress', 'result', 'variant_done', 'variant_error', 'sweep_done'];

/** Decodes an event; null for any other data. */
function decodeEvent(data: unknown): SimulationEvent | null {
  if (!isRecord(data)) return null;
  if (types.includes(String(data.type))) return data as SimulationEvent;
  const error = data.type === 'error' ? deserializePublicError(data.failure) : null;
  return error && toErrorEvent(error);
}

/**
 * Creates the codec for the events of one run or sweep between replicas. An error is sent without
 * what must stay in this process, and `sweep_done` without its variants, which the receiver adds
 * from the preceding events.
 */
export function createSimulationCodec<E extends SimulationEvent>(): EventCodec<E> {
  const done = new Map<number, VariantDoneEvent>();
  return {
    encode: (event) => {
      if (event.type === 'sweep_done') return { ...event, simulations: [] };
      if (event.type !== 'error') return event;
      return { type: 'error', failure: serializePublicError(event[errorEventCauseKey]) };
    },
    decode: (data) => {
      const event = decodeEvent(data);
      if (event?.type === 'variant_done') done.set(event.variant_index, event);
      return (
        event?.type === 'sweep_done' ? { ...event, simulations: [...done.values()] } : event
      ) as E | null;
    },
  };
}

/**
 * Creates a filter for one subscriber of a run or sweep. After another replica has restarted the
 * computation (`isAnew`), it returns false for events that the subscriber has received.
 */
export function createDuplicateEventFilter(): (event: SimulationEvent, isAnew: boolean) => boolean {
  const done = new Set<number>();
  /** The progress of each variant; that of a run has the key undefined. */
  const reached = new Map<number | undefined, number>();
  return (event, isAnew) => {
    switch (event.type) {
      case 'open':
        return !isAnew;
      case 'progress': {
        const index = 'variant_index' in event ? event.variant_index : undefined;
        const before = reached.get(index) ?? -1;
        const isOver = index !== undefined && done.has(index);
        if (isAnew && (isOver || event.pct <= before)) return false;
        reached.set(index, Math.max(before, event.pct));
        return true;
      }
      case 'variant_done':
      case 'variant_error': {
        const isKnown = done.has(event.variant_index);
        done.add(event.variant_index);
        return !(isAnew && isKnown);
      }
      default:
        return true;
    }
  };
}
