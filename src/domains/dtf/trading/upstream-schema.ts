import { z } from 'zod';
import {
  coercedIntegerSchema,
  coercedNumberSchema,
  unixOrIsoSecondsSchema,
} from '../../../lib/parse.ts';
import { createRowListSchema } from '../../../lib/parse-rows.ts';

/** Bid and ask of one share, USD, from the order books of the fund's assets. */
export type DtfQuote = {
  readonly bidUsd: number;
  readonly askUsd: number;
  readonly midUsd: number;
  readonly spreadBps: number;
  /** Age of the oldest price in it, milliseconds. */
  readonly ageMs: number;
  readonly assetsPriced: number;
  readonly assetsTotal: number;
};

/** `/itp-bid-ask`: prices are decimal strings. */
export const upstreamDtfQuoteSchema = z
  .object({
    nav_bid: coercedNumberSchema,
    nav_ask: coercedNumberSchema,
    nav_mid: coercedNumberSchema,
    spread_bps: coercedNumberSchema,
    assets_priced: coercedIntegerSchema,
    assets_total: coercedIntegerSchema,
    age_ms: coercedIntegerSchema,
  })
  .transform(
    (row): DtfQuote => ({
      bidUsd: row.nav_bid,
      askUsd: row.nav_ask,
      midUsd: row.nav_mid,
      spreadBps: row.spread_bps,
      ageMs: row.age_ms,
      assetsPriced: row.assets_priced,
      assetsTotal: row.assets_total,
    }),
  );

const level = z
  .object({
    price: coercedNumberSchema,
    quantity: coercedNumberSchema,
    usd_value: coercedNumberSchema,
  })
  .transform(({ price, quantity, usd_value }) => ({
    priceUsd: price,
    quantity,
    usdValue: usd_value,
  }));

/** One price level of an order book: USD a share, shares, and their value in USD. */
export type OrderBookLevel = z.output<typeof level>;

/** The order book of a fund's shares, combined from the books of its assets. */
export type DtfOrderBook = {
  /** Best price first, as are `asks`. */
  readonly bids: readonly OrderBookLevel[];
  readonly asks: readonly OrderBookLevel[];
  readonly midUsd: number;
  readonly spreadBps: number;
  readonly bidDepthUsd: number;
  readonly askDepthUsd: number;
  readonly assetsIncluded: number;
  /** Tickers of the assets whose book was not available. */
  readonly assetsFailed: readonly string[];
};

const isNumberAbove = (left: OrderBookLevel, right: OrderBookLevel) =>
  right.priceUsd - left.priceUsd;

/** `/itp-orderbook`. Levels are sorted here, because data nodes send them in different orders. */
export const upstreamDtfOrderBookSchema = z
  .object({
    bids: z.array(level),
    asks: z.array(level),
    mid_price: coercedNumberSchema,
    spread_bps: coercedNumberSchema,
    total_bid_depth_usd: coercedNumberSchema,
    total_ask_depth_usd: coercedNumberSchema,
    assets_included: coercedIntegerSchema,
    assets_failed: z.array(z.string()).default([]),
  })
  .transform(
    (book): DtfOrderBook => ({
      bids: book.bids.toSorted(isNumberAbove),
      asks: book.asks.toSorted((left, right) => isNumberAbove(right, left)),
      midUsd: book.mid_price,
      spreadBps: book.spread_bps,
      bidDepthUsd: book.total_bid_depth_usd,
      askDepthUsd: book.total_ask_depth_usd,
      assetsIncluded: book.assets_included,
      assetsFailed: book.assets_failed,
    }),
  );

/** Open, highest, lowest and closing NAV per share of an interval, USD. */
export type Candle = {
  /** The end of the interval. */
  readonly timestamp: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
};

const candle = z
  .object({
    time: unixOrIsoSecondsSchema,
    open: coercedNumberSchema,
    high: coercedNumberSchema,
    low: coercedNumberSchema,
    close: coercedNumberSchema,
  })
  .refine(
    ({ open, high, low, close }) => low <= Math.min(open, close) && high >= Math.max(open, close),
  )
  .transform(({ time, ...prices }): Candle => ({ timestamp: time, ...prices }));

/**
 * `/nav-series` with `interval` and without `range`; rows whose prices are not between `low` and `high`
 * are dropped. A data node that has only closing NAVs sends
 * an array of them, which becomes null.
 */
export const upstreamCandlesSchema: z.ZodType<readonly Candle[] | null> = z.union([
  z
    .object({ points: createRowListSchema('candles', candle) })
    .transform(({ points }) => points.toSorted((left, right) => left.timestamp - right.timestamp)),
  z.array(z.looseObject({ nav: z.unknown() })).transform(() => null),
]);
