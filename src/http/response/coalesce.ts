import { cachePolicies } from '../../cache/cache-policies.ts';
import { holdAbort, raceAbort } from '../../lib/abort.ts';
import type { Clock } from '../../lib/clock.ts';
import { createEntryReusingMap } from '../../lib/collections/entry-reusing-map.ts';
import { ClientRateLimitError } from '../../lib/errors.ts';
import { getSignalTrace, linkTrace } from '../../lib/trace-context.ts';
import type { Millis } from '../../lib/units.ts';
import type {
  EncodedResponseCache,
  ResponseCacheKeys,
  ResponseFreshnessByPolicy,
} from './response-cache.ts';
import type { UnpreparedResponse } from './send-response.ts';

/** A response that may be sent to other clients, with the freshness of its values. */
export type CoalescedResponse = Omit<UnpreparedResponse, 'requestId'> & {
  readonly rows: ResponseFreshnessByPolicy;
  readonly cost?: number | undefined;
};

/**
 * Computes the response for some cache keys, or waits for the computation that is in progress for
 * the same canonical cache key.
 *
 * A request waits only for a recent computation, and only if its raw cache key is known, because
 * then the response is known to be shareable. If the computation fails, the waiting requests get
 * its error. If a value in the response was too old when a request arrived, that request computes
 * its own response. The computation is aborted when all waiting clients have disconnected.
 */
export type Coalesce = <T>(call: CoalesceCall<T>) => T | Promise<T | CoalescedResponse>;

/** A request for a computation; `make` starts it unless the same one is already in progress. */
type CoalesceCall<T> = {
  readonly cacheKeys: ResponseCacheKeys;
  /** Signal of a `CallbackAbortController` that fires when the client disconnects. */
  readonly signal: AbortSignal;
  readonly make: () => T | Promise<T>;
};

type Computation = {
  readonly begunAt: Millis;
  readonly done: Promise<unknown>;
  readonly signal: AbortSignal;
};

/** Shortest time after its fetch for which a value of any policy may be served, milliseconds. */
const shortestLife = Math.min(
  ...Object.values(cachePolicies).map(({ fresh, stale }) => fresh + stale),
);

/** Creates the function with which the REST and GraphQL APIs share computations in progress. */
export function createCoalescer(responses: EncodedResponseCache, clock: Clock): Coalesce {
  const computations = createEntryReusingMap<Computation>();

  return <T>({ cacheKeys, signal, make }: CoalesceCall<T>): T | Promise<T | CoalescedResponse> => {
    const { canonicalKey } = cacheKeys;
    if (!responses.hasAlias(cacheKeys)) return make();
    const requestedAt = clock.now();
    const waitFor = async (running: Computation): Promise<T | CoalescedResponse> => {
      linkTrace(signal, getSignalTrace(running.signal));
      const releaseAbort = holdAbort(running.signal);
      let result: unknown;
      try {
        result = await raceAbort(running.done, signal);
      } catch (error) {
        // The computation was aborted, or its own client has reached the rate limit: compute again.
        const isOwnFailure = running.signal.aborted || error instanceof ClientRateLimitError;
        if (signal.aborted || !isOwnFailure) throw error;
        return make();
      } finally {
        releaseAbort();
      }
      const cached = responses.get(cacheKeys);
      if (cached) return { ...cached, outcome: 'COALESCED' };
      if (!isReady(result) || !responses.isValidAt(result, requestedAt)) return make();
      return { ...result, outcome: result.outcome === 'STALE' ? 'STALE' : 'COALESCED' };
    };
    const running = computations.get(canonicalKey);
    if (running && requestedAt - running.begunAt < shortestLife) return waitFor(running);
    const result = make();
    if (!(result instanceof Promise)) return result;
    const started: Computation = { begunAt: requestedAt, done: result, signal };
    const entry = computations.set(canonicalKey, started);
    const removeStarted = () => computations.release(entry, started);
    result.then(removeStarted, removeStarted);
    return result;
  };
}

const isReady = (result: unknown): result is CoalescedResponse =>
  typeof result === 'object' && result !== null && 'rows' in result;
