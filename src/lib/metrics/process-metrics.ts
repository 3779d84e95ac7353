import { type ELDHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';

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

/** Made when it is first asked for, and for ever: prom-client's observers cannot be ended. */
let ofProcess: Registry | undefined;

/** A new registry that shows the metrics of the process; all of them show the same ones. */
export function createRegistry(): Registry {
  ofProcess ??= createProcessRegistry();
  return Registry.merge([ofProcess]);
}

/**
 * The default metrics of prom-client, but the delays of the event loop (seconds it was held, since
 * the metrics were read last) are those of all its turns. prom-client asks by a timer: its 10 ms are
 * in every number, and it wakes a gateway that has nothing to do a hundred times a second.
 */
function createProcessRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: anHour });
  delays.enable();
  const rows = Object.entries(statistics).map(([statistic, read], index) => {
    const name = `nodejs_eventloop_lag_${statistic}_seconds`;
    const help = `Delays of the event loop since they were read last: ${statistic}.`;
    registry.removeSingleMetric(name);
    // The first that is asked reads them all.
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
