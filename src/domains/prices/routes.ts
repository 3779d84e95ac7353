import { z } from 'zod';
import { jsonRoute, type Route } from '../../http/route.ts';
import { dataNodeUnavailableRouteError } from '../domain-module.ts';
import type { PricesContext } from './loaders.ts';
import { marketHistoryQuerySchema, tickerParameterSchema } from './params.ts';
import {
  assetPriceResponseSchema,
  marketHistoryResponseSchema,
  priceEntryResponseSchema,
  priceMapResponseSchema,
} from './schema.ts';

export const pricesRoutes: readonly Route<PricesContext>[] = [
  jsonRoute({
    path: '/price',
    tag: 'prices',
    summary: 'Current price of one asset',
    description:
      'The latest price that the data node has of the asset, in USD, with the time of its observation and its source. The ticker may be in any letter case.',
    query: z.object({
      asset: tickerParameterSchema('asset')
        .toUpperCase()
        .meta({ description: 'Ticker, any case', example: 'BTC' }),
    }),
    response: assetPriceResponseSchema,
    example: { asset: 'BTC', price: 67250.5, timestamp: 1767225600, source: 'data-node' },
    policy: 'price',
    errors: {
      400: { when: 'asset is missing or malformed', message: 'asset must be a ticker such as BTC' },
      404: { when: 'unknown asset', message: 'asset NOPE has no price' },
      ...dataNodeUnavailableRouteError,
    },
    handle: (input, context: PricesContext) => context.loaders.prices.price(input.asset),
  }),
  jsonRoute({
    path: '/prices',
    tag: 'prices',
    summary: 'Current prices of all assets, by ticker',
    description: 'The latest price of every asset, in USD, sorted by ticker.',
    response: z.array(priceEntryResponseSchema),
    example: [{ asset: 'BTC', price: 67250.5 }],
    csv: (prices) => prices,
    policy: 'price',
    errors: dataNodeUnavailableRouteError,
    handle: async (_input, context: PricesContext) =>
      [...(await context.loaders.prices.latest())]
        .map(([asset, price]) => ({ asset, price }))
        .sort((left, right) => (left.asset < right.asset ? -1 : 1)),
  }),
  jsonRoute({
    path: '/latest-prices',
    tag: 'prices',
    summary: 'Current prices of all assets as a map',
    description: 'The latest price of every asset, in USD, as an object from ticker to price.',
    response: priceMapResponseSchema,
    example: { BTC: 67250.5 },
    policy: 'price',
    errors: dataNodeUnavailableRouteError,
    handle: async (_input, context: PricesContext) =>
      Object.fromEntries(await context.loaders.prices.latest()),
  }),
  jsonRoute({
    path: '/fast-prices',
    tag: 'prices',
    summary: 'Low-latency prices of all assets as a map',
    description:
      'The prices that the data node reads most often, in USD, as an object from ticker to price. They may differ from `/latest-prices` by the time between two observations.',
    response: priceMapResponseSchema,
    example: { BTC: 67250.5 },
    policy: 'price',
    errors: dataNodeUnavailableRouteError,
    handle: async (_input, context: PricesContext) =>
      Object.fromEntries(await context.loaders.prices.fast()),
  }),
  jsonRoute({
    path: '/market/history',
    tag: 'prices',
    summary: 'Observations of one market of one data source',
    description:
      'Prices or values of an asset, ascending by time. `from` and `to` limit the time; without them the data node chooses the window.',
    query: marketHistoryQuerySchema,
    response: marketHistoryResponseSchema,
    example: {
      prices: [{ timestamp: 1767225600, value: 67250.5, fetchedAt: '2026-01-01T00:00:00Z' }],
    },
    csv: ({ prices }) => prices,
    policy: 'marketHistory',
    // At most 10,000 points of 100 bytes.
    estimateBytes: () => 1_000_000,
    errors: {
      400: {
        when: 'source or asset is missing, or from or to is malformed',
        message: 'asset is required',
      },
      404: { when: 'unknown source or asset', message: 'source crypto has no asset nope' },
      ...dataNodeUnavailableRouteError,
    },
    handle: async (input, context: PricesContext) => ({
      prices: [...(await context.loaders.prices.marketHistory(input))],
    }),
  }),
];
