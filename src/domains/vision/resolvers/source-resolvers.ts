import type { Resolvers } from '../../../../generated/graphql/resolvers.ts';
import { encodeGlobalId, parseIdOrKey } from '../../../lib/global-id.ts';
import { mapMaybePromise, valueOrIfNotFound } from '../../../lib/maybe-promise.ts';
import { parseSourceId } from '../graphql-parents.ts';
import {
  type DataSourceParent,
  filterAndPaginateSourceAssets,
  filterAndPaginateSources,
  sourceAssetKey,
  sourceStatusGraphQLNames,
} from '../lists/source-lists.ts';
import type { VisionContext } from '../loaders.ts';
import { indexEntriesByAssetId } from '../oracle-api/markets-by-id.ts';
import { findPricedAsset, resolveHistory } from './market-resolvers.ts';

async function allSources(context: VisionContext): Promise<readonly DataSourceParent[]> {
  const { values } = context.loaders.vision;
  // The statistics determine which sources are listed; the registry is optional.
  const [meta, registry] = await Promise.all([values.meta(), values.registryOrNull()]);
  const about = new Map(registry?.sources.map((source) => [source.sourceId, source]));
  return meta.sources.map((health) => ({
    health,
    assetCount: meta.assetCounts[health.sourceId] ?? 0,
    about: about.get(health.sourceId) ?? null,
  }));
}

/** Returns the source with this id; null when there is none. */
export const findSource = async (id: string, context: VisionContext) =>
  (await allSources(context)).find(({ health }) => health.sourceId === id) ?? null;

/** Returns the asset of a source; null when there is none. */
export const findSourceAsset = (sourceId: string, assetId: string, context: VisionContext) =>
  valueOrIfNotFound(
    async () =>
      indexEntriesByAssetId(await context.loaders.vision.values.entriesOf(sourceId)).get(assetId) ??
      null,
    null,
  );

/** Data sources and their latest values. */
export const sourceResolvers: Resolvers<VisionContext> = {
  Query: {
    sources: async (_root, args, context) =>
      filterAndPaginateSources(await allSources(context), args),
    sourceList: async (_root, _args, context) => [...(await allSources(context))],
    source: (_root, { id }, context) => findSource(parseIdOrKey('DataSource', id, 'id'), context),
    snapshot: (_root, { sourceId }, context) => {
      const { values } = context.loaders.vision;
      if (sourceId == null) return values.snapshot();
      const source = parseSourceId(sourceId);
      return valueOrIfNotFound(() => values.snapshot(source), null);
    },
  },
  DataSource: {
    id: ({ health }) => encodeGlobalId('DataSource', health.sourceId),
    sourceId: ({ health }) => health.sourceId,
    name: ({ about }) => about?.name ?? null,
    description: ({ about }) => about?.description ?? null,
    category: ({ about }) => about?.category ?? null,
    logo: ({ about }) => about?.logo ?? null,
    brandBackground: ({ about }) => about?.brandBg ?? null,
    prefixes: ({ about }) => about?.prefixes ?? null,
    valueLabel: ({ about }) => about?.valueLabel ?? null,
    valueUnit: ({ about }) => about?.valueUnit ?? null,
    isPrice: ({ about }) => about?.isPrice ?? null,
    status: ({ health }) => sourceStatusGraphQLNames[health.status],
    enabled: ({ health }) => health.enabled,
    lastSync: ({ health }) => health.lastSync,
    syncIntervalSecs: ({ health }) => health.syncIntervalSecs,
    assets: ({ health }, args, context) =>
      mapMaybePromise(context.loaders.vision.values.entriesOf(health.sourceId), (entries) =>
        filterAndPaginateSourceAssets(entries, args),
      ),
  },
  SourceAsset: {
    id: (entry) => encodeGlobalId('SourceAsset', sourceAssetKey(entry)),
    sourceId: ({ source }) => source,
    asset: ({ source, symbol }, _args, context) => findPricedAsset(source, symbol, context),
    history: ({ source, assetId }, window, context) =>
      resolveHistory({ source, asset: assetId }, window, context),
  },
  MarketSnapshot: {
    totalSources: async (_snapshot, _args, { loaders }) =>
      (await loaders.vision.values.meta()).totalSources,
    totalCategories: async (_snapshot, _args, { loaders }) =>
      (await loaders.vision.values.meta()).totalCategories,
    categories: async (_snapshot, _args, { loaders }) => {
      const registry = await loaders.vision.values.registryOrNull();
      return (registry?.categories ?? []).toSorted(
        (left, right) => (left.order ?? 0) - (right.order ?? 0),
      );
    },
    prices: ({ prices }, args) => filterAndPaginateSourceAssets(prices, args),
  },
};
