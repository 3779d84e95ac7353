import type { Resolvers } from '../../../../generated/graphql/resolvers.ts';
import { cachedConnection } from '../../../graphql/connection.ts';
import { nameParameter, parseParams } from '../../../http/parse-params.ts';
import { encodeGlobalId, joinKey, naturalKeyOf } from '../../../lib/global-id.ts';
import { mapMaybePromise, valueOrIfNotFound } from '../../../lib/maybe-promise.ts';
import { memoizeOnObject } from '../../../lib/memoize-on-object.ts';
import type { VisionContext } from '../loaders.ts';
import type {
  MarketSnapshot,
  SnapshotEntry,
  SourceHealth,
  SourceRegistry,
} from '../snapshot/schema.ts';
import { resolveAsset, resolveHistory } from './market-resolvers.ts';

/** A source's health with its entry in the registry. */
export type DataSourceParent = {
  readonly health: SourceHealth;
  readonly assetCount: number;
  readonly about: SourceRegistry['sources'][number] | null;
};
export type SourceAssetParent = SnapshotEntry;
export type SnapshotParent = MarketSnapshot;

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

/** The source with this id; null when there is none. */
export const findSource = async (id: string, context: VisionContext) =>
  (await allSources(context)).find(({ health }) => health.sourceId === id) ?? null;

const assetsById = memoizeOnObject(
  (entries: readonly SnapshotEntry[]) => new Map(entries.map((entry) => [entry.assetId, entry])),
);

/** The asset of a source; null when there is none. */
export const findSourceAsset = (sourceId: string, assetId: string, context: VisionContext) =>
  valueOrIfNotFound(
    async () =>
      assetsById((await context.loaders.vision.values.snapshot(sourceId)).prices).get(assetId) ??
      null,
    null,
  );

const pageOfAssets = cachedConnection(
  ({ source: client, assetId }: SnapshotEntry) => `${client} ${assetId}`,
);

const statuses = { healthy: 'HEALTHY', stale: 'STALE', not_started: 'NOT_STARTED' } as const;

/** Data sources and their latest values. */
export const sourceResolvers: Resolvers<VisionContext> = {
  Query: {
    sources: async (_root, _args, context) => [...(await allSources(context))],
    source: (_root, { id }, context) => findSource(naturalKeyOf('DataSource', id), context),
    snapshot: (_root, { sourceId }, context) => {
      const { values } = context.loaders.vision;
      if (sourceId == null) return values.snapshot();
      const client = parseParams(nameParameter('sourceId'), sourceId);
      return valueOrIfNotFound(() => values.snapshot(client), null);
    },
  },
  DataSource: {
    id: ({ health }) => encodeGlobalId('DataSource', health.sourceId),
    sourceId: ({ health }) => health.sourceId,
    name: ({ about }) => about?.name ?? null,
    description: ({ about }) => about?.description ?? null,
    category: ({ about }) => about?.category ?? null,
    valueLabel: ({ about }) => about?.valueLabel ?? null,
    valueUnit: ({ about }) => about?.valueUnit ?? null,
    isPrice: ({ about }) => about?.isPrice ?? null,
    status: ({ health }) => statuses[health.status],
    lastSync: ({ health }) => health.lastSync,
    syncIntervalSecs: ({ health }) => health.syncIntervalSecs,
    assets: ({ health }, page, context) =>
      mapMaybePromise(context.loaders.vision.values.snapshot(health.sourceId), ({ prices }) =>
        pageOfAssets(prices, page),
      ),
  },
  SourceAsset: {
    id: ({ source: client, assetId }) => encodeGlobalId('SourceAsset', joinKey([client, assetId])),
    sourceId: ({ source: client }) => client,
    asset: ({ source: client, symbol }, _args, context) => resolveAsset(client, symbol, context),
    history: ({ source: client, assetId }, { from, to }, context) =>
      resolveHistory(
        { source: client, asset: assetId, from: from ?? null, to: to ?? null },
        context,
      ),
  },
  MarketSnapshot: {
    prices: ({ prices }, page) => pageOfAssets(prices, page),
  },
};
