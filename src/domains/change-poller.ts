import { createFreshnessTracker } from '../cache/freshness-tracker.ts';
import { createRequestCache, type RequestCache } from '../cache/request-cache.ts';
import type { ServiceDeps } from '../context.ts';
import { OverloadedError } from '../lib/errors.ts';
import { createPoller, type Poller } from '../streaming/poller.ts';

const interval = 2000;
/** A new subscriber does not get an event older than this, which means that a poll was missed. */
const shownFor = 2 * interval;
const maxKeys = 500;

/** What one poll has read: an event is sent when the JSON of `state` differs from the last. */
type Reading<T> = { readonly state: unknown; readonly event: T };

/**
 * Creates a poller that sends an event only on change. It reads through the value cache: a poll
 * fetches nothing while the cached values are fresh.
 */
export function createChangePoller<T>(
  { clock, cache, telemetry }: ServiceDeps,
  options: {
    /** The label of the metric of open streams. */
    readonly stream: string;
    /** What is watched, for the error of too many of them: `DTFs`. */
    readonly watched: string;
    readonly read: (key: string, requestCache: RequestCache) => Promise<Reading<T>>;
  },
): Poller<T> {
  const { stream, watched, read } = options;
  return createPoller<string, T>({
    clock,
    interval,
    retention: 'conflate',
    maxKeys,
    createOverloadError: () => new OverloadedError(`too many ${watched} are watched`, 10),
    onKeyCount: (open) => telemetry.openStreams.set({ stream: `upstream ${stream}` }, open),
    poll: async (key, before, signal) => {
      const until = clock.now() + shownFor;
      const freshness = createFreshnessTracker();
      const requestCache = createRequestCache({ cache, freshness, signal, maxMisses: 8 });
      const { state, event } = await read(key, requestCache);
      const json = JSON.stringify(state);
      return { state: json, events: json === before ? [] : [event], until };
    },
  });
}
