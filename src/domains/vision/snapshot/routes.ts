import { z } from 'zod';
import { nameParameterSchema } from '../../../http/parse-params.ts';
import { jsonRoute, type Route } from '../../../http/route.ts';
import { dataNodeUnavailableRouteError } from '../../domain-module.ts';
import type { VisionContext } from '../loaders.ts';
import {
  marketSnapshotMetaResponseSchema,
  marketSnapshotResponseSchema,
  sourceRegistryResponseSchema,
} from './schema.ts';

const tag = 'prediction market';
const generatedAt = '2026-01-01T00:00:00Z';

/** One asset in JSON, bytes. */
const rowBytes = 400;

/** Routes about data sources, served from the data node. */
export const marketSnapshotRoutes: readonly Route<VisionContext>[] = [
  jsonRoute({
    path: '/vision/snapshot',
    tag,
    summary:
      'Latest values: at most 200 assets of each source and 5,000 in total, or 10,000 of one source',
    description:
      'The latest value of the assets of every data source, or of one. `totalAssets` counts all assets, also when the list is truncated.',
    query: z.object({
      source: nameParameterSchema('source')
        .optional()
        .meta({ description: 'Only this data source', example: 'crypto' }),
    }),
    response: marketSnapshotResponseSchema,
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
    csv: ({ prices }) => prices,
    policy: 'marketSnapshot',
    // At most 5,000 assets, or 10,000 of one source.
    estimateBytes: ({ source }) => (source === undefined ? 5_000 : 10_000) * rowBytes,
    errors: {
      400: { when: 'source is empty, too long or repeated', message: 'source must not be empty' },
      404: { when: 'unknown source', message: 'no such source' },
      ...dataNodeUnavailableRouteError,
    },
    handle: ({ source }, context: VisionContext) => context.loaders.vision.values.snapshot(source),
  }),
  jsonRoute({
    path: '/vision/snapshot/meta',
    tag,
    summary: 'Data sources and their health',
    description:
      'Each data source with the time of its last synchronisation and its health: `healthy`, `stale` when its newest record is older than 7 days, `not_started` when it has none.',
    response: marketSnapshotMetaResponseSchema,
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
    csv: ({ sources }) => sources,
    policy: 'marketMeta',
    errors: dataNodeUnavailableRouteError,
    handle: (_input, context: VisionContext) => context.loaders.vision.values.meta(),
  }),
  jsonRoute({
    path: '/vision/sources',
    tag,
    summary: 'Names and presentation of the data sources',
    description:
      'Name, description, category, logo and unit of each data source, for user interfaces.',
    response: sourceRegistryResponseSchema,
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
    csv: ({ sources }) => sources,
    policy: 'sources',
    errors: dataNodeUnavailableRouteError,
    handle: (_input, context: VisionContext) => context.loaders.vision.values.registry(),
  }),
];
