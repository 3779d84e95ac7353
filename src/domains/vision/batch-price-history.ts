import { z } from 'zod';
import type { RequestCache } from '../../cache/request-cache.ts';
import { memoizeOnObject } from '../../lib/memoize-on-object.ts';
import {
  coercedNumberSchema,
  decimalTextSchema,
  parseTimeSeconds,
  toIsoTime,
} from '../../lib/parse.ts';
import { createRowListSchema } from '../../lib/parse-rows.ts';
import { type HttpClient, matchesRequestedResource, parseResponse } from '../../upstreams/index.ts';

/** Longest price history of a batch, days. */
export const maxBatchPriceDays = 7;

const batchPrice = z.object({
  ts: z.string().describe('ISO 8601'),
  price: z.string().describe('Decimal'),
  changePct: z.number().nullable().describe('Percent since the point before'),
  volume24h: z.number().nullable(),
});

/** Body of /vision/batch/{id}/history with `days`: price history of the batch's markets. */
export const batchPriceHistoryResponseSchema = z
  .object({
    batchId: z.number().int(),
    source: z.string().describe('Data source of the markets'),
    markets: z.array(z.object({ id: z.string(), symbol: z.string(), prices: z.array(batchPrice) })),
  })
  .meta({ id: 'BatchPrices' });

type BatchPriceHistory = z.infer<typeof batchPriceHistoryResponseSchema>;

const decimalOrNull = coercedNumberSchema.nullish().transform((value) => value ?? null);
/** The data node's response; unknown fields are dropped. */
const sentPrices: z.ZodType<BatchPriceHistory> = z.object({
  batchId: coercedNumberSchema,
  source: z.string(),
  markets: createRowListSchema(
    'batch-price-markets',
    z.object({
      id: z.string(),
      symbol: z.string(),
      prices: createRowListSchema(
        'batch-prices',
        z.object({
          ts: z.unknown().transform(toIsoTime).pipe(z.string()),
          price: decimalTextSchema,
          changePct: decimalOrNull,
          volume24h: decimalOrNull,
        }),
      ),
    }),
  ),
});

/** Points with a time, Unix seconds, and a numeric value, ascending, by market id; memoized. */
export const indexPointsByMarket = memoizeOnObject(
  ({ markets }: BatchPriceHistory) =>
    new Map(
      markets.map(({ id, prices }) => [
        id,
        prices
          .map(({ ts, price, ...rest }) => ({
            timestamp: parseTimeSeconds(ts),
            value: Number(price),
            ...rest,
          }))
          .toSorted((left, right) => left.timestamp - right.timestamp),
      ]),
    ),
);

/** Maximum size of a response; two thousand markets with daily prices take about 4 MB. */
const maxBytes = 16 * 1024 * 1024;

/**
 * Creates a reader of batch prices from the data node.
 *
 * @throws (from the read) {NotFoundError} the data node does not know the batch.
 */
export function createVisionBatchPriceReader(requestCache: RequestCache, dataNode: HttpClient) {
  return (batchId: number, days: number): BatchPriceHistory | Promise<BatchPriceHistory> => {
    const path = `/vision/batch/${batchId}/history?days=${days}`;
    const belongsToRequest = matchesRequestedResource({ batch_id: batchId });
    return requestCache.read('tickHistory', path, async (signal) => {
      const response = await dataNode.get(path, {
        signal,
        timeout: 10_000,
        maxBytes,
        belongsToRequest,
      });
      return { value: parseResponse(response, sentPrices, 'data node'), bytes: response.bytes };
    });
  };
}
