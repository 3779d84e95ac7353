import { createFreshnessTracker } from './cache/freshness-tracker.ts';
import { createRequestCache, type RequestCache } from './cache/request-cache.ts';
import type { ValueCache } from './cache/value-cache.ts';
import type { Cluster } from './cluster/index.ts';
import type { Config } from './config.ts';
import type { Clock } from './lib/clock.ts';
import type { PendingResponses } from './lib/limits/pending-responses.ts';
import type { Log } from './lib/log.ts';
import { createEventCursor, type EventCursor } from './streaming/event-cursor.ts';
import type { StreamLimiter } from './streaming/stream-limits.ts';
import type { Telemetry } from './telemetry.ts';
import type { Upstreams } from './upstreams/index.ts';

/** What the long-lived things of the slices are made from. */
export type ServiceDeps = {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly telemetry: Telemetry;
  readonly cache: ValueCache;
  readonly upstreams: Upstreams;
  /** What is shared with other gateways; undefined for one that is alone. */
  readonly cluster: Cluster | undefined;
  /** Places for event streams, over all doors. */
  readonly streamLimiter: StreamLimiter;
  /** Memory that clients hold with responses that they have not taken. */
  readonly pending: PendingResponses;
  /** Fires when the gateway begins to stop: streams say goodbye, nothing new begins. */
  readonly shutdownSignal: AbortSignal;
};

/** What the loaders of one request are made from; `S` is what the slices keep. */
export type LoaderDeps<S = unknown> = ServiceDeps & {
  readonly services: S;
  readonly requestCache: RequestCache;
  readonly requestId: string;
};

/**
 * What one request carries, through either door. Its lines in the log are to name its id. A slice
 * names the loaders `L` and services `S` that its doors need, the kits of the doors need none.
 */
export type Context<L = unknown, S = unknown> = LoaderDeps<S> & {
  readonly loaders: L;
  /** Fires when the client leaves. */
  readonly signal: AbortSignal;
  /** The client's address, as far as trusted proxies tell. */
  readonly clientAddress: string;
  /** Where a subscription goes on, and how far it has come. */
  readonly cursor: EventCursor;
  /**
   * Begins the next event of a subscription: its loaders read anew and count their reads anew.
   */
  readonly resetForNextEvent: () => void;
};

/** What contexts are made from. */
export type ContextDeps<L, S> = ServiceDeps & {
  readonly services: S;
  readonly createLoaders: (deps: LoaderDeps<S>) => L;
  /** What the age of an answer is told by (`createMonotonicClock`). */
  readonly monotonicClock: Clock;
};

export type ContextRequest = {
  readonly signal: AbortSignal;
  readonly requestId: string;
  readonly clientAddress: string;
  /** `Last-Event-ID` of a client that resumes. */
  readonly lastEventId?: string | null;
};

/** One request may cause at most this many upstream reads (threats.md 3). */
const maxUpstreamReadsPerRequest = 256;

/**
 * The context of one request. Plain properties of one shape, and nothing that may not be needed: a
 * context with getters and a log of its own takes 7.5 µs, this one 1. All names are spelled out,
 * since V8 makes an object of a literal at once, and of a spread name by name.
 */
export function createContext<L, S>(
  deps: ContextDeps<L, S>,
  request: ContextRequest,
): Context<L, S> {
  const { config, clock, monotonicClock, log, telemetry, cache, upstreams } = deps;
  const { cluster, streamLimiter, pending, shutdownSignal, services, createLoaders } = deps;
  const { signal, requestId, clientAddress, lastEventId = null } = request;
  const begin = () => {
    const freshness = createFreshnessTracker(monotonicClock);
    const requestCache = createRequestCache({
      cache,
      freshness,
      signal,
      maxMisses: maxUpstreamReadsPerRequest,
    });
    const loaders = createLoaders({
      config,
      clock,
      log,
      telemetry,
      cache,
      upstreams,
      cluster,
      streamLimiter,
      pending,
      shutdownSignal,
      services,
      requestId,
      requestCache,
    });
    return { requestCache, loaders };
  };
  const { requestCache, loaders } = begin();
  const context = {
    config,
    clock,
    log,
    telemetry,
    cache,
    upstreams,
    cluster,
    streamLimiter,
    pending,
    shutdownSignal,
    services,
    requestId,
    requestCache,
    loaders,
    signal,
    clientAddress,
    cursor: createEventCursor(lastEventId),
    resetForNextEvent: () => {
      Object.assign(context, begin());
    },
  };
  return context;
}
