import { z } from 'zod';
import { deserializeError, serializeError } from '../../../lib/error-serialization.ts';
import type { EventCodec } from '../../../streaming/shared-stream-types.ts';
import {
  errorCauseKey,
  type RunEvent,
  type SweepEvent,
  toErrorEvent,
  type VariantDoneEvent,
} from '../simulation-events.ts';

const runTypes = ['open', 'progress', 'result', 'error'] as const;
const sweepTypes = [
  ...['open', 'progress', 'variant_done', 'variant_error', 'sweep_done', 'error'],
] as const;
const failure = z.object({ type: z.literal('error'), failure: z.unknown() });

/** Encodes an event; of its error, only what may leave this process. */
function packEvent(event: RunEvent | SweepEvent): unknown {
  return event.type === 'error'
    ? { type: 'error', failure: serializeError(event[errorCauseKey]) }
    : event;
}

/** Decodes an event of one of the given types; null for any other data. */
function unpackEvent(data: unknown, types: readonly string[]): unknown {
  if (typeof data !== 'object' || data === null || !('type' in data)) return null;
  if (data.type !== 'error') return types.includes(String(data.type)) ? data : null;
  const parsed = failure.safeParse(data);
  const error = parsed.success ? deserializeError(parsed.data.failure) : null;
  return error && toErrorEvent(error);
}

/** Creates the codec for a run's events between replicas. */
export function createRunCodec(): EventCodec<RunEvent> {
  return { encode: packEvent, decode: (data) => unpackEvent(data, runTypes) as RunEvent | null };
}

/**
 * Creates the codec for a sweep's events. `sweep_done` is sent without its variants, which the
 * receiver adds from the preceding events.
 */
export function createSweepCodec(): EventCodec<SweepEvent> {
  const done = new Map<number, VariantDoneEvent>();
  return {
    encode: (event) =>
      event.type === 'sweep_done' ? { ...event, simulations: [] } : packEvent(event),
    decode: (data) => {
      const event = unpackEvent(data, sweepTypes) as SweepEvent | null;
      if (event?.type === 'variant_done') done.set(event.variant_index, event);
      return event?.type === 'sweep_done' ? { ...event, simulations: [...done.values()] } : event;
    },
  };
}
