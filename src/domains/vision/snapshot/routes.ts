import { z } from 'zod';
import { nameParameter } from '../../../http/parse-params.ts';
import { jsonRoute, type Route } from '../../../http/route.ts';
import type { VisionContext } from '../loaders.ts';
import { marketSnapshotSchema, snapshotMetaSchema, sourceRegistrySchema } from './schema.ts';

const tag = 'prediction market';
const unavailable = { 502: 'the data node is unavailable' };
const generatedAt = '2026-01-01T00:00:00Z';

/** Routes about data sources, served from the data node. */
export const snapshotRoutes: readonly Route<VisionContext>[] = [
  jsonRoute({
    path: '/vision/snapshot',
    tag,
    summary: 'Latest values: at most 200 assets a source and 5,000 in all, or 10,000 of one source',
    query: z.object({
      source: nameParameter('source')
        .optional()
        .meta({ description: 'Only this data source', example: 'crypto' }),
    }),
    response: marketSnapshotSchema,
    example: {
      generatedAt,
      maxAgeSecs: null,
      totalAssets: 8123,
      sources: [],
      prices: [
        {
          source: 'crypto',
          assetId: 'bitcoin',
          symbol: 'BTC',
          name: 'Bitcoin',
          category: 'crypto',
          value: 67250.5,
          prevClose: null,
          changePct: 1.25,
          volume24h: 31000000000,
          marketCap: 1320000000000,
          fetchedAt: generatedAt,
          imageUrl: null,
        },
      ],
    },
    policy: 'marketSnapshot',
    errors: { 400: 'source is empty or repeated', 404: 'unknown source', ...unavailable },
    handle: ({ source: client }, context: VisionContext) =>
      context.loaders.vision.values.snapshot(client),
  }),
  jsonRoute({
    path: '/vision/snapshot/meta',
    tag,
    summary: 'The data sources and how they are',
    response: snapshotMetaSchema,
    example: {
      sources: [
        {
          sourceId: 'crypto',
          displayName: 'crypto',
          enabled: true,
          syncIntervalSecs: 300,
          lastSync: generatedAt,
          nextSync: null,
          estimatedNextUpdate: null,
          status: 'healthy',
        },
      ],
      generatedAt,
      totalAssets: 230,
      totalSources: 1,
      totalCategories: 10,
      assetCounts: { crypto: 230 },
    },
    policy: 'marketMeta',
    errors: unavailable,
    handle: (_input, context: VisionContext) => context.loaders.vision.values.meta(),
  }),
  jsonRoute({
    path: '/vision/sources',
    tag,
    summary: 'How the data sources present themselves',
    response: sourceRegistrySchema,
    example: {
      sources: [
        {
          sourceId: 'crypto',
          name: 'Crypto',
          description: 'Coins in USD',
          category: 'finance',
          valueLabel: 'Price',
          valueUnit: 'USD',
          isPrice: true,
        },
      ],
      categories: [{ key: 'finance', label: 'Finance', order: 0 }],
    },
    policy: 'sources',
    errors: unavailable,
    handle: (_input, context: VisionContext) => context.loaders.vision.values.registry(),
  }),
];
