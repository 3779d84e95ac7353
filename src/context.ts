import { createFreshness } from './core/cache/freshness.ts';
import { createReader, type Reader } from './core/cache/reader.ts';
import type { ValueCache } from './core/cache/value-cache.ts';
import type { Clock } from './core/clock.ts';
import type { Config } from './core/config.ts';
import { createEventCursor, type EventCursor } from './core/events/event-cursor.ts';
import type { StreamSlots } from './core/events/stream-slots.ts';
import type { Log } from './core/log.ts';
import type { Telemetry } from './core/telemetry.ts';
import { createLoaders, type Loaders, type Services } from './domains/index.ts';
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
  /** Fires when the gateway begins to stop: streams say goodbye, nothing new begins. */
  readonly drain: AbortSignal;
};

/** What lives as long as the gateway. */
export type Deps = ServiceDeps & { readonly services: Services };

/** What contexts are made from; `ages` is what the age of an answer is told by (`createAgeClock`). */
export type ContextDeps = Deps & { readonly ages: Clock };

/** What the loaders of one request are made from. */
export type LoaderDeps = Deps & { readonly reader: Reader; readonly requestId: string };

/** What one request carries, through either door. Its lines in the log are to name its id. */
export type Context = LoaderDeps & {
  readonly loaders: Loaders;
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
export function createContext(deps: ContextDeps, request: ContextRequest): Context {
  const { config, clock, ages, log, telemetry, cache, upstreams } = deps;
  const { replicas, slots, drain, services } = deps;
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
