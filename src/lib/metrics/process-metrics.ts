import { type ELDHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { collectDefaultMetrics, Gauge, Registry } from '@prometheus-io/client';

/** Measures the delays of the event loop, of which a process has one, for all registries. */
const delays = monitorEventLoopDelay({ samplePerIteration: true });

/** Reads a statistic of the delays in nanoseconds, by the name that the Prometheus client gives it. */
const statistics: Readonly<Record<string, (of: ELDHistogram) => number>> = {
  min: ({ min }) => min,
  max: ({ max }) => max,
  mean: ({ mean }) => mean,
  stddev: ({ stddev }) => stddev,
  p50: (of) => of.percentile(50),
  p90: (of) => of.percentile(90),
  p99: (of) => of.percentile(99),
};

/** The library's sampling of the event loop can be slowed down but not disabled. */
const anHour = 3_600_000;

/** Created once: the Prometheus client's observers cannot be stopped. */
let ofProcess: Registry | undefined;

/** Creates a the Prometheus client registry that also has the metrics of the process. */
export function createProcessMetricsRegistry(): Registry {
  ofProcess ??= createProcessRegistry();
  return Registry.merge([ofProcess]);
}

/** Uses the Prometheus client's default metrics, except event loop delays, which wake an idle process. */
function createProcessRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({
    register: registry,
    eventLoopMonitoringPrecision: anHour,
    eventLoopUtilizationTimeout: anHour,
  });
  // Sums of other gauges, with names that Prometheus reserves for counters.
  for (const kind of ['handles', 'requests', 'resources']) {
    registry.removeSingleMetric(`nodejs_active_${kind}_total`);
  }
  // They count a timer's intervals, and have the type of a metric in their names.
  for (const kind of ['histogram', 'summary']) {
    registry.removeSingleMetric(`nodejs_eventloop_utilization_${kind}`);
  }
  delays.enable();
  const rows = Object.entries(statistics).map(([statistic, read], index) => {
    const name = `nodejs_eventloop_lag_${statistic}_seconds`;
    const help = `Delays of the event loop since they were read last: ${statistic}.`;
    registry.removeSingleMetric(name);
    // One gauge updates all of them.
    const collects = index === 0 && { collect: readAll };
    return { read, gauge: new Gauge({ name, help, registers: [registry], ...collects }) };
  });

  function readAll(): void {
    const hasAny = delays.count > 0;
    for (const { read, gauge } of rows) gauge.set(hasAny ? read(delays) / 1e9 : 0);
    delays.reset();
  }
  return registry;
}
