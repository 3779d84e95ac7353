import type { QuerySimulationResultsArgs } from '../../../generated/graphql/resolvers.ts';
import { isListFigure, isWithinRanges, listFigureOf } from '../../finance/list-figures.ts';
import { performanceOf } from '../../finance/performance.ts';
import {
  createListPaginator,
  maxPageSize,
  suppliedByResolver,
} from '../../graphql/connection/index.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import { parseIdOrKey } from '../../lib/global-id.ts';
import { memoizeOnObject } from '../../lib/memoize-on-object.ts';
import { ensureIsoOffset } from '../../lib/parse.ts';
import { type RunParent, runFromSummary } from './graphql-parents.ts';
import type { SimContext } from './loaders.ts';
import { parseWeightingOrNull, weightingNamesText } from './parameters/weighting.ts';
import type { RunSummary } from './schema.ts';

/** Parses the global id or slug of a category. @throws {InvalidInputError} it is empty. */
export function parseCategoryId(id: string, argument: string): string {
  const slug = parseIdOrKey('SimulationCategory', id, argument).trim();
  if (slug === '') throw new InvalidInputError(`${argument} must not be empty`);
  return slug;
}

/** A run of the results. `time` is when it was computed, milliseconds; NaN when unknown. */
type ListedRun = { readonly run: RunParent; readonly entry: RunSummary; readonly time: number };

/** Returns the runs of the results, memoized on the entries. */
export const toListedRuns = memoizeOnObject((entries: readonly RunSummary[]) =>
  entries.map(
    (entry): ListedRun => ({
      run: runFromSummary(entry),
      entry,
      time: Date.parse(ensureIsoOffset(entry.computed_at) ?? ''),
    }),
  ),
);

function parseWeightingName(text: string): string {
  const weighting = parseWeightingOrNull(text);
  if (weighting) return weighting.name;
  throw new InvalidInputError(`filter.weightings must each be one of ${weightingNamesText}`);
}

/** Filters, sorts and paginates `Query.simulationResults`. */
export const filterAndPaginateRuns = createListPaginator<
  ListedRun,
  Omit<QuerySimulationResultsArgs, 'categoryId'>,
  { readonly node: RunParent }
>({
  name: 'simulationResults',
  naturalKey: ({ entry }) => entry.id,
  orders: {
    COMPUTED_AT: { direction: 'DESC', key: ({ time }) => time },
    SHARPE: { direction: 'DESC', key: ({ entry }) => entry.sharpe_ratio },
    TOTAL_RETURN: { direction: 'DESC', key: ({ entry }) => entry.total_return_pct },
    MAX_DRAWDOWN: { direction: 'DESC', key: ({ entry }) => entry.max_drawdown_pct },
    VOLATILITY: { direction: 'DESC', key: suppliedByResolver },
    SORTINO: { direction: 'DESC', key: suppliedByResolver },
    CALMAR: { direction: 'DESC', key: suppliedByResolver },
    RETURN_30D: { direction: 'DESC', key: suppliedByResolver },
    RETURN_1Y: { direction: 'DESC', key: suppliedByResolver },
  },
  defaultOrder: 'COMPUTED_AT',
  filters: {
    category: (id) => {
      const slug = parseCategoryId(id, 'filter.category');
      return ({ entry }) => entry.category_id === slug;
    },
    weightings: (names) => {
      const wanted = new Set(names.map(parseWeightingName));
      return ({ entry }) => wanted.has(parseWeightingOrNull(entry.weighting)?.name ?? '');
    },
    figures: suppliedByResolver,
    topN: (topN) => (run) => run.entry.top_n === topN,
    from: (from) => (run) => run.time >= from * 1000,
    to: (to) => (run) => run.time < (to + 1) * 1000,
  },
  toEdge: ({ run }) => ({ node: run }),
});

type RunListArgs = Omit<QuerySimulationResultsArgs, 'categoryId'>;

/**
 * Returns a page of runs; reads the series of those that match the other filters only if the order or
 * the filter needs figures.
 *
 * @throws {InvalidInputError} figures are needed of more than 100 runs.
 */
export async function paginateRunsByFigures(
  runs: readonly ListedRun[],
  args: RunListArgs,
  { loaders }: SimContext,
) {
  const field = args.orderBy?.field;
  // The list of runs states these two itself.
  const isListed = field === 'SHARPE' || field === 'MAX_DRAWDOWN';
  const figure = isListFigure(field) && !isListed ? field : null;
  const ranges = args.filter?.figures ?? [];
  if (figure === null && args.filter?.figures == null) return filterAndPaginateRuns(runs, args);
  const { figures: _figures, ...filter } = args.filter ?? {};
  const matching = filterAndPaginateRuns(runs, { filter, first: maxPageSize });
  if (matching.totalCount > maxPageSize) {
    throw new InvalidInputError(
      `figures are read of at most ${maxPageSize} runs: narrow them down by filter`,
    );
  }
  const wanted = new Set(matching.edges.map(({ node }) => node.runId));
  const performances = new Map(
    await Promise.all(
      [...wanted].map(async (runId) => {
        const series = await loaders.sim.dailySeries(runId);
        return [runId, series && performanceOf(series)] as const;
      }),
    ),
  );
  const found = runs.filter(({ run }) => wanted.has(run.runId));
  return filterAndPaginateRuns(found, args, {
    filter: ({ run }) => isWithinRanges(performances.get(run.runId), ranges),
    key: figure ? ({ run }) => listFigureOf(performances.get(run.runId), figure) : undefined,
  });
}
