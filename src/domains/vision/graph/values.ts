import type { Resolvers } from '../../../../generated/graphql/resolvers.ts';
import { andThen, foundOr } from '../../../core/and-then.ts';
import { connectionsBy } from '../../../graphql/connection.ts';
import { nameText, parseInput } from '../../../http/input.ts';
import type { VisionContext } from '../loaders.ts';
import type {
  MarketSnapshot,
  SnapshotEntry,
  SourceHealth,
  SourceRegistry,
} from '../snapshot/shapes.ts';
import { assetOf, historyOf } from './markets.ts';

/** A source's health with what the registry says of it. */
export type SourceRef = {
  readonly health: SourceHealth;
  readonly assetCount: number;
  readonly about: SourceRegistry['sources'][number] | null;
};
export type SourceAssetRef = SnapshotEntry;
export type SnapshotRef = MarketSnapshot;

async function allSources(context: VisionContext): Promise<readonly SourceRef[]> {
  const { values } = context.loaders.vision;
  // Sources are listed by what is counted of them; how they present themselves may be missing.
  const [meta, registry] = await Promise.all([values.meta(), values.registryOrNull()]);
  const about = new Map(registry?.sources.map((source) => [source.sourceId, source]));
  return meta.sources.map((health) => ({
    health,
    assetCount: meta.assetCounts[health.sourceId] ?? 0,
    about: about.get(health.sourceId) ?? null,
  }));
}

const pageOfAssets = connectionsBy(({ source, assetId }: SnapshotEntry) => `${source} ${assetId}`);

const statuses = { healthy: 'HEALTHY', stale: 'STALE', not_started: 'NOT_STARTED' } as const;

/** Data sources and their latest values. */
export const valueResolvers: Resolvers<VisionContext> = {
  Query: {
    sources: async (_root, _args, context) => [...(await allSources(context))],
    source: async (_root, { id }, context) =>
      (await allSources(context)).find(({ health }) => health.sourceId === id) ?? null,
    snapshot: (_root, { sourceId }, context) => {
      const { values } = context.loaders.vision;
      if (sourceId == null) return values.snapshot();
      const source = parseInput(nameText('sourceId'), sourceId);
      return foundOr(() => values.snapshot(source), null);
    },
  },
  DataSource: {
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
      andThen(context.loaders.vision.values.snapshot(health.sourceId), ({ prices }) =>
        pageOfAssets(prices, page),
      ),
  },
  SourceAsset: {
    sourceId: ({ source }) => source,
    asset: ({ source, symbol }, _args, context) => assetOf(source, symbol, context),
    history: ({ source, assetId }, { from, to }, context) =>
      historyOf({ source, asset: assetId, from: from ?? null, to: to ?? null }, context),
  },
  MarketSnapshot: {
    prices: ({ prices }, page) => pageOfAssets(prices, page),
  },
};
