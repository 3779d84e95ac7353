import type {
  DataSourceAssetsArgs,
  QuerySourcesArgs,
} from '../../../../generated/graphql/resolvers.ts';
import { createListPaginator } from '../../../graphql/connection/index.ts';
import { joinCompoundKey, parseGlobalIdOfType } from '../../../lib/global-id.ts';
import type { SnapshotEntry, SourceHealth, SourceRegistry } from '../snapshot/schema.ts';

/** A data source: its health, and its entry in the registry. */
export type DataSourceParent = {
  readonly health: SourceHealth;
  readonly assetCount: number;
  readonly about: SourceRegistry['sources'][number] | null;
};

/** The GraphQL names of the health statuses. */
export const sourceStatusGraphQLNames = {
  healthy: 'HEALTHY',
  stale: 'STALE',
  not_started: 'NOT_STARTED',
} as const;

/** Filters, sorts and paginates `Query.sources`. */
export const filterAndPaginateSources = createListPaginator<DataSourceParent, QuerySourcesArgs>({
  name: 'sources',
  naturalKey: ({ health }) => health.sourceId,
  orders: {
    SOURCE_ID: { direction: 'ASC', key: ({ health }) => health.sourceId },
    ASSET_COUNT: { direction: 'DESC', key: ({ assetCount }) => assetCount },
    LAST_SYNC: {
      direction: 'DESC',
      key: ({ health }) => (health.lastSync === null ? null : Date.parse(health.lastSync)),
    },
  },
  defaultOrder: 'SOURCE_ID',
  filters: {
    status: (wanted) => (source) => sourceStatusGraphQLNames[source.health.status] === wanted,
    category: (wanted) => (source) => source.about?.category === wanted,
  },
  searchIn: ({ health, about }) => [health.sourceId, about?.name],
});

/** Returns the natural key of an asset of a source. */
export const sourceAssetKey = ({ source, assetId }: SnapshotEntry): string =>
  joinCompoundKey([source, assetId]);

/** Filters, sorts and paginates `DataSource.assets` and `MarketSnapshot.prices`. */
export const filterAndPaginateSourceAssets = createListPaginator<
  SnapshotEntry,
  DataSourceAssetsArgs
>({
  name: 'sourceAssets',
  naturalKey: sourceAssetKey,
  orders: {
    DEFAULT: { direction: 'ASC', key: (_entry, position) => position },
    SYMBOL: { direction: 'ASC', key: ({ symbol }) => symbol },
    VALUE: { direction: 'DESC', key: ({ value }) => value },
    CHANGE: { direction: 'DESC', key: ({ changePct }) => changePct },
    VOLUME: { direction: 'DESC', key: ({ volume24h }) => volume24h },
    MARKET_CAP: { direction: 'DESC', key: ({ marketCap }) => marketCap },
  },
  defaultOrder: 'DEFAULT',
  filters: {
    category: (wanted) => (entry) => entry.category === wanted,
    assetIds: (ids) => {
      const keys = new Set(
        ids.map((id) => parseGlobalIdOfType('SourceAsset', id, 'filter.assetIds')),
      );
      const plain = new Set(ids);
      return (entry) => plain.has(entry.assetId) || keys.has(sourceAssetKey(entry));
    },
  },
  searchIn: ({ symbol, name }) => [symbol, name],
});
