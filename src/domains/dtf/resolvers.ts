import type { NavRange, QueryDtfsArgs, Resolvers } from '../../../generated/graphql/resolvers.ts';
import type { Context } from '../../context.ts';
import { isListFigure, isWithinRanges, listFigureOf } from '../../finance/list-figures.ts';
import { performanceOf } from '../../finance/performance.ts';
import { applyMaxPoints } from '../../graphql/apply-max-points.ts';
import { hasSelectionPath } from '../../graphql/selection.ts';
import { GatewayError, NotFoundError, UpstreamUnavailableError } from '../../lib/errors.ts';
import { encodeGlobalId, parseIdOrKey } from '../../lib/global-id.ts';
import { lazy } from '../../lib/lazy-properties.ts';
import {
  allMaybePromises,
  catchMaybePromise,
  mapMaybePromise,
  valueOrIfNotFound,
} from '../../lib/maybe-promise.ts';
import { memoizeOnObject } from '../../lib/memoize-on-object.ts';
import { type Bytes32, parseAddress, parseBytes32 } from '../../lib/units.ts';
import { subscribeToNewestEvent } from '../change-poller.ts';
import { filterAndPaginateDtfs, parseDtfId } from './dtf-list.ts';
import type { DtfPollers } from './dtf-pollers.ts';
import type { DtfContext } from './loaders.ts';
import { computeChange24hPct } from './nav-change.ts';
import { dtfPerformanceResolvers } from './performance-resolvers.ts';
import type { DtfPrice, DtfRankingEntry, DtfSnapshot } from './schema.ts';
import {
  deserializeNavPoints,
  type SerializedNavSeries,
  serializeNavSeries,
} from './serialized-nav-series.ts';

/**
 * A DTF; `entry` is set when the DTF was read from the ranking, `price` in events. The price is
 * newer than the ranking, so it supplies the fields that both have.
 */
export type DtfParent = {
  readonly itpId: Bytes32;
  readonly entry?: DtfRankingEntry;
  readonly price?: DtfPrice;
};
type RankedDtf = DtfParent & { readonly entry: DtfRankingEntry };
/**
 * An asset of a DTF's basket. Properties need no resolver calls, which take long for large baskets.
 */
export type HoldingParent = {
  readonly itpId: Bytes32;
  readonly asset: { readonly symbol: string };
  readonly name: string;
  readonly weight: number;
  readonly quantity: string;
  readonly priceUsd: number;
};

/** GraphQL parents of the ranked DTFs, as a list and by id; memoized on the cached ranking. */
const rankedParents = memoizeOnObject((entries: readonly DtfRankingEntry[]) => {
  const list = entries.map((entry): RankedDtf => ({ itpId: entry.itp_id as Bytes32, entry }));
  return { list, byId: lazy(() => new Map(list.map((dtf) => [dtf.itpId, dtf]))) };
});
const holdingParents = memoizeOnObject(
  ({ itp_id, assets }: DtfSnapshot): readonly HoldingParent[] =>
    assets.map(({ symbol, name, weight, qty, price }) => ({
      itpId: itp_id as Bytes32,
      asset: { symbol },
      name,
      weight,
      quantity: qty,
      priceUsd: price,
    })),
);
const holdersOf = memoizeOnObject((snapshots: readonly DtfSnapshot[]) =>
  Map.groupBy(snapshots.flatMap(holdingParents), ({ asset }) => asset.symbol.toUpperCase()),
);

type MaybeDtf = DtfParent | null | Promise<DtfParent | null>;

/**
 * Returns the DTF with this chain id; null when it does not exist. A DTF that the ranking lacks
 * exists if it has a price; without a ranking it is assumed to exist.
 */
export function findDtf(itpId: string, context: DtfContext): MaybeDtf {
  const id = parseBytes32(itpId);
  if (!id) return null;
  return mapMaybePromise(findInRanking(id, context), (dtf) => dtf ?? findByPrice(id, context));
}

function findByPrice(id: Bytes32, { loaders }: DtfContext): MaybeDtf {
  const price = loaders.dtf.price(id);
  if (!(price instanceof Promise)) return { itpId: id };
  return price.then(
    () => ({ itpId: id }),
    (error: unknown) => {
      // If the chain does not know the DTF either, or is unavailable, it counts as missing.
      if (error instanceof NotFoundError || error instanceof UpstreamUnavailableError) return null;
      throw error;
    },
  );
}

/** Returns the ranked DTF; null if it is not ranked. Without a ranking, returns it unchecked. */
function findInRanking(id: Bytes32, context: DtfContext): MaybeDtf {
  return mapMaybePromise(context.loaders.dtf.rankingOrNull(), (entries) =>
    // The chain may know the DTF, so each of its fields succeeds or fails on its own.
    entries === null ? { itpId: id } : (rankedParents(entries).byId().get(id) ?? null),
  );
}

/**
 * Fetches all prices before a basket is resolved, so that its price fields resolve synchronously.
 * Null when that fails; each price field then reports the error.
 */
const prefetchPrices = memoizeOnObject(({ prices }: DtfContext['loaders']) =>
  catchMaybePromise<unknown, null>(
    () => prices.latest(),
    () => null,
  ),
);

const pricePath = ['asset', 'price'];

/** Reads a field of the DTF's ranking entry, which is loaded when the parent has none. */
function ranked<T>(dtf: DtfParent, context: DtfContext, select: (entry: DtfRankingEntry) => T) {
  if (dtf.entry) return select(dtf.entry);
  return mapMaybePromise(context.loaders.dtf.entry(dtf.itpId), (entry) => {
    if (!entry) throw new NotFoundError(`DTF ${dtf.itpId} is not ranked`);
    return select(entry);
  });
}

const needsOtherReads = ({ filter, orderBy }: QueryDtfsArgs): boolean =>
  filter?.holdsAsset != null ||
  filter?.figures != null ||
  orderBy?.field === 'CHANGE_24H' ||
  isListFigure(orderBy?.field);

/** Returns a page of DTFs; loads baskets and series only if the filter or order needs them. */
async function readDtfs(args: QueryDtfsArgs, context: DtfContext) {
  const { dtf } = context.loaders;
  const asset = args.filter?.holdsAsset;
  const [entries, snapshots] = await Promise.all([
    dtf.ranking(),
    asset == null ? null : dtf.snapshots(),
  ]);
  const { list } = rankedParents(entries);
  const changes =
    args.orderBy?.field === 'CHANGE_24H'
      ? new Map(
          await Promise.all(
            list.map(async (one) => [one.itpId, await readChange24h(one, context)] as const),
          ),
        )
      : null;
  const figure = isListFigure(args.orderBy?.field) ? args.orderBy.field : null;
  const ranges = args.filter?.figures ?? [];
  const performances =
    figure === null && ranges.length === 0
      ? null
      : new Map(
          await Promise.all(
            list.map(async (one) => [one.itpId, await readYear(one, context)] as const),
          ),
        );
  const figureKey =
    figure && (({ itpId }: DtfParent) => listFigureOf(performances?.get(itpId), figure));
  const ticker =
    asset == null ? '' : parseIdOrKey('Asset', asset, 'filter.holdsAsset').toUpperCase();
  const holders =
    snapshots && new Set((holdersOf(snapshots).get(ticker) ?? []).map(({ itpId }) => itpId));
  return filterAndPaginateDtfs(list, args, {
    filter: ({ itpId }) =>
      (holders?.has(itpId) ?? true) && isWithinRanges(performances?.get(itpId), ranges),
    key: figureKey ?? (changes ? ({ itpId }) => changes.get(itpId) : undefined),
  });
}

/** Returns the change of the 7-day series; null when the DTF has no series. */
const readChange24h = ({ itpId }: DtfParent, { loaders }: DtfContext) =>
  mapMaybePromise(
    valueOrIfNotFound(
      () => mapMaybePromise(loaders.dtf.navSeries(itpId, '7d'), deserializeNavPoints),
      [],
    ),
    computeChange24hPct,
  );

/** Returns the performance of the last 365 days; null when the DTF has no series. */
const readYear = ({ itpId }: DtfParent, { loaders }: DtfContext) =>
  mapMaybePromise(
    valueOrIfNotFound(() => loaders.dtf.yearSeries(itpId), null),
    (series) => series && performanceOf(series),
  );

/** Context of a request that may subscribe to DTFs. */
export type DtfWatchContext = DtfContext & Context<unknown, { readonly dtfPollers: DtfPollers }>;

export const dtfResolvers: Resolvers<DtfWatchContext> = {
  Query: {
    dtf: (_root, { id }, context) => findDtf(parseDtfId(id), context),
    dtfs: (_root, args, context) =>
      needsOtherReads(args)
        ? readDtfs(args, context)
        : mapMaybePromise(context.loaders.dtf.ranking(), (entries) =>
            filterAndPaginateDtfs(rankedParents(entries).list, args),
          ),
  },
  Dtf: {
    id: ({ itpId }) => encodeGlobalId('Dtf', itpId),
    name: (dtf, _args, context) => ranked(dtf, context, ({ name }) => name),
    symbol: (dtf, _args, context) => ranked(dtf, context, ({ symbol }) => symbol),
    nav: ({ itpId, price }, _args, context) => price ?? context.loaders.dtf.price(itpId),
    aumUsd: (dtf, _args, context) =>
      dtf.price ? dtf.price.aum_usd : ranked(dtf, context, ({ aum_usd }) => aum_usd),
    navPerShareUsd: (dtf, _args, context) =>
      dtf.price
        ? dtf.price.nav_display
        : ranked(dtf, context, ({ nav_per_share }) => nav_per_share),
    change24hPct: (dtf, _args, context) => readChange24h(dtf, context),
    totalSupply: (dtf, _args, context) =>
      dtf.price ? dtf.price.total_supply : ranked(dtf, context, ({ total_supply }) => total_supply),
    assetCount: (dtf, _args, context) => ranked(dtf, context, ({ asset_count }) => asset_count),
    holdings: ({ itpId }, _args, { loaders }, info) => {
      const snapshot = loaders.dtf.snapshotOf(itpId);
      const prices = hasSelectionPath(info, pricePath) ? prefetchPrices(loaders) : null;
      return mapMaybePromise(allMaybePromises(snapshot, prices), ([basket]) =>
        holdingParents(basket),
      );
    },
    snapshot: ({ itpId }, _args, context) => context.loaders.dtf.snapshotOf(itpId),
    bridgedItpAddress: ({ itpId }, _args, context) =>
      mapMaybePromise(context.loaders.dtf.snapshotOf(itpId), ({ bridged_itp_address: text }) =>
        text === undefined ? null : parseAddress(text),
      ),
    metadata: ({ itpId }, _args, { loaders }) => loaders.dtf.metadata(itpId),
    navSeries: (dtf, args, context) =>
      mapMaybePromise(resolveNavSeries(dtf, args, context), deserializeNavPoints),
    ...dtfPerformanceResolvers,
  },
  Subscription: {
    nav: {
      subscribe: (_root, { itpId }, context) => {
        const id = parseDtfId(itpId, 'itpId');
        return subscribeToNewestEvent(context.services.dtfPollers.navs, id, context);
      },
    },
    dtf: {
      subscribe: (_root, { id }, context) =>
        subscribeToNewestEvent(context.services.dtfPollers.dtfs, parseDtfId(id), context),
    },
  },
  DtfSnapshot: {
    navPerShareUsd: ({ nav }) => nav,
  },
  DtfNav: {
    dtf: ({ itp_id }, _args, context) => findDtfOrBareId(itp_id as Bytes32, context),
    source: ({ source }) => (source === 'onchain' ? 'ONCHAIN' : 'DATA_NODE'),
    wei: (price) => price.nav,
    usd: (price) => price.nav_display,
  },
  Holding: {
    dtf: ({ itpId }, _args, context) => findDtfOrBareId(itpId, context),
  },
  Asset: {
    heldBy: ({ symbol }, _args, context) =>
      mapMaybePromise(
        context.loaders.dtf.snapshots(),
        (snapshots) => holdersOf(snapshots).get(symbol.toUpperCase()) ?? [],
      ),
  },
};

/** Returns the series of a DTF as cached JSON, reduced when the client limits its points. */
export function resolveNavSeries(
  { itpId }: DtfParent,
  { range, maxPoints }: { readonly range: NavRange; readonly maxPoints?: number | null },
  { loaders }: DtfContext,
): SerializedNavSeries | Promise<SerializedNavSeries> {
  return mapMaybePromise(loaders.dtf.navHistory(itpId, range), (series) =>
    maxPoints == null ? series : limitNavSeries(series, maxPoints),
  );
}

const limitNavSeries = (series: SerializedNavSeries, maxPoints: number): SerializedNavSeries =>
  serializeNavSeries(applyMaxPoints(deserializeNavPoints(series), maxPoints, ({ nav }) => nav));

/** Returns a DTF that another resource refers to, which is assumed to exist. */
export function findDtfOrBareId(
  itpId: Bytes32,
  context: DtfContext,
): DtfParent | Promise<DtfParent> {
  return catchMaybePromise(
    () => mapMaybePromise(findInRanking(itpId, context), (dtf) => dtf ?? { itpId }),
    (error) => {
      // The fields of the DTF succeed or fail on their own.
      if (error instanceof GatewayError) return { itpId };
      throw error;
    },
  );
}
