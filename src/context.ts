import { createFreshness } from './core/cache/freshness.ts';
import { createReader, type Reader } from './core/cache/reader.ts';
import type { ValueCache } from './core/cache/value-cache.ts';
import type { Clock } from './core/clock.ts';
import type { Config } from './core/config.ts';
import { createEventCursor, type EventCursor } from './core/events/event-cursor.ts';
import type { StreamSlots } from './core/events/stream-slots.ts';
import type { PendingResponses } from './core/limits/pending-responses.ts';
import type { Log } from './core/log.ts';
import type { Telemetry } from './core/telemetry.ts';
import type { Upstreams } from './upstreams/index.ts';
import type { Replicas } from './upstreams/redis/index.ts';

/** What the long-lived things of the slices are made from. */
export type ServiceDeps = {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly telemetry: Telemetry;
  readonly cache: ValueCache;
  readonly upstreams: Upstreams;
  /** What is shared with other gateways; undefined for one that is alone. */
  readonly replicas: Replicas | undefined;
  /** Places for event streams, over all doors. */
  readonly slots: StreamSlots;
  /** Memory that clients hold with responses that they have not taken. */
  readonly pending: PendingResponses;
  /** Fires when the gateway begins to stop: streams say goodbye, nothing new begins. */
  readonly drain: AbortSignal;
};

/** What the loaders of one request are made from; `S` is what the slices keep. */
export type LoaderDeps<S = unknown> = ServiceDeps & {
  readonly services: S;
  readonly reader: Reader;
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
  readonly renew: () => void;
};

/** What contexts are made from. */
export type ContextDeps<L, S> = ServiceDeps & {
  readonly services: S;
  readonly createLoaders: (deps: LoaderDeps<S>) => L;
  /** What the age of an answer is told by (`createAgeClock`). */
  readonly ages: Clock;
};

export type ContextRequest = {
  readonly signal: AbortSignal;
  readonly requestId: string;
  readonly clientAddress: string;
  /** `Last-Event-ID` of a client that resumes. */
  readonly lastEventId?: string | null;
};

/** One request may cause at most this many upstream reads (threats.md 3). */
const maxReads = 256;

/**
 * The context of one request. Plain properties of one shape, and nothing that may not be needed: a
 * context with getters and a log of its own takes 7.5 µs, this one 1. All names are spelled out,
 * since V8 makes an object of a literal at once, and of a spread name by name.
 */
export function createContext<L, S>(
  deps: ContextDeps<L, S>,
  request: ContextRequest,
): Context<L, S> {
  const { config, clock, ages, log, telemetry, cache, upstreams } = deps;
  const { replicas, slots, pending, drain, services, createLoaders } = deps;
  const { signal, requestId, clientAddress, lastEventId = null } = request;
  const begin = () => {
    const freshness = createFreshness(ages);
    const reader = createReader({ cache, freshness, signal, maxMisses: maxReads });
    const loaders = createLoaders({
      config,
      clock,
      log,
      telemetry,
      cache,
      upstreams,
      replicas,
      slots,
      pending,
      drain,
      services,
      requestId,
      reader,
    });
    return { reader, loaders };
  };
  const { reader, loaders } = begin();
  const context = {
    config,
    clock,
    log,
    telemetry,
    cache,
    upstreams,
    replicas,
    slots,
    pending,
    drain,
    services,
    requestId,
    reader,
    loaders,
    signal,
    clientAddress,
    cursor: createEventCursor(lastEventId),
    renew: () => {
      Object.assign(context, begin());
    },
  };
  return context;
}
