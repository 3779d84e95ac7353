import { z } from 'zod';
import { deserializeError, serializeError } from '../../../lib/error-serialization.ts';
import type { EventCodec } from '../../../streaming/shared-streams.ts';
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

/** A failure without what only this process knows of it. */
function packEvent(event: RunEvent | SweepEvent): unknown {
  return event.type === 'error'
    ? { type: 'error', failure: serializeError(event[errorCauseKey]) }
    : event;
}

/** An event of one of the types, as another replica has parsed it; null for anything else. */
function unpackEvent(data: unknown, types: readonly string[]): unknown {
  if (typeof data !== 'object' || data === null || !('type' in data)) return null;
  if (data.type !== 'error') return types.includes(String(data.type)) ? data : null;
  const parsed = failure.safeParse(data);
  const error = parsed.success ? deserializeError(parsed.data.failure) : null;
  return error && toErrorEvent(error);
}

/** How a run's events travel. */
export function createRunCodec(): EventCodec<RunEvent> {
  return { encode: packEvent, decode: (data) => unpackEvent(data, runTypes) as RunEvent | null };
}

/** How a sweep's events travel: the last one without the variants, which were told before. */
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
