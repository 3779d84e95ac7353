import { z } from 'zod';
import { openObject } from '../../lib/encoding/extra-fields.ts';
import {
  hasFieldCount,
  isFiniteNumber,
  isObject,
  isRecord,
  isUnixTime,
  lenientNumber,
  lenientSeconds,
} from '../../lib/parse.ts';
import { strictFirst } from '../../upstreams/index.ts';
import type { AssetPrice } from './schema.ts';

/** Ticker → USD. */
export type PriceMap = ReadonlyMap<string, number>;

/** What exchanges' pair names end in, the preferred first (wire-facts 1.7). */
export const quoteCoins = ['USDC', 'USDT'] as const;

const quoteCoin = /(?<=.)USD[CT]$/;

/** Whether a ticker in capitals is the name of a pair. */
export const isTradingPair = (symbol: string): boolean => quoteCoin.test(symbol);

/**
 * The ticker behind a symbol: exchanges' pair names stand for their base asset.
 *
 * @example baseTicker('BTCUSDC') // 'BTC'
 */
export const baseTicker = (symbol: string) => symbol.toUpperCase().replace(quoteCoin, '');

/** Ticker → USD, null where unknown; a `prices` that is null is no ticker's. */
const documentedMap = z
  .record(z.string(), lenientNumber.nullable())
  .refine((prices) => !('prices' in prices && prices.prices === null));
const wildMap = z.object({ prices: z.record(z.string(), z.unknown()) });
/** A row in the wild: the price, or a quote with it. */
const wildPrice = z.union([
  lenientNumber,
  z.object({ last_price: lenientNumber }).transform((quote) => quote.last_price),
]);

type Row = readonly [symbol: string, price: number];

/** Ticker → USD in either dialect; rows without a price are left out, but not all of them. */
export const lenientPriceMapSchema: z.ZodType<PriceMap> = z
  .union([
    wildMap.transform(({ prices }) => ({ rows: Object.entries(prices), isWild: true })),
    documentedMap.transform((prices) => ({ rows: Object.entries(prices), isWild: false })),
  ])
  .transform(({ rows, isWild }, issues): PriceMap => {
    const priced = rows.flatMap(([symbol, row]): Row[] => {
      const { data } = wildPrice.safeParse(row);
      return data === undefined ? [] : [[symbol, data]];
    });
    if (rows.length > 0 && priced.length === 0) issues.addIssue('no prices');
    return isWild ? byTicker(priced) : new Map(priced);
  });

/** Of several pairs of one asset the preferred one counts. */
function byTicker(rows: readonly Row[]): PriceMap {
  const rank = ([symbol]: Row) => {
    const name = symbol.toUpperCase();
    return isTradingPair(name) ? 1 + quoteCoins.findIndex((coin) => name.endsWith(coin)) : 0;
  };
  const prices = new Map<string, number>();
  for (const row of rows.toSorted((left, right) => rank(left) - rank(right))) {
    const asset = baseTicker(row[0]);
    if (!prices.has(asset)) prices.set(asset, row[1]);
  }
  return prices;
}

/** The body of `/latest-prices` and `/fast-prices`, by the short cut where it is as documented. */
export const upstreamPriceMapSchema = strictFirst(lenientPriceMapSchema, readPriceMap);

function readPriceMap(value: unknown): PriceMap | null {
  // Schemas know no key `__proto__`.
  if (!isRecord(value) || Object.hasOwn(value, '__proto__')) return null;
  const prices = new Map<string, number>();
  for (const symbol in value) {
    const price = value[symbol];
    if (!isFiniteNumber(price)) return null;
    prices.set(symbol, price);
  }
  return prices;
}

/** The body of `/price` in either dialect. */
export const lenientAssetPriceSchema: z.ZodType<AssetPrice> = z.union([
  openObject({
    asset: z.string(),
    price: lenientNumber,
    timestamp: lenientSeconds,
    source: z.string(),
  }),
  z
    .object({ symbol: z.string(), price: lenientNumber, fetched_at: lenientSeconds })
    .transform(({ symbol, price, fetched_at }) => ({
      asset: baseTicker(symbol),
      price,
      timestamp: fetched_at,
      source: 'data-node',
    })),
]);

/** The body of `/price`, by the short cut where it is as documented. */
export const upstreamPriceSchema = strictFirst(lenientAssetPriceSchema, (value) => {
  if (!isObject(value)) return null;
  const { asset, price, timestamp, source: client } = value;
  const isPlain =
    typeof asset === 'string' &&
    isFiniteNumber(price) &&
    isUnixTime(timestamp) &&
    typeof client === 'string' &&
    hasFieldCount(value, 4);
  return isPlain ? { asset, price, timestamp: Math.floor(timestamp), source: client } : null;
});

const historyPoint = z.union([
  openObject({ timestamp: lenientSeconds, value: lenientNumber }),
  z
    .object({ fetchedAt: lenientSeconds, value: lenientNumber })
    .transform(({ fetchedAt, value }) => ({ timestamp: fetchedAt, value })),
]);
/** The body of a market's history in either dialect; rows without a number or a time are left out. */
export const upstreamHistorySchema = z.object({
  prices: z.array(z.unknown()).transform((rows) =>
    rows.flatMap((row) => {
      const { data } = historyPoint.safeParse(row);
      return data ? [data] : [];
    }),
  ),
});
