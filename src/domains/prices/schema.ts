import { z } from 'zod';
import { timeSchemaFormat } from '../../http/openapi-formats.ts';

/** Current price of one asset. */
export const assetPriceResponseSchema = z
  .object({
    asset: z.string().describe('Ticker in upper case'),
    price: z.number().describe('USD'),
    timestamp: z.number().int().describe('When it was observed, Unix seconds'),
    source: z.string().describe('Where the price comes from'),
  })
  .meta({ id: 'AssetPrice' });

/** Entry of `/prices`. */
export const priceEntryResponseSchema = z
  .object({ asset: z.string().describe('Ticker'), price: z.number().describe('USD') })
  .meta({ id: 'PriceEntry' });

/** Ticker → USD, for `/latest-prices` and `/fast-prices`. */
export const priceMapResponseSchema = z.record(z.string(), z.number()).meta({ id: 'PriceMap' });

/** One observation of a market. */
export const marketPointResponseSchema = z
  .object({
    timestamp: z.number().int().describe('Unix seconds'),
    value: z.number().describe('Price or value'),
    fetchedAt: z.string().meta({ description: 'The same time as ISO 8601', ...timeSchemaFormat }),
  })
  .meta({ id: 'MarketPoint' });

/** Observations of one market, ascending. */
export const marketHistoryResponseSchema = z
  .object({ prices: z.array(marketPointResponseSchema) })
  .meta({ id: 'MarketHistory' });

export type AssetPrice = z.infer<typeof assetPriceResponseSchema>;
export type MarketPoint = z.infer<typeof marketPointResponseSchema>;
