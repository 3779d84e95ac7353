import { createRequestCache, type RequestCache } from './cache/request-cache.ts';
import { createResponseFreshnessTracker } from './cache/response-freshness-tracker.ts';
import type { ValueCache } from './cache/value-cache.ts';
import type { Cluster } from './cluster/index.ts';
import type { Config } from './config.ts';
import type { Clock } from './lib/clock.ts';
import {
  type ClientRateLimits,
  createOperationCostCharger,
  type OperationCostCharger,
} from './lib/limits/client-rate-limits.ts';
import type { UndeliveredBytesLimiter } from './lib/limits/undelivered-bytes-limiter.ts';
import type { Log, LoggedIds } from './lib/log.ts';
import type { StreamLimiter } from './streaming/stream-limits.ts';
import {
  createSubscriptionCursor,
  type SubscriptionCursor,
} from './streaming/subscription-cursor.ts';
import type { Telemetry } from './telemetry/telemetry.ts';
import type { Upstreams } from './upstreams/index.ts';

/** What the long-lived services of all domains get at start. */
export type ServiceDeps = {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly telemetry: Telemetry;
  readonly cache: ValueCache;
  readonly upstreams: Upstreams;
  readonly cluster: Cluster | undefined;
  /** Limits the event streams of all APIs together. */
  readonly streamLimiter: StreamLimiter;
  readonly clientLimits: ClientRateLimits;
  /** Counts the memory of responses that clients have not read yet. */
  readonly pending: UndeliveredBytesLimiter;
  /** Aborted when shutdown begins: streams send their shutdown event and no new work starts. */
  readonly shutdownSignal: AbortSignal;
};

/** What the loaders of one request get. `S` is the type of the domains' services. */
export type LoaderDeps<S = unknown> = ServiceDeps & {
  readonly services: S;
  readonly requestCache: RequestCache;
  readonly requestId: string;
  /** The trace of the request in log lines, 32 hex digits. */
  readonly traceId: string;
};

/**
 * What code needs to serve one REST or GraphQL request. Log lines about the request must contain
 * `requestId` and `traceId`. `L` and `S` are the loaders and services that a domain uses.
 */
export type Context<L = unknown, S = unknown> = LoaderDeps<S> & {
  readonly loaders: L;
  readonly signal: AbortSignal;
  /** The client's address; taken from `X-Forwarded-For` only if a trusted proxy sent it. */
  readonly clientAddress: string;
  /** The label of the client in metrics: a name of `KNOWN_CLIENTS`, or `other`. */
  readonly clientLabel: string;
  /** Charges the operation's cost to the client's limit, if GraphQL cost is limited. */
  readonly costCharger: OperationCostCharger;
  /** Positions of a subscription in its stream: the one to resume from, and the present one. */
  readonly cursor: SubscriptionCursor;
  /** Prepares for a subscription's next event: new loaders and a new count of upstream reads. */
  readonly resetForNextEvent: () => void;
};

/** The request that began work. Other requests may share the work, and it may outlive them. */
export type RequestSignalAndIds = {
  /** Fires when the client disconnects; carries the trace of the request. */
  readonly signal: AbortSignal;
  readonly requestIds: LoggedIds;
};

/** Returns abort signal and log ids of the request that a context belongs to. */
export function toRequestSignalAndIds(
  context: Pick<Context, 'signal' | 'requestId' | 'traceId'>,
): RequestSignalAndIds {
  const { signal, requestId, traceId } = context;
  return { signal, requestIds: { requestId, traceId } };
}

export type ContextDeps<L, S> = ServiceDeps & {
  readonly services: S;
  readonly createLoaders: (deps: LoaderDeps<S>) => L;
  /** Clock for the age of responses (`createMonotonicClock`). */
  readonly monotonicClock: Clock;
};

export type ContextRequest = {
  readonly signal: AbortSignal;
  readonly requestId: string;
  readonly traceId: string;
  readonly clientAddress: string;
  readonly clientLabel: string;
  /** The `Last-Event-ID` header with which a client resumes an event stream. */
  readonly lastEventId?: string | null;
};

/** Maximum number of upstream reads that one request may cause; see `RequestCache`. */
const maxUpstreamReadsPerRequest = 256;

/** Creates the context of one request. */
export function createContext<L, S>(
  deps: ContextDeps<L, S>,
  request: ContextRequest,
): Context<L, S> {
  const { config, clock, monotonicClock, log, telemetry, cache, upstreams } = deps;
  const { cluster, streamLimiter, clientLimits, pending, shutdownSignal, services, createLoaders } =
    deps;
  const { signal, requestId, traceId, clientAddress, clientLabel, lastEventId = null } = request;
  const begin = () => {
    const freshness = createResponseFreshnessTracker(monotonicClock);
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
      clientLimits,
      pending,
      shutdownSignal,
      services,
      requestId,
      traceId,
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
    clientLimits,
    pending,
    shutdownSignal,
    services,
    requestId,
    traceId,
    requestCache,
    loaders,
    signal,
    clientAddress,
    clientLabel,
    costCharger: createOperationCostCharger(clientLimits.graphql, clientAddress),
    cursor: createSubscriptionCursor(lastEventId),
    resetForNextEvent: () => {
      Object.assign(context, begin());
    },
  };
  return context;
}
