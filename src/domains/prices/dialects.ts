import { z } from 'zod';
import {
  isFiniteNumber,
  isObject,
  isRecord,
  isUnixTime,
  looseNumber,
  looseSeconds,
} from '../../core/wire.ts';
import { withShortCut } from '../../upstreams/index.ts';
import type { AssetPrice } from './shapes.ts';

/** Ticker → USD. */
export type PriceMap = ReadonlyMap<string, number>;

/**
 * The ticker behind a symbol: exchanges' pair names stand for their base asset.
 *
 * @example baseTicker('BTCUSDC') // 'BTC'
 */
export const baseTicker = (symbol: string) => symbol.toUpperCase().replace(/(?<=.)USD[CT]$/, '');

const documentedMap = z.record(z.string(), looseNumber);
const wildLatest = z.object({ prices: z.record(z.string(), looseNumber) });
const wildFast = z.object({ prices: z.record(z.string(), z.object({ last_price: looseNumber })) });

/** Ticker → USD in either dialect. */
export const anyPriceMap: z.ZodType<PriceMap> = z.union([
  wildLatest.transform(({ prices }) => new Map(entriesByTicker(prices, (price) => price))),
  wildFast.transform(({ prices }) => new Map(entriesByTicker(prices, (quote) => quote.last_price))),
  documentedMap.transform((prices) => new Map(Object.entries(prices))),
]);

function entriesByTicker<T>(prices: Record<string, T>, priceOf: (value: T) => number) {
  return Object.entries(prices).map(
    ([symbol, value]) => [baseTicker(symbol), priceOf(value)] as const,
  );
}

/** The body of `/latest-prices` and `/fast-prices`, by the short cut where it is as documented. */
export const priceMap = withShortCut(anyPriceMap, readPriceMap);

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
export const anyOnePrice: z.ZodType<AssetPrice> = z.union([
  z.object({ asset: z.string(), price: looseNumber, timestamp: looseSeconds, source: z.string() }),
  z
    .object({ symbol: z.string(), price: looseNumber, fetched_at: looseSeconds })
    .transform(({ symbol, price, fetched_at }) => ({
      asset: baseTicker(symbol),
      price,
      timestamp: fetched_at,
      source: 'data-node',
    })),
]);

/** The body of `/price`, by the short cut where it is as documented. */
export const onePrice = withShortCut(anyOnePrice, (value) => {
  if (!isObject(value)) return null;
  const { asset, price, timestamp, source } = value;
  const isPlain =
    typeof asset === 'string' &&
    isFiniteNumber(price) &&
    isUnixTime(timestamp) &&
    typeof source === 'string';
  return isPlain ? { asset, price, timestamp: Math.floor(timestamp), source } : null;
});

const historyPoint = z.union([
  z.object({ timestamp: looseSeconds, value: looseNumber }),
  z
    .object({ fetchedAt: looseSeconds, value: looseNumber })
    .transform(({ fetchedAt, value }) => ({ timestamp: fetchedAt, value })),
]);
/** The last second that a date can hold, either way from 1970. */
const lastSecond = 8_640_000_000_000;
/** The body of a market's history in either dialect; rows without a number or a time are left out. */
export const history = z.object({
  prices: z.array(z.unknown()).transform((rows) =>
    rows.flatMap((row) => {
      const { data } = historyPoint.safeParse(row);
      return data && Math.abs(data.timestamp) <= lastSecond ? [data] : [];
    }),
  ),
});
