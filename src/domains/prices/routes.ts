import { z } from 'zod';
import { jsonRoute, type Route } from '../../http/route.ts';
import type { PricesContext } from './loaders.ts';
import { marketHistoryQueryInput, tickerParameter } from './params.ts';
import {
  assetPriceSchema,
  marketHistorySchema,
  priceEntrySchema,
  priceMapSchema,
} from './schema.ts';

const unavailable = { 502: 'the data node is unavailable' };

export const pricesRoutes: readonly Route<PricesContext>[] = [
  jsonRoute({
    path: '/price',
    tag: 'prices',
    summary: 'Current price of one asset',
    query: z.object({
      asset: tickerParameter('asset')
        .toUpperCase()
        .meta({ description: 'Ticker, any case', example: 'BTC' }),
    }),
    response: assetPriceSchema,
    example: { asset: 'BTC', price: 67250.5, timestamp: 1767225600, source: 'data-node' },
    policy: 'price',
    errors: { 400: 'asset is missing or malformed', 404: 'unknown asset', ...unavailable },
    handle: (input, context: PricesContext) => context.loaders.prices.price(input.asset),
  }),
  jsonRoute({
    path: '/prices',
    tag: 'prices',
    summary: 'Current prices of all assets, by ticker',
    response: z.array(priceEntrySchema),
    example: [{ asset: 'BTC', price: 67250.5 }],
    policy: 'price',
    errors: unavailable,
    handle: async (_input, context: PricesContext) =>
      [...(await context.loaders.prices.latest())]
        .map(([asset, price]) => ({ asset, price }))
        .sort((left, right) => (left.asset < right.asset ? -1 : 1)),
  }),
  jsonRoute({
    path: '/latest-prices',
    tag: 'prices',
    summary: 'Current prices of all assets as a map',
    response: priceMapSchema,
    example: { BTC: 67250.5 },
    policy: 'price',
    errors: unavailable,
    handle: async (_input, context: PricesContext) =>
      Object.fromEntries(await context.loaders.prices.latest()),
  }),
  jsonRoute({
    path: '/fast-prices',
    tag: 'prices',
    summary: 'Low-latency prices of all assets as a map',
    response: priceMapSchema,
    example: { BTC: 67250.5 },
    policy: 'price',
    errors: unavailable,
    handle: async (_input, context: PricesContext) =>
      Object.fromEntries(await context.loaders.prices.fast()),
  }),
  jsonRoute({
    path: '/market/history',
    tag: 'prices',
    summary: 'Observations of one market of one data source',
    query: marketHistoryQueryInput,
    response: marketHistorySchema,
    example: {
      prices: [{ timestamp: 1767225600, value: 67250.5, fetchedAt: '2026-01-01T00:00:00Z' }],
    },
    policy: 'marketHistory',
    errors: {
      400: 'source or asset is missing, or from or to is malformed',
      404: 'unknown source or asset',
      ...unavailable,
    },
    handle: async (input, context: PricesContext) => ({
      prices: [...(await context.loaders.prices.marketHistory(input))],
    }),
  }),
];
