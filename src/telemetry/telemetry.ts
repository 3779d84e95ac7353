import { Counter, Gauge, Histogram, type Registry } from '@prometheus-io/client';
import { createProcessMetricsRegistry } from '../lib/metrics/process-metrics.ts';
import { packageVersion } from '../lib/package-version.ts';
import { createSpans } from './spans.ts';

/** The APIs whose encoded responses are cached; a label in metrics. */
export type GatewayApiName = 'rest' | 'graphql';

/** Whether the JSON of a part of a GraphQL response was in the fragment cache. */
export type FragmentCacheOutcome = 'HIT' | 'MISS';

/** A histogram for one set of label values. */
type HistogramSeries = { readonly observe: (value: number) => void };

/** Returns the latency histogram, in seconds, of one route's responses with a status. */
export type RouteLatencyByStatus = ((status: number) => HistogramSeries) & {
  readonly route: string;
};

/** Size of a cache: its entries, their approximate bytes, and the bytes it may hold at most. */
export type CacheSize = {
  readonly entries: number;
  readonly bytes: number;
  readonly maxBytes: number;
};

/**
 * Every metric of the gateway (`docs/metrics.md`) and its spans. Each gateway has its own registry.
 */
export type Telemetry = ReturnType<typeof createTelemetry>;

const latencyBuckets = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Seconds. The fresh times of the cache policies are bucket bounds. */
const ageBuckets = [0, 1, 2, 5, 10, 30, 60, 300];

/** Creates the metrics in a registry of their own, and spans with tracing off. */
export function createTelemetry() {
  const registry = createProcessMetricsRegistry();
  const registers = [registry];
  const countEvents = <L extends string = never>(name: string, help: string, ...labels: L[]) =>
    new Counter<L>({ name, help, labelNames: labels, registers });
  const buildInfo = new Gauge({
    name: 'gateway_build_info',
    help: 'Always 1; the labels state the version of the gateway and of Node.',
    labelNames: ['version', 'node'],
    registers,
  });
  buildInfo.set({ version: packageVersion, node: process.version }, 1);
  const requests = new Histogram({
    name: 'gateway_request_seconds',
    help: 'Time from request to response.',
    labelNames: ['api', 'route', 'status'],
    buckets: latencyBuckets,
    registers,
  });
  return {
    registry,
    spans: createSpans(),
    requests,
    /** Returns the latency histograms of one route, by status: series of `requests`. */
    routeLatency: (api: GatewayApiName, route: string): RouteLatencyByStatus => {
      const series = new Map<number, HistogramSeries>();
      const ofStatus = (status: number) => {
        let found = series.get(status);
        if (!found) {
          found = requests.labels(api, route, String(status));
          series.set(status, found);
        }
        return found;
      };
      return Object.assign(ofStatus, { route });
    },
    upstreamCalls: new Histogram({
      name: 'gateway_upstream_call_seconds',
      help: 'Time of one upstream call.',
      labelNames: ['upstream', 'outcome'],
      buckets: latencyBuckets,
      registers,
    }),
    clientRequests: countEvents(
      'gateway_client_requests_total',
      'Requests by API, the name of the client (KNOWN_CLIENTS, others other) and status.',
      'api',
      'client',
      'status',
    ),
    operations: new Histogram({
      name: 'gateway_operation_seconds',
      help: 'Time of operations of trusted documents until their first result; 0 from the cache.',
      labelNames: ['operation', 'client', 'outcome'],
      buckets: latencyBuckets,
      registers,
    }),
    deprecatedUses: countEvents(
      'gateway_deprecated_uses_total',
      'Operations that use a deprecated field, argument, input field or enum value.',
      'member',
      'client',
    ),
    ignoredEvents: countEvents(
      'gateway_upstream_events_ignored_total',
      'Events of upstream streams without data or with an unknown name, such as heartbeats.',
      'upstream',
      'reason',
    ),
    upstreamDistrusts: countEvents(
      'gateway_upstream_distrusts_total',
      'Times that an upstream sent bytes without a request.',
      'upstream',
    ),
    upstreamRowsDropped: countEvents(
      'gateway_upstream_rows_dropped_total',
      'Rows of upstream lists that could not be read and were left out.',
      'resource',
      'reason',
    ),
    cacheReads: countEvents(
      'gateway_value_cache_reads_total',
      'Value cache reads by policy row and outcome.',
      'policy',
      'outcome',
    ),
    responseCacheReads: countEvents(
      'gateway_response_cache_reads_total',
      'Cacheable responses by API and outcome: HIT, STALE, MISS or COALESCED, as in X-Cache.',
      'api',
      'outcome',
    ),
    fragmentCacheReads: countEvents(
      'gateway_fragment_cache_reads_total',
      'Cached fragments of GraphQL responses by type and field: HIT when their JSON was cached.',
      'field',
      'outcome',
    ),
    responseAges: new Histogram({
      name: 'gateway_response_age_seconds',
      help: 'Age of responses when they are sent: seconds since their oldest value was fetched.',
      labelNames: ['api'],
      buckets: ageBuckets,
      registers,
    }),
    openStreams: new Gauge<'stream'>({
      name: 'gateway_open_streams',
      help: 'Event streams open to clients or upstreams.',
      labelNames: ['stream'],
      registers,
    }),
    stalledClients: countEvents(
      'gateway_stalled_clients_total',
      'Clients that were disconnected because they did not read their response.',
    ),
    refusedResponses: countEvents(
      'gateway_refused_responses_total',
      'Large responses refused because unread responses hold the permitted memory.',
      'bound',
    ),
    refusedOperations: countEvents(
      'gateway_refused_operations_total',
      'Requests refused because the requests in progress take the permitted memory.',
      'bound',
    ),
    slowStreams: countEvents(
      'gateway_slow_streams_total',
      'Event streams that ended because their client did not read the events.',
    ),
    faucetRequests: countEvents(
      'gateway_faucet_requests_total',
      'Faucet requests by outcome: paid, refused, failed or aborted.',
      'outcome',
    ),
    bitmapSubmissions: countEvents(
      'gateway_bitmap_submissions_total',
      'Valid bitmaps by the verdict of the oracles.',
      'outcome',
    ),
    /** Registers the gauge of readiness. `isReady` runs for each scrape and must call no upstream. */
    watchReadiness: (isReady: () => boolean) => {
      new Gauge({
        name: 'gateway_ready',
        help: 'Whether the gateway is ready by the last known states of its upstreams: 1 or 0.',
        registers,
        collect() {
          this.set(isReady() ? 1 : 0);
        },
      });
    },
    /** Registers the gauge of upstream states: `up`, `down` or `unknown`, by upstream name. */
    watchUpstreams: (states: () => Readonly<Record<string, string>>) => {
      new Gauge({
        name: 'gateway_upstream_up',
        help: 'Whether an upstream is up by its last calls: 1 or 0; absent before the first call.',
        labelNames: ['upstream'],
        registers,
        collect() {
          this.reset();
          for (const [upstream, state] of Object.entries(states())) {
            if (state !== 'unknown') this.set({ upstream }, state === 'up' ? 1 : 0);
          }
        },
      });
    },
    /** Registers a gauge of the bytes of responses that clients have not read yet. */
    watchOperationsInProgress: (bytes: () => number) => {
      new Gauge({
        name: 'gateway_operations_in_progress_bytes',
        help: 'Estimated memory of the requests that are being computed.',
        registers,
        collect() {
          this.set(bytes());
        },
      });
    },
    watchPendingResponses: (bytes: () => number) => {
      new Gauge({
        name: 'gateway_pending_response_bytes',
        help: 'Bytes of large responses that their clients have not read.',
        registers,
        collect() {
          this.set(bytes());
        },
      });
    },
    watchCache: watchCaches(registry),
  };
}

/** Returns a function that adds a cache to the gauges of cache sizes, under a name. */
function watchCaches(registry: Registry) {
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
  return (cache: string, size: () => CacheSize) => void watched.set(cache, size);
}
