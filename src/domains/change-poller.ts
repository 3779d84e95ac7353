import { createRequestCache, type RequestCache } from '../cache/request-cache.ts';
import { createResponseFreshnessTracker } from '../cache/response-freshness-tracker.ts';
import type { Context, ServiceDeps } from '../context.ts';
import { OverloadedError } from '../lib/errors.ts';
import { createPoller, type Poller } from '../streaming/poller.ts';

/** Subscribes a GraphQL client to the newest event of a key. */
export const subscribeToNewestEvent = <T>(
  poller: Poller<T>,
  key: string,
  { signal, cursor }: Pick<Context, 'signal' | 'cursor'>,
) => poller.subscribe(key, signal, (isCurrent) => cursor.setDeliveryMode('conflate', isCurrent));

const interval = 2000;
/** Older events are not sent to new subscribers: at least one poll has failed by then. */
const maxEventAge = 2 * interval;
const maxKeys = 500;

/** Result of a poll. Its event is sent if the JSON of `state` differs from the previous poll. */
type PolledState<T> = { readonly state: unknown; readonly event: T };

/** Creates a poller that sends an event only on change; it reads through the value cache. */
export function createChangePoller<T>(
  { clock, cache, telemetry }: ServiceDeps,
  options: {
    /** Value of the `stream` label in the metric of open streams. */
    readonly stream: string;
    /** Name of the polled objects in the error for too many keys, such as `DTFs`. */
    readonly subjectName: string;
    readonly read: (key: string, requestCache: RequestCache) => Promise<PolledState<T>>;
  },
): Poller<T> {
  const { stream, subjectName, read } = options;
  return createPoller<string, T>({
    clock,
    interval,
    deliveryMode: 'conflate',
    maxKeys,
    createOverloadError: () => new OverloadedError(`too many ${subjectName} are watched`, 10),
    onKeyCount: (open) => telemetry.openStreams.set({ stream: `upstream ${stream}` }, open),
    poll: async (key, before, signal) => {
      const until = clock.now() + maxEventAge;
      const freshness = createResponseFreshnessTracker();
      const requestCache = createRequestCache({ cache, freshness, signal, maxMisses: 8 });
      const { state, event } = await read(key, requestCache);
      const json = JSON.stringify(state);
      return { state: json, events: json === before ? [] : [event], until };
    },
  });
}
