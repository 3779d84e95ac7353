import { z } from 'zod';
import { openObjectWithoutSecretsSchema } from '../../lib/encoding/sensitive-fields.ts';
import {
  coercedNumberSchema,
  isRecord,
  strictUnixSecondsSchema,
  unixOrIsoSecondsSchema,
} from '../../lib/parse.ts';
import { createRowListSchema, reportDroppedRow } from '../../lib/parse-rows.ts';
import type { AssetPrice } from './schema.ts';

/** Ticker → USD. */
export type PriceMap = ReadonlyMap<string, number>;

/** Suffixes of exchanges' pair names, preferred first. */
export const quoteCoins = ['USDC', 'USDT'] as const;

const quoteCoin = /(?<=.)USD[CT]$/;

/** Returns the base ticker of a symbol in upper case: `BTC` for the pair `BTCUSDC`. */
export const baseTicker = (symbol: string) => symbol.toUpperCase().replace(quoteCoin, '');

/** Ticker → USD, null where unknown. Rejects `{ prices: null }`, which is not a ticker. */
const strictPriceMap = z
  .record(z.string(), coercedNumberSchema.nullable())
  .refine((prices) => !('prices' in prices && prices.prices === null));
const legacyMap = z.object({ prices: z.record(z.string(), z.unknown()) });
/** A legacy row: a price, or a quote that contains it. */
const legacyPrice = z.union([
  coercedNumberSchema,
  z.object({ last_price: coercedNumberSchema }).transform((quote) => quote.last_price),
]);

type Row = readonly [symbol: string, price: number];

/** Ticker → USD, documented or legacy. Drops rows without a price; fails if all lack it. */
export const anyFormatPriceMapSchema: z.ZodType<PriceMap> = z
  .union([
    legacyMap.transform(({ prices }) => ({ rows: Object.entries(prices), isLegacy: true })),
    strictPriceMap.transform((prices) => ({ rows: Object.entries(prices), isLegacy: false })),
  ])
  .transform(({ rows, isLegacy }, issues): PriceMap => {
    const priced = rows.flatMap(([symbol, row]): Row[] => {
      const { data } = legacyPrice.safeParse(row);
      if (data === undefined) reportDroppedRow('prices', 'price');
      return data === undefined ? [] : [[symbol, data]];
    });
    if (rows.length > 0 && priced.length === 0) issues.addIssue('no prices');
    return isLegacy ? byTicker(priced) : new Map(priced);
  });

/** Indexes prices by base ticker. Of several pairs of one asset, the preferred pair is used. */
function byTicker(rows: readonly Row[]): PriceMap {
  const rank = ([symbol]: Row) => {
    const name = symbol.toUpperCase();
    return quoteCoin.test(name) ? 1 + quoteCoins.findIndex((coin) => name.endsWith(coin)) : 0;
  };
  const prices = new Map<string, number>();
  for (const row of rows.toSorted((left, right) => rank(left) - rank(right))) {
    const asset = baseTicker(row[0]);
    if (!prices.has(asset)) prices.set(asset, row[1]);
  }
  return prices;
}

/** Ticker → USD, all of them numbers: the form that the data node documents. */
const strictPriceMapSchema = z.transform((sent: unknown, issues) => {
  const prices = toPriceMap(sent);
  if (prices) return prices;
  issues.addIssue('not a map of prices');
  return z.NEVER;
});

/** Converts prices to a map; null when one is no number. A loop is faster than `Object.entries`. */
function toPriceMap(sent: unknown): PriceMap | null {
  if (!isRecord(sent)) return null;
  const map = new Map<string, number>();
  for (const symbol in sent) {
    const price = sent[symbol];
    // `z.record` in the any-format schema drops the key `__proto__`.
    if (typeof price !== 'number' || !Number.isFinite(price) || symbol === '__proto__') return null;
    map.set(symbol, price);
  }
  return map;
}

/** `/latest-prices` and `/fast-prices`, the strict form first because it needs much less CPU. */
export const upstreamPriceMapSchema = z.union([strictPriceMapSchema, anyFormatPriceMapSchema]);

/** `/price`, in the documented or a legacy format. */
export const anyFormatAssetPriceSchema: z.ZodType<AssetPrice> = z.union([
  openObjectWithoutSecretsSchema({
    asset: z.string(),
    price: coercedNumberSchema,
    timestamp: unixOrIsoSecondsSchema,
    source: z.string(),
  }),
  z
    .object({
      symbol: z.string(),
      price: coercedNumberSchema,
      fetched_at: unixOrIsoSecondsSchema,
    })
    .transform(({ symbol, price, fetched_at }) => ({
      asset: baseTicker(symbol),
      price,
      timestamp: fetched_at,
      source: 'data-node',
    })),
]);

/** `/price`, the strict form first because it needs much less CPU. */
export const upstreamPriceSchema = z.union([
  z.strictObject({
    asset: z.string(),
    price: z.number(),
    timestamp: strictUnixSecondsSchema,
    source: z.string(),
  }),
  anyFormatAssetPriceSchema,
]);

const historyPoint = z.union([
  openObjectWithoutSecretsSchema({ timestamp: unixOrIsoSecondsSchema, value: coercedNumberSchema }),
  z
    .object({ fetchedAt: unixOrIsoSecondsSchema, value: coercedNumberSchema })
    .transform(({ fetchedAt, value }) => ({ timestamp: fetchedAt, value })),
]);
/** A market's history, documented or legacy; rows without a number or a time are dropped. */
export const upstreamMarketHistorySchema = z.object({
  prices: createRowListSchema('market-history', historyPoint),
});
