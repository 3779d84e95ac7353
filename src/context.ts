import { createFreshness } from './core/cache/freshness.ts';
import { createReader, type Reader } from './core/cache/reader.ts';
import type { ValueCache } from './core/cache/value-cache.ts';
import type { Clock } from './core/clock.ts';
import type { Config } from './core/config.ts';
import type { Log } from './core/log.ts';
import type { StreamSlots } from './core/stream-slots.ts';
import type { Telemetry } from './core/telemetry.ts';
import { createLoaders, type Loaders, type Services } from './domains/index.ts';
import type { Upstreams } from './upstreams/index.ts';

/** What the long-lived things of the slices are made from. */
export type ServiceDeps = {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly telemetry: Telemetry;
  readonly cache: ValueCache;
  readonly upstreams: Upstreams;
  /** Places for event streams, over all doors. */
  readonly slots: StreamSlots;
  /** Fires when the gateway begins to stop: streams say goodbye, nothing new begins. */
  readonly drain: AbortSignal;
};

/** What lives as long as the gateway. */
export type Deps = ServiceDeps & { readonly services: Services };

/** What the loaders of one request are made from. */
export type LoaderDeps = Deps & { readonly reader: Reader };

/** What one request carries, through either door. */
export type Context = LoaderDeps & {
  readonly loaders: Loaders;
  /** Fires when the client leaves. */
  readonly signal: AbortSignal;
  readonly requestId: string;
  /** The client's address, as far as trusted proxies tell. */
  readonly clientAddress: string;
};

export type ContextRequest = {
  readonly signal: AbortSignal;
  readonly requestId: string;
  readonly clientAddress: string;
};

/** One request may cause at most this many upstream reads (threats.md 3). */
const maxReads = 256;

/** The context of one request. */
export function createContext(deps: Deps, request: ContextRequest): Context {
  const freshness = createFreshness();
  const { signal } = request;
  const reader = createReader({ cache: deps.cache, freshness, signal, maxMisses: maxReads });
  const log = deps.log.child({ requestId: request.requestId });
  const loaderDeps = { ...deps, log, reader };
  return { ...loaderDeps, ...request, loaders: createLoaders(loaderDeps) };
}
