import type {
  Resolvers,
  SimulationDomMode,
  SimulationFngMode,
} from '../../../generated/graphql/resolvers.ts';
import { applyMaxPoints } from '../../graphql/apply-max-points.ts';
import { settleAll } from '../../graphql/relay-node.ts';
import { encodeGlobalId, parseIdOrKey } from '../../lib/global-id.ts';
import { valueOrIfNotFound } from '../../lib/maybe-promise.ts';
import { configOf, findRun, statsOf } from './find-run.ts';
import { type RunParent, runFromComparison, runFromResult } from './graphql-parents.ts';
import type { SimContext } from './loaders.ts';
import { parseRunInput, simRestToGraphQLTranslator } from './parameters/graphql-input.ts';
import { listWeightingsForCategory } from './parameters/weighting.ts';
import { parseRunIds } from './run-ids.ts';
import { paginateRunsByFigures, parseCategoryId, toListedRuns } from './run-list.ts';

const isRunId = (runId: number | null) => runId !== null;

/** Returns the run, then the others that exist. All series are fetched in one batch. */
async function compareWith(run: RunParent, runIds: readonly number[], context: SimContext) {
  const { navSeries } = context.loaders.sim;
  const others = [...new Set(runIds)].filter((runId) => runId !== run.runId);
  const [, ...found] = await Promise.all([
    run.navSeries ?? navSeries(run.runId),
    ...others.map(async (runId) => ({ runId, series: await navSeries(runId) })),
  ]);
  return [
    run,
    ...found.flatMap(({ runId, series }) => (series ? [runFromComparison(runId, series)] : [])),
  ];
}

/** Returns the category with a slug; null when there is none. */
export async function findCategory(id: string, context: SimContext) {
  return (await context.loaders.sim.categories()).find((category) => category.id === id) ?? null;
}

const navOf = ({ nav }: { readonly nav: number }): number => nav;

const textOrNull = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
const numberOrNull = (value: unknown) => (typeof value === 'number' ? value : null);
const integerOrNull = (value: unknown) => (Number.isSafeInteger(value) ? (value as number) : null);
const textsOrNull = (value: unknown) =>
  Array.isArray(value) && value.length > 0 ? value.map(String) : null;
const modeOrNull = <T extends string>(value: unknown, modes: readonly T[]): T | null =>
  modes.find((mode) => mode === String(value).toUpperCase()) ?? null;
const fngModes: readonly SimulationFngMode[] = ['FEAR', 'GREED', 'BOTH'];
const domModes: readonly SimulationDomMode[] = ['BTC', 'ETH', 'INVERSE'];

export const simResolvers: Resolvers<SimContext> = {
  Query: {
    simulationCategories: async (_root, _args, context) => context.loaders.sim.categories(),
    simulation: (_root, { input }, context) =>
      simRestToGraphQLTranslator.translateErrors(async () =>
        runFromResult(await context.loaders.sim.run(parseRunInput(input))),
      ),
    simulations: (_root, { ids }, context) =>
      settleAll(parseRunIds(ids).map((runId) => (runId === null ? null : findRun(runId, context)))),
    compareSimulations: async (_root, { ids }, context) =>
      (await context.loaders.sim.compare(parseRunIds(ids).filter(isRunId))).map(
        ({ run_id, nav_series }) => runFromComparison(run_id, nav_series),
      ),
    simulationWeightings: (_root, { categoryId }) =>
      listWeightingsForCategory(
        categoryId == null ? null : parseIdOrKey('SimulationCategory', categoryId, 'categoryId'),
      ),
    // With a category, the data node returns more of its runs than without.
    simulationResults: async (_root, { categoryId, ...args }, context) => {
      const category = categoryId ?? args.filter?.category;
      const name = categoryId == null ? 'filter.category' : 'categoryId';
      const slug = category == null ? undefined : parseCategoryId(category, name);
      return paginateRunsByFigures(
        toListedRuns(await context.loaders.sim.results(slug)),
        args,
        context,
      );
    },
    benchmarks: (_root, { startDate, endDate }, context) =>
      simRestToGraphQLTranslator.translateErrors(() =>
        context.loaders.sim.benchmarks(startDate, endDate ?? undefined),
      ),
  },
  SimulationCategory: {
    id: (category) => encodeGlobalId('SimulationCategory', category.id),
    slug: (category) => category.id,
    source: ({ source }) => (/llama/i.test(source) ? 'DEFILLAMA' : 'COINGECKO'),
  },
  SimulationRun: {
    id: ({ runId }) => encodeGlobalId('SimulationRun', String(runId)),
    config: (run, _args, context) => configOf(run, context),
    stats: (run, _args, context) => statsOf(run, context),
    navSeries: async ({ runId, navSeries }, { maxPoints }, context) => {
      const series = navSeries ?? (await context.loaders.sim.navSeries(runId));
      return series && applyMaxPoints(series, maxPoints, navOf);
    },
    // The run may have been deleted since it was listed.
    holdings: ({ runId }, { date }, context) =>
      valueOrIfNotFound(() => context.loaders.sim.holdings(runId, date ?? undefined), null),
    category: async (run, _args, context) => {
      const id = (await configOf(run, context))?.category_id;
      return typeof id === 'string' ? findCategory(id, context) : null;
    },
    benchmark: async (run, { symbol }, context) => {
      const stats = await statsOf(run, context);
      if (!stats) return null;
      const all = await context.loaders.sim.benchmarks(stats.start_date, stats.end_date);
      return all.find((one) => one.symbol.toUpperCase() === (symbol ?? 'BTC')) ?? null;
    },
    comparison: (run, args, context) =>
      compareWith(run, parseRunIds(args.with, 'with').filter(isRunId), context),
    computedInMs: async ({ runId, computedInMs }, _args, context) =>
      computedInMs ?? (await context.loaders.sim.entry(runId))?.duration_ms ?? null,
    computedAt: async ({ runId, computedAt }, _args, context) =>
      computedAt ?? (await context.loaders.sim.entry(runId))?.computed_at ?? null,
  },
  SimulationConfig: {
    categoryId: (config) => String(config.category_id),
    topN: (config) => Number(config.top_n),
    weighting: (config) => String(config.weighting),
    rebalanceDays: (config) => Number(config.rebalance_days),
    baseFeePct: (config) => numberOrNull(config.base_fee_pct),
    spreadMultiplier: (config) => numberOrNull(config.spread_multiplier),
    startDate: (config) => textOrNull(config.start_date),
    thresholdPct: (config) => numberOrNull(config.threshold_pct),
    fngMode: (config) => modeOrNull(config.fng_mode, fngModes),
    fngFearThreshold: (config) => integerOrNull(config.fng_fear_threshold),
    fngGreedThreshold: (config) => integerOrNull(config.fng_greed_threshold),
    fngCashPct: (config) => numberOrNull(config.fng_cash_pct),
    domMode: (config) => modeOrNull(config.dom_mode, domModes),
    domLookback: (config) => integerOrNull(config.dom_lookback),
    vcMode: (config) => textOrNull(config.vc_mode),
    vcInvestors: (config) => textsOrNull(config.vc_investors),
    vcMinAmountM: (config) => numberOrNull(config.vc_min_amount_m),
    vcRoundTypes: (config) => textsOrNull(config.vc_round_types),
    delistHaircut: (config) => numberOrNull(config.delist_haircut),
  },
  SimulationNavPoint: { drawdownPct: (point) => point.drawdown_pct },
  SimulationHolding: {
    asset: ({ symbol }) => ({ symbol: symbol.toUpperCase() }),
  },
  Benchmark: {
    asset: ({ symbol }) => ({ symbol: symbol.toUpperCase() }),
    navSeries: ({ nav_series }, { maxPoints }) => applyMaxPoints(nav_series, maxPoints, navOf),
  },
  BenchmarkPoint: { date: (point) => point.nav_date },
};
