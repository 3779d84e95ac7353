import type { BenchmarkInput } from '../../../../generated/graphql/resolvers.ts';
import type { Context } from '../../../context.ts';
import {
  type BenchmarkComparison,
  compareWithBenchmark,
} from '../../../finance/benchmark-comparison.ts';
import { type DailySeries, parseDay } from '../../../finance/daily-series.ts';
import type { Performance } from '../../../finance/performance.ts';
import { InvalidInputError } from '../../../lib/errors.ts';
import { parseIdOrKey } from '../../../lib/global-id.ts';
import { valueOrIfNotFound } from '../../../lib/maybe-promise.ts';
import { type Bytes32, parseBytes32 } from '../../../lib/units.ts';
import type { SimContext } from '../loaders.ts';
import { parseRunIds } from '../run-ids.ts';
import { toDailyBenchmark } from './daily-run-series.ts';

/** Context of a request that may compare a series with a run, a coin or a fund. */
export type PerformanceContext = SimContext &
  Context<{
    readonly dtf: {
      readonly dailySeries: (
        id: Bytes32,
        range: 'Y1' | 'Y3' | 'MAX',
      ) => DailySeries | Promise<DailySeries>;
    };
  }>;

/** Compares a series with a benchmark, whose series is loaded; null when there is no such benchmark. */
export async function readBenchmarkComparison(
  { series, riskFree, from, to }: Performance,
  benchmark: BenchmarkInput,
  context: PerformanceContext,
): Promise<BenchmarkComparison | null> {
  if (from === null || to === null) return null;
  const found = await readBenchmarkSeries(benchmark, { from, to }, context);
  return found && compareWithBenchmark({ series, benchmark: found, riskFree });
}

/** Days that a series of one year certainly has: it begins at the present time of day. */
const daysOfYearSeries = 364;

type Window = { readonly from: string; readonly to: string };

async function readBenchmarkSeries(
  { coin, run, dtf }: BenchmarkInput,
  { from, to }: Window,
  { loaders }: PerformanceContext,
): Promise<DailySeries | null> {
  if (coin != null) {
    const all = await loaders.sim.benchmarks(from, to);
    const found = all.find(({ symbol }) => symbol.toUpperCase() === coin);
    return found ? toDailyBenchmark(found.nav_series) : null;
  }
  if (run != null) {
    const [runId = null] = parseRunIds([run], 'benchmark.run');
    return runId === null ? null : loaders.sim.dailySeries(runId);
  }
  const id = parseBytes32(parseIdOrKey('Dtf', dtf ?? '', 'benchmark.dtf'));
  if (id === null) {
    throw new InvalidInputError(
      'benchmark.dtf must be a global id of a DTF, or 0x followed by 64 hex digits',
    );
  }
  const days = parseDay(to) - parseDay(from);
  const range = days <= daysOfYearSeries ? 'Y1' : days <= 3 * 365 ? 'Y3' : 'MAX';
  return valueOrIfNotFound(() => loaders.dtf.dailySeries(id, range), null);
}
