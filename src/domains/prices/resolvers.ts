import { z } from 'zod';
import type {
  QueryAssetsArgs,
  QueryMarketHistoryArgs,
  Resolvers,
} from '../../../generated/graphql/resolvers.ts';
import { dayOf, parseDay, toDailySeries } from '../../finance/daily-series.ts';
import { performanceOf } from '../../finance/performance.ts';
import { applyMaxPoints } from '../../graphql/apply-max-points.ts';
import { parseParams } from '../../http/parse-params.ts';
import { unixNow } from '../../lib/clock.ts';
import {
  findKeyCaseInsensitive,
  getCaseInsensitive,
} from '../../lib/collections/case-insensitive.ts';
import { GatewayError, InvalidInputError } from '../../lib/errors.ts';
import {
  encodeGlobalId,
  parseGlobalIdOfType,
  parseIdOrKey,
  splitCompoundKey,
} from '../../lib/global-id.ts';
import { allMaybePromises, mapMaybePromise, valueOrIfNotFound } from '../../lib/maybe-promise.ts';
import { memoizeOnObject } from '../../lib/memoize-on-object.ts';
import { type Bytes32, parseBytes32 } from '../../lib/units.ts';
import {
  addCryptoFigures,
  filterAndPaginateAssets,
  needsCryptoFigures,
  toAssetListElements,
} from './asset-list.ts';
import { type CryptoFigures, readCryptoFigures } from './crypto-figures.ts';
import type { PricesContext } from './loaders.ts';
import { tickerParameterSchema } from './params.ts';
import type { MarketPoint } from './schema.ts';
import { isUnchanged, sumUnchangedWeights } from './unchanged-prices.ts';
import { baseTicker } from './upstream-schema.ts';

/** An asset; its fields are loaded on demand. */
export type AssetParent = { readonly symbol: string };

type MaybeAsset = AssetParent | null | Promise<AssetParent | null>;

/** Returns the asset of a ticker (case-insensitive) or of a pair's base; null without a price. */
function pricedAsset(ticker: string, context: PricesContext): MaybeAsset {
  return mapMaybePromise(context.loaders.prices.latest(), (prices) => {
    const symbol =
      findKeyCaseInsensitive(prices, ticker) ?? findKeyCaseInsensitive(prices, baseTicker(ticker));
    return symbol === undefined ? null : { symbol };
  });
}

const symbolText = tickerParameterSchema('symbol');
const assetArguments = z.object({ symbol: symbolText });

/** Returns a page of assets; reads crypto source and basket only if filter or order needs them. */
async function readAssets(args: QueryAssetsArgs, context: PricesContext) {
  const { loaders } = context;
  const holder = args.filter?.heldByDtf;
  const [prices, figures, held] = await Promise.all([
    loaders.prices.latest(),
    needsCryptoFigures(args) ? readCryptoFigures(context) : null,
    holder == null ? null : readHeldTickers(parseHolder(holder), context),
  ]);
  const assets = toAssetListElements(prices);
  return filterAndPaginateAssets(figures ? addCryptoFigures(assets, figures) : assets, args, {
    filter: held ? ({ symbol }) => held.has(symbol.toUpperCase()) : undefined,
  });
}

/** Returns the tickers of a DTF's basket, in capitals; none when it has no snapshot. */
const readHeldTickers = (itpId: Bytes32, { loaders }: PricesContext) =>
  mapMaybePromise(
    valueOrIfNotFound(() => loaders.dtf.snapshotOf(itpId), null),
    (basket) => new Set(basket?.assets.map(({ symbol }) => symbol.toUpperCase())),
  );

function parseHolder(id: string): Bytes32 {
  const itpId = parseBytes32(parseIdOrKey('Dtf', id, 'filter.heldByDtf'));
  if (itpId) return itpId;
  throw new InvalidInputError(
    'filter.heldByDtf must be a global id of a DTF, or 0x followed by 64 hex digits',
  );
}

/** Parses an asset's identifier within the source, or its global id. */
function parseAssetOf(sourceId: string, asset: string): string {
  const key = parseGlobalIdOfType('SourceAsset', asset, 'asset');
  if (key === null) return asset;
  const [source, assetId] = splitCompoundKey(key, 2) ?? [];
  if (source === sourceId && assetId !== undefined) return assetId;
  throw new InvalidInputError(`asset must be a global id of an asset of the source ${sourceId}`);
}

/** Reads a figure of an asset from the crypto source; null when the source does not contain it. */
const figure = <T>(
  { symbol }: AssetParent,
  context: PricesContext,
  read: (figures: CryptoFigures) => T | null,
) =>
  mapMaybePromise(readCryptoFigures(context), (all) => {
    const figures = all.get(symbol.toUpperCase());
    return figures === undefined ? null : read(figures);
  });

/** Parses an asset's key and returns the asset; null if the key is invalid or has no price. */
export function findAsset(symbol: unknown, context: PricesContext): MaybeAsset {
  const parsed = symbolText.safeParse(symbol);
  return parsed.success ? pricedAsset(parsed.data, context) : null;
}

/** GraphQL returns an empty list for an unknown market; REST returns 404. */
const readHistory = (
  { maxPoints, from, to, ...market }: QueryMarketHistoryArgs,
  context: PricesContext,
) =>
  mapMaybePromise(
    valueOrIfNotFound(
      () =>
        context.loaders.prices.marketHistory({
          ...market,
          from: from ?? undefined,
          to: to ?? undefined,
        }),
      noHistory,
    ),
    (points) => applyMaxPoints(points, maxPoints, ({ value }) => value),
  );
const noHistory: readonly MarketPoint[] = [];

type PriceWindow = Omit<QueryMarketHistoryArgs, 'source' | 'asset'>;

/**
 * Returns an asset's prices in the crypto source, which may know the asset by another identifier
 * than its ticker; without the source's list the ticker is used.
 */
const readPriceHistory = ({ symbol }: AssetParent, window: PriceWindow, context: PricesContext) =>
  mapMaybePromise(readFiguresOrNull(context), (figures) => {
    const asset = figures?.get(symbol.toUpperCase())?.assetId ?? symbol;
    return readHistory({ source: 'crypto', asset, ...window }, context);
  });

const readFiguresOrNull = (context: PricesContext) => {
  const figures = readCryptoFigures(context);
  return figures instanceof Promise
    ? figures.catch((error: unknown) => {
        if (error instanceof GatewayError) return null;
        throw error;
      })
    : figures;
};

/** Returns since when a price has not changed; reads a history only for prices that stand still. */
function readUnchangedSince(figures: CryptoFigures | null, { clock, loaders }: PricesContext) {
  const now = unixNow(clock);
  if (figures === null || !isUnchanged(figures, now)) return null;
  return mapMaybePromise(
    valueOrIfNotFound(() => loaders.prices.unchangedSince('crypto', figures.assetId), null),
    (since) => (since !== null && parseDay(since) < dayOf(now) ? since : null),
  );
}

/** Prices by day; memoized on the history. */
const toDailyPrices = memoizeOnObject((points: readonly MarketPoint[]) =>
  toDailySeries(points, {
    day: ({ timestamp }) => dayOf(timestamp),
    value: ({ value }) => value,
  }),
);

export const pricesResolvers: Resolvers<PricesContext> = {
  Query: {
    asset: (_root, { symbol }, context) =>
      pricedAsset(
        parseParams(assetArguments, { symbol: parseIdOrKey('Asset', symbol, 'symbol') }).symbol,
        context,
      ),
    assets: (_root, args, context) =>
      args.filter || args.orderBy
        ? readAssets(args, context)
        : mapMaybePromise(context.loaders.prices.latest(), (prices) =>
            filterAndPaginateAssets(toAssetListElements(prices), args),
          ),
    marketHistory: (_root, { source, asset, ...window }, context) => {
      const sourceId = parseIdOrKey('DataSource', source, 'source');
      const assetId = parseAssetOf(sourceId, asset);
      return readHistory({ source: sourceId, asset: assetId, ...window }, context);
    },
  },
  Dtf: {
    unchangedPricesPct: ({ itpId }, _args, context) =>
      mapMaybePromise(
        allMaybePromises(
          valueOrIfNotFound(() => context.loaders.dtf.snapshotOf(itpId), null),
          readCryptoFigures(context),
        ),
        ([basket, figures]) =>
          basket && sumUnchangedWeights(basket.assets, figures, unixNow(context.clock)),
      ),
  },
  AssetQuote: {
    usd: ({ price }) => price,
  },
  Asset: {
    id: ({ symbol }) => encodeGlobalId('Asset', symbol),
    price: ({ symbol }, _args, context) =>
      mapMaybePromise(
        context.loaders.prices.latest(),
        (prices) => getCaseInsensitive(prices, symbol) ?? null,
      ),
    name: (asset, _args, context) => figure(asset, context, ({ name }) => name || null),
    marketCapUsd: (asset, _args, context) => figure(asset, context, ({ marketCap }) => marketCap),
    change24hPct: (asset, _args, context) => figure(asset, context, ({ changePct }) => changePct),
    unchangedSince: (asset, _args, context) =>
      mapMaybePromise(
        figure(asset, context, (figures) => figures),
        (figures) => readUnchangedSince(figures, context),
      ),
    priceHistory: (asset, window, context) => readPriceHistory(asset, window, context),
    performance: (asset, { riskFreePct, ...window }, context) =>
      mapMaybePromise(readPriceHistory(asset, window, context), (points) =>
        points.length === 0 ? null : performanceOf(toDailyPrices(points), riskFreePct),
      ),
    quote: ({ symbol }, _args, context) =>
      valueOrIfNotFound(() => context.loaders.prices.price(symbol.toUpperCase()), null),
  },
};
