import { z } from 'zod';
import type { Context } from '../../context.ts';
import { jsonRoute, type Route } from '../../http/route.ts';
import { assetPrice, marketHistory, priceEntry, priceMap } from './shapes.ts';

const asset = z
  .string()
  .trim()
  .regex(/^[\w.$+-]{1,64}$/, 'asset must be a ticker such as BTC')
  .toUpperCase()
  .meta({ description: 'Ticker, any case', example: 'BTC' });

const identifier = (name: string) =>
  z.string().min(1, `${name} must not be empty`).max(256, `${name} must be at most 256 characters`);

/** The latest second that a date can hold (year 9999). */
const lastSecond = 253_402_300_799;
const seconds = (name: string) =>
  z
    .string()
    .regex(/^\d{1,12}(\.\d+)?$/, `${name} must be Unix seconds`)
    .transform((text) => Math.floor(Number(text)))
    .refine((value) => value <= lastSecond, `${name} must be Unix seconds before the year 10000`)
    .optional();

const unavailable = { 502: 'the data node is unavailable' };

export const pricesRoutes: readonly Route<Context>[] = [
  jsonRoute({
    path: '/price',
    tag: 'prices',
    summary: 'Current price of one asset',
    query: z.object({ asset }),
    answer: assetPrice,
    example: { asset: 'BTC', price: 67250.5, timestamp: 1767225600, source: 'data-node' },
    policy: 'price',
    errors: { 400: 'asset is missing or malformed', 404: 'unknown asset', ...unavailable },
    handle: (input, context: Context) => context.loaders.prices.price(input.asset),
  }),
  jsonRoute({
    path: '/prices',
    tag: 'prices',
    summary: 'Current prices of all assets, by ticker',
    answer: z.array(priceEntry),
    example: [{ asset: 'BTC', price: 67250.5 }],
    policy: 'price',
    errors: unavailable,
    handle: async (_input, context: Context) =>
      [...(await context.loaders.prices.latest())]
        .map(([asset, price]) => ({ asset, price }))
        .sort((left, right) => (left.asset < right.asset ? -1 : 1)),
  }),
  jsonRoute({
    path: '/latest-prices',
    tag: 'prices',
    summary: 'Current prices of all assets as a map',
    answer: priceMap,
    example: { BTC: 67250.5 },
    policy: 'price',
    errors: unavailable,
    handle: async (_input, context: Context) =>
      Object.fromEntries(await context.loaders.prices.latest()),
  }),
  jsonRoute({
    path: '/fast-prices',
    tag: 'prices',
    summary: 'Low-latency prices of all assets as a map',
    answer: priceMap,
    example: { BTC: 67250.5 },
    policy: 'price',
    errors: unavailable,
    handle: async (_input, context: Context) =>
      Object.fromEntries(await context.loaders.prices.fast()),
  }),
  jsonRoute({
    path: '/market/history',
    tag: 'prices',
    summary: 'Observations of one market of one data source',
    query: z.object({
      source: identifier('source').meta({ description: 'Data source', example: 'crypto' }),
      asset: identifier('asset').meta({
        description: 'Asset within the source',
        example: 'bitcoin',
      }),
      from: seconds('from').meta({ description: 'Unix seconds' }),
      to: seconds('to').meta({ description: 'Unix seconds' }),
    }),
    answer: marketHistory,
    example: {
      prices: [{ timestamp: 1767225600, value: 67250.5, fetchedAt: '2026-01-01T00:00:00Z' }],
    },
    policy: 'marketHistory',
    errors: {
      400: 'source or asset is missing, or from or to is malformed',
      404: 'unknown source or asset',
      ...unavailable,
    },
    handle: async (input, context: Context) => ({
      prices: [...(await context.loaders.prices.marketHistory(input))],
    }),
  }),
];
