import type {
  BatchMarketsArgs,
  QueryMarketsArgs,
  RevealedBitmapPredictionsArgs,
  TickOutcome as TickOutcomeName,
  TickOutcomesArgs,
} from '../../../../generated/graphql/resolvers.ts';
import { createListPaginator, suppliedByResolver } from '../../../graphql/connection/index.ts';
import { parseIdOrKey } from '../../../lib/global-id.ts';
import { memoizeOnObject } from '../../../lib/memoize-on-object.ts';
import type { VisionContext } from '../loaders.ts';
import type { Market } from '../oracle-api/schema.ts';

/** A market in a list. Fields that the arguments of the list do not need are undefined. */
export type MarketListElement = {
  readonly marketId: string;
  /** Position in the bitmaps of the batch; for markets of the whitelist, position in that list. */
  readonly bit: number;
  readonly sourceId?: string | null | undefined;
  readonly listed?: Market | undefined;
  readonly changePct?: number | null | undefined;
};

/** Converts market ids to list elements; `bit` is the index in the array. Memoized on the array. */
export const listedMarketsFromIds = memoizeOnObject((marketIds: readonly string[]) =>
  marketIds.map((marketId, bit): MarketListElement => ({ marketId, bit })),
);
/** Converts the oracles' whitelist to list elements; `bit` is the index. Memoized on the array. */
export const marketListElementsFromWhitelist = memoizeOnObject((markets: readonly Market[]) =>
  markets.map((listed, bit): MarketListElement => ({ marketId: listed.market_id, bit, listed })),
);

type MarketArguments = Pick<QueryMarketsArgs, 'filter'> & {
  readonly orderBy?: { readonly field: string } | null;
};

/**
 * Adds the values that the filter and the order of a page need.
 *
 * @param sourceId - The source of all markets; undefined if each has its own.
 */
export async function addMarketFilterValues(
  markets: readonly MarketListElement[],
  { filter, orderBy }: MarketArguments,
  read: { readonly sourceId?: string | undefined; readonly context: VisionContext },
): Promise<readonly MarketListElement[]> {
  const { index } = read.context.loaders.vision;
  const isByChange = orderBy?.field === 'CHANGE';
  const needsNames = filter?.search != null || orderBy?.field === 'SYMBOL';
  if (!needsNames && !isByChange && filter?.sourceId == null) return markets;
  const listings = needsNames ? await index.markets() : null;
  const needsSource = isByChange || filter?.sourceId != null;
  const describe = async (market: MarketListElement): Promise<MarketListElement> => {
    const { marketId } = market;
    const sourceId = needsSource ? (read.sourceId ?? (await index.sourceOf(marketId))) : null;
    const value = isByChange && sourceId !== null ? await index.value(sourceId, marketId) : null;
    const listed = listings?.get(marketId) ?? market.listed;
    return { ...market, sourceId, listed, changePct: value?.changePct };
  };
  return Promise.all(markets.map(describe));
}

const marketFilters = {
  sourceId: (id: string) => {
    const wanted = parseIdOrKey('DataSource', id, 'filter.sourceId');
    return ({ sourceId }: MarketListElement) => sourceId === wanted;
  },
};
const marketOrders = {
  SYMBOL: { direction: 'ASC', key: ({ listed }: MarketListElement) => listed?.symbol },
  CHANGE: { direction: 'DESC', key: ({ changePct }: MarketListElement) => changePct },
} as const;
const byBit = { direction: 'ASC', key: ({ bit }: MarketListElement) => bit } as const;
const namesOf = ({ listed, marketId }: MarketListElement) => [
  listed?.symbol,
  listed?.display_name,
  marketId,
];

const hasMarketId = (ids: readonly string[]) => {
  const wanted = new Set(ids.map((id) => parseIdOrKey('PredictionMarket', id, 'filter.marketIds')));
  return ({ marketId }: { readonly marketId: string }) => wanted.has(marketId);
};

/** Filters, sorts and paginates `Query.markets`. */
export const filterAndPaginateMarkets = createListPaginator<MarketListElement, QueryMarketsArgs>({
  name: 'markets',
  naturalKey: ({ marketId }) => marketId,
  orders: marketOrders,
  defaultOrder: 'SYMBOL',
  filters: marketFilters,
  searchIn: namesOf,
});

/** Filters, sorts and paginates `Batch.markets`. */
export const filterAndPaginateBatchMarkets = createListPaginator<
  MarketListElement,
  BatchMarketsArgs,
  { readonly node: MarketListElement; readonly bit: number }
>({
  name: 'batchMarkets',
  naturalKey: ({ marketId }) => marketId,
  orders: { BIT: byBit, ...marketOrders },
  defaultOrder: 'BIT',
  filters: marketFilters,
  searchIn: namesOf,
  toEdge: (node) => ({ node, bit: node.bit }),
});

/**
 * Filters and paginates the markets of `RevealedBitmap.predictions`, by bit. The resolver applies
 * the filter `direction` itself, since it depends on the bitmap.
 */
export const filterAndPaginatePredictions = createListPaginator<
  MarketListElement,
  RevealedBitmapPredictionsArgs
>({
  name: 'predictions',
  naturalKey: ({ marketId }) => marketId,
  orders: { BIT: byBit },
  defaultOrder: 'BIT',
  filters: {
    marketIds: hasMarketId,
    direction: suppliedByResolver,
  },
});

/** The outcome of a market in a tick. */
export type MarketOutcomeListElement = {
  readonly marketId: string;
  /** Null for an outcome that this service does not know. */
  readonly outcome: TickOutcomeName | null;
  readonly changePct: number | null;
  readonly startPrice: number | null;
  readonly endPrice: number | null;
};

/** Filters, sorts and paginates `Tick.outcomes`. */
export const filterAndPaginateOutcomes = createListPaginator<
  MarketOutcomeListElement,
  TickOutcomesArgs
>({
  name: 'outcomes',
  naturalKey: ({ marketId }) => marketId,
  orders: { BIT: { direction: 'ASC', key: (_outcome, position) => position } },
  defaultOrder: 'BIT',
  filters: {
    marketIds: hasMarketId,
    outcome: (wanted) => (market) => market.outcome === wanted,
  },
});
