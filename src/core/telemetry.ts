import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Every metric of the gateway, in one registry per gateway (so tests can run several in a process). */
export type Telemetry = {
  readonly registry: Registry;
  readonly requests: Histogram<'door' | 'route' | 'status'>;
  readonly upstreamCalls: Histogram<'upstream' | 'outcome'>;
  readonly cacheReads: Counter<'policy' | 'outcome'>;
  readonly answerReads: Counter<'door' | 'outcome'>;
  readonly openStreams: Gauge<'stream'>;
};

const latencyBuckets = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Creates the registry; `dispose` is not needed, the registry dies with its gateway. */
export function createTelemetry(): Telemetry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    requests: new Histogram({
      name: 'gateway_request_seconds',
      help: 'Time from request to answer.',
      labelNames: ['door', 'route', 'status'] as const,
      buckets: latencyBuckets,
      registers,
    }),
    upstreamCalls: new Histogram({
      name: 'gateway_upstream_call_seconds',
      help: 'Time of one upstream call.',
      labelNames: ['upstream', 'outcome'] as const,
      buckets: latencyBuckets,
      registers,
    }),
    cacheReads: new Counter({
      name: 'gateway_value_cache_reads_total',
      help: 'Value cache reads by policy row and outcome.',
      labelNames: ['policy', 'outcome'] as const,
      registers,
    }),
    answerReads: new Counter({
      name: 'gateway_answer_cache_reads_total',
      help: 'Encoded answer cache reads by door and outcome.',
      labelNames: ['door', 'outcome'] as const,
      registers,
    }),
    openStreams: new Gauge({
      name: 'gateway_open_streams',
      help: 'Event streams open to clients or upstreams.',
      labelNames: ['stream'] as const,
      registers,
    }),
  };
}
