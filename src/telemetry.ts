import { Gauge, Counter as PromCounter, type Registry } from 'prom-client';
import type { CachePolicyName } from './cache/cache-policies.ts';
import type { CacheReadOutcome } from './cache/cache-read.ts';
import type { CacheOutcome } from './cache/cached-value.ts';
import { createCounter, type LabeledCounter } from './lib/metrics/counter.ts';
import { createHistogram, type Histogram, type HistogramSeries } from './lib/metrics/histogram.ts';
import { createRegistry } from './lib/metrics/process-metrics.ts';

/** The two doors that keep encoded answers. */
export type ApiName = 'rest' | 'graphql';

/** Whether a part of an answer was encoded before. */
export type FragmentOutcome = 'HIT' | 'MISS';

/** The times of one route's answers by status, seconds. */
export type RouteLatency = (status: number) => HistogramSeries;

/** How much a cache holds now, and may hold. */
export type CacheSize = {
  readonly entries: number;
  readonly bytes: number;
  readonly maxBytes: number;
};

/** Every metric of the gateway, in one registry per gateway (so tests can run several in a process). */
export type Telemetry = {
  readonly registry: Registry;
  readonly requests: Histogram;
  /** The series of `requests` of one route. */
  readonly routeLatency: (api: ApiName, route: string) => RouteLatency;
  readonly upstreamCalls: Histogram;
  /** Evidence that an upstream sends what was not asked for. */
  readonly upstreamDistrusts: PromCounter<'upstream'>;
  readonly cacheReads: LabeledCounter<CachePolicyName, CacheReadOutcome>;
  readonly responseCacheReads: LabeledCounter<ApiName, CacheOutcome>;
  /** By the root that stands for the part's field. */
  readonly fragmentCacheReads: LabeledCounter<string, FragmentOutcome>;
  /** Seconds since the oldest part of an answer was fetched, when it is sent. */
  readonly responseAges: Histogram;
  readonly openStreams: Gauge<'stream'>;
  /** Clients that were disconnected because they did not take their response. */
  readonly stalledClients: PromCounter;
  /** Large responses that were refused because of what is not taken yet. */
  readonly refusedResponses: PromCounter<'bound'>;
  /** Shows the bytes of responses that their clients have not taken, from now on. */
  readonly watchPendingResponses: (bytes: () => number) => void;
  /** Shows the size of a cache from now on. */
  readonly watchCache: (cache: string, size: () => CacheSize) => void;
};

const latencyBuckets = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** The fresh times of the policy rows lie on these, seconds. */
const ageBuckets = [0, 1, 2, 5, 10, 30, 60, 300];

/** Creates the registry, which dies with its gateway. */
export function createTelemetry(): Telemetry {
  const registry = createRegistry();
  const requests = createHistogram({
    name: 'gateway_request_seconds',
    help: 'Time from request to answer.',
    labelNames: ['door', 'route', 'status'],
    buckets: latencyBuckets,
    registry,
  });
  return {
    registry,
    requests,
    routeLatency: (api, route) => {
      const series = new Map<number, HistogramSeries>();
      return (status) => {
        let found = series.get(status);
        if (!found) {
          found = requests.labels(api, route, String(status));
          series.set(status, found);
        }
        return found;
      };
    },
    upstreamCalls: createHistogram({
      name: 'gateway_upstream_call_seconds',
      help: 'Time of one upstream call.',
      labelNames: ['upstream', 'outcome'],
      buckets: latencyBuckets,
      registry,
    }),
    upstreamDistrusts: new PromCounter({
      name: 'gateway_upstream_distrusts_total',
      help: 'Times that an upstream sent bytes without a request, or a response to another request.',
      labelNames: ['upstream'] as const,
      registers: [registry],
    }),
    cacheReads: createCounter({
      name: 'gateway_value_cache_reads_total',
      help: 'Value cache reads by policy row and outcome.',
      labelNames: ['policy', 'outcome'],
      registry,
    }),
    responseCacheReads: createCounter({
      name: 'gateway_answer_cache_reads_total',
      help: 'Answers by door, and whether they came from memory: HIT, STALE, MISS or COALESCED as in X-Cache.',
      labelNames: ['door', 'outcome'],
      registry,
    }),
    fragmentCacheReads: createCounter({
      name: 'gateway_part_cache_reads_total',
      help: 'Parts of GraphQL answers by type and field, and whether their JSON came from memory.',
      labelNames: ['field', 'outcome'],
      registry,
    }),
    responseAges: createHistogram({
      name: 'gateway_answer_age_seconds',
      help: 'Age of the answers sent: since the oldest part was fetched.',
      labelNames: ['door'],
      buckets: ageBuckets,
      registry,
    }),
    openStreams: new Gauge({
      name: 'gateway_open_streams',
      help: 'Event streams open to clients or upstreams.',
      labelNames: ['stream'] as const,
      registers: [registry],
    }),
    stalledClients: new PromCounter({
      name: 'gateway_stalled_clients_total',
      help: 'Clients that were disconnected because they did not take their response.',
      registers: [registry],
    }),
    refusedResponses: new PromCounter({
      name: 'gateway_refused_responses_total',
      help: 'Large responses refused because of the memory that responses not taken hold.',
      labelNames: ['bound'] as const,
      registers: [registry],
    }),
    watchPendingResponses: (bytes) => {
      new Gauge({
        name: 'gateway_pending_response_bytes',
        help: 'Bytes of large responses that their clients have not taken.',
        registers: [registry],
        collect() {
          this.set(bytes());
        },
      });
    },
    watchCache: watchCaches(registry),
  };
}

function watchCaches(registry: Registry): Telemetry['watchCache'] {
  const watched = new Map<string, () => CacheSize>();
  const createGauge = (name: string, help: string, read: (size: CacheSize) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['cache'],
      registers: [registry],
      collect() {
        for (const [cache, size] of watched) this.set({ cache }, read(size()));
      },
    });
  createGauge('gateway_cache_entries', 'Entries of a cache.', ({ entries }) => entries);
  createGauge('gateway_cache_bytes', 'Bytes that a cache holds.', ({ bytes }) => bytes);
  createGauge('gateway_cache_max_bytes', 'Bound of a cache.', ({ maxBytes }) => maxBytes);
  return (cache, size) => void watched.set(cache, size);
}
