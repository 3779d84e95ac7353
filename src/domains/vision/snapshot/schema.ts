import { z } from 'zod';
import { timeSchemaFormat } from '../../../http/openapi-formats.ts';

/** The latest value of an asset. */
export const marketSnapshotEntryResponseSchema = z
  .object({
    source: z.string().describe('Data source identifier'),
    assetId: z.string().describe('Unique within the source'),
    symbol: z.string(),
    name: z.string(),
    category: z.string().nullable(),
    value: z
      .number()
      .nullable()
      .describe('Value or price; null when the data node sends no number'),
    prevClose: z.null().describe('Reserved'),
    changePct: z.number().nullable().describe('Percent; the period depends on the source'),
    volume24h: z.number().nullable(),
    marketCap: z.number().nullable(),
    fetchedAt: z
      .string()
      .nullable()
      .meta({ description: 'ISO 8601', ...timeSchemaFormat }),
    imageUrl: z.null().describe('Reserved'),
  })
  .meta({ id: 'SnapshotEntry' });

/** Body of /vision/snapshot. */
export const marketSnapshotResponseSchema = z
  .object({
    generatedAt: z.string().meta({ description: 'ISO 8601', ...timeSchemaFormat }),
    maxAgeSecs: z.null(),
    totalAssets: z.number().int().describe('Number of all assets, also when the list is truncated'),
    sources: z.array(z.unknown()),
    prices: z.array(marketSnapshotEntryResponseSchema),
  })
  .meta({ id: 'MarketSnapshot' });

/** A data source and its health. */
export const sourceHealthResponseSchema = z
  .object({
    sourceId: z.string(),
    displayName: z.string(),
    enabled: z.boolean(),
    syncIntervalSecs: z.number().int(),
    lastSync: z
      .string()
      .nullable()
      .meta({ description: 'ISO 8601', ...timeSchemaFormat }),
    nextSync: z.null().describe('Reserved'),
    estimatedNextUpdate: z.null().describe('Reserved'),
    status: z.enum(['healthy', 'stale', 'not_started']),
  })
  .meta({ id: 'SourceHealth' });

/** Body of /vision/snapshot/meta. */
export const marketSnapshotMetaResponseSchema = z
  .object({
    sources: z.array(sourceHealthResponseSchema),
    generatedAt: z.string().meta({ description: 'ISO 8601', ...timeSchemaFormat }),
    totalAssets: z.number().int(),
    totalSources: z.number().int().describe('Sources that are healthy or stale'),
    totalCategories: z.number().int(),
    assetCounts: z.record(z.string(), z.number().int()).describe('Assets of each source'),
  })
  .meta({ id: 'SnapshotMeta' });

/** Body of /vision/sources: names and presentation of the sources. */
export const sourceRegistryResponseSchema = z
  .object({
    sources: z.array(
      z.object({
        sourceId: z.string(),
        name: z.string(),
        description: z.string().nullish(),
        category: z.string().nullish(),
        logo: z.string().nullish(),
        brandBg: z.string().nullish(),
        prefixes: z.array(z.string()).nullish(),
        valueLabel: z.string().nullish(),
        valueUnit: z.string().nullish(),
        isPrice: z.boolean().nullish(),
      }),
    ),
    categories: z.array(
      z.object({ key: z.string(), label: z.string(), order: z.number().nullish() }),
    ),
  })
  .meta({ id: 'SourceRegistry' });

export type SnapshotEntry = z.infer<typeof marketSnapshotEntryResponseSchema>;
export type MarketSnapshot = z.infer<typeof marketSnapshotResponseSchema>;
export type SourceHealth = z.infer<typeof sourceHealthResponseSchema>;
export type SnapshotMeta = z.infer<typeof marketSnapshotMetaResponseSchema>;
export type SourceRegistry = z.infer<typeof sourceRegistryResponseSchema>;
