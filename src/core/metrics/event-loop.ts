import { type ELDHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client';

/** A process has one event loop, however many registries. */
const delays = monitorEventLoopDelay({ samplePerIteration: true });

/** Nanoseconds, by the names prom-client gives them. */
const statistics: Readonly<Record<string, (of: ELDHistogram) => number>> = {
  min: ({ min }) => min,
  max: ({ max }) => max,
  mean: ({ mean }) => mean,
  stddev: ({ stddev }) => stddev,
  p50: (of) => of.percentile(50),
  p90: (of) => of.percentile(90),
  p99: (of) => of.percentile(99),
};

/** prom-client can be told to sample seldom, milliseconds, but not to leave it. */
const anHour = 3_600_000;

/**
 * The default metrics of prom-client, but the delays of the event loop (seconds it was held, since
 * the metrics were read last) are those of all its turns. prom-client asks by a timer: its 10 ms are
 * in every number, and it wakes a gateway that has nothing to do a hundred times a second.
 */
export function collectProcessMetrics(registry: Registry): void {
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: anHour });
  for (const name of Object.keys(statistics)) registry.removeSingleMetric(metricOf(name));
  delays.enable();
  const gauges: Gauge[] = [];
  const readAll = () => {
    const hasAny = delays.count > 0;
    for (const [index, read] of Object.values(statistics).entries()) {
      gauges[index]?.set(hasAny ? read(delays) / 1e9 : 0);
    }
    delays.reset();
  };
  for (const name of Object.keys(statistics)) {
    gauges.push(
      new Gauge({
        name: metricOf(name),
        help: `Delays of the event loop since they were read last: ${name}.`,
        registers: [registry],
        // The first that is asked reads them all.
        ...(gauges.length === 0 && { collect: readAll }),
      }),
    );
  }
}

const metricOf = (statistic: string): string => `nodejs_eventloop_lag_${statistic}_seconds`;
