import DataLoader from 'dataloader';
import type { Context, LoaderDeps } from '../../../context.ts';
import { GatewayError, InternalError, InvalidInputError } from '../../../lib/errors.ts';
import type { Bytes32 } from '../../../lib/units.ts';
import type { DtfContext, DtfLoaders } from '../loaders.ts';
import { PartialSnapshotError } from '../partial-snapshots.ts';
import type { BasketAsset } from '../schema.ts';
import { type AssetWithCoin, getCoinIds, lookUpCoins } from './coin-lookup.ts';
import { enrichHoldings } from './holdings-market-data.ts';
import type { LookupFiles } from './lookup-files.ts';
import { createEnrichmentProviderClient, maxIdsPerCall } from './provider-client.ts';
import type {
  DefiStatistics,
  DtfEnrichment,
  EnrichedDtfHolding,
  FounderStatistics,
  FundingStatistics,
} from './schema.ts';
import { computeDefiStatistics } from './statistics/defi-statistics.ts';
import { computeFounderStatistics } from './statistics/founder-statistics.ts';
import { computeFundingStatistics } from './statistics/funding-statistics.ts';

/**
 * Baskets joined with provider data and lookup files, for one request. A DTF without a snapshot has
 * an empty basket; statistics without data are null.
 */
export type DtfEnrichmentLoaders = {
  /** @throws {InvalidInputError} (all methods) the request exceeds its limit of upstream reads. */
  readonly holdings: (id: Bytes32) => Promise<readonly EnrichedDtfHolding[]>;
  readonly founders: (id: Bytes32) => Promise<FounderStatistics | null>;
  readonly defi: (id: Bytes32) => Promise<DefiStatistics | null>;
  readonly funding: (id: Bytes32) => Promise<FundingStatistics | null>;
  readonly enrichment: (id: Bytes32) => Promise<DtfEnrichment>;
};

/** Context of a request that the enrichment's resolvers and routes need. */
export type EnrichmentContext = DtfContext & Context<{ readonly enrichment: DtfEnrichmentLoaders }>;

const assetBytes = 200;

/** Creates the loaders of one request; coins of several DTFs are fetched in one call. */
export function createEnrichmentLoaders(
  deps: Pick<LoaderDeps, 'requestCache' | 'cache' | 'upstreams'>,
  {
    lookupFiles,
    snapshotOf,
  }: { readonly lookupFiles: LookupFiles } & Pick<DtfLoaders, 'snapshotOf'>,
): DtfEnrichmentLoaders {
  const { requestCache } = deps;
  const providers = createEnrichmentProviderClient(deps);

  /** Returns the assets of a DTF, also if its snapshot lacks other fields. */
  async function loadAssets(id: Bytes32): Promise<readonly BasketAsset[]> {
    try {
      return (await snapshotOf(id)).assets;
    } catch (error) {
      const assets = error instanceof PartialSnapshotError ? error.getBasket(id) : undefined;
      if (!assets) throw error;
      const bytes = assets.length * assetBytes;
      return requestCache.read('dtfSnapshot', `basket ${id}`, async () => ({
        value: assets,
        bytes,
      }));
    }
  }

  async function loadBasket(id: Bytes32): Promise<readonly AssetWithCoin[]> {
    try {
      const basket = lookUpCoins(await loadAssets(id), lookupFiles);
      if (basket.length === 0) requestCache.freshness.markUncacheable();
      return basket;
    } catch (error) {
      // A client's request that is too large must fail; other failures leave the basket empty.
      if (!(error instanceof GatewayError) || error instanceof InvalidInputError) throw error;
      requestCache.freshness.markDegraded();
      requestCache.freshness.markUncacheable();
      return [];
    }
  }
  const basketOf = (id: Bytes32) => baskets.load(id);
  const baskets = new DataLoader<Bytes32, readonly AssetWithCoin[]>(
    (ids) => Promise.all(ids.map(loadBasket)),
    { batch: false },
  );

  const byCoin = <T>(
    fetch: (ids: readonly string[]) => ReadonlyMap<string, T> | Promise<ReadonlyMap<string, T>>,
  ) =>
    new DataLoader<string, T | null>(
      async (ids) => {
        const found = await fetch([...ids].sort());
        return ids.map((id) => found.get(id) ?? null);
      },
      { maxBatchSize: maxIdsPerCall },
    );
  const quotes = byCoin(providers.quotes);
  const images = byCoin(providers.images);

  async function loadKnown<T extends object | string>(
    loader: DataLoader<string, T | null>,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, T>> {
    const values = await Promise.all(ids.map((id) => loader.load(id)));
    return new Map(
      ids.flatMap((id, position) => {
        const value = values[position];
        return value ? [[id, value] as const] : [];
      }),
    );
  }

  async function withBasket<T>(
    id: Bytes32,
    work: (basket: readonly AssetWithCoin[]) => T | Promise<T>,
  ): Promise<T> {
    try {
      return await work(await basketOf(id));
    } catch (error) {
      if (error instanceof GatewayError || requestCache.signal.aborted) throw error;
      throw new InternalError('Enrichment unavailable', { cause: error });
    }
  }

  const loaders: Omit<DtfEnrichmentLoaders, 'enrichment'> = {
    holdings: (id) =>
      withBasket(id, async (basket) => {
        const pictured = basket.filter(({ coin }) => coin?.image === undefined);
        const [quoteOf, imageOf] = await Promise.all([
          loadKnown(quotes, getCoinIds(basket)),
          loadKnown(images, getCoinIds(pictured)),
        ]);
        return enrichHoldings(basket, { quotes: quoteOf, images: imageOf });
      }),
    founders: (id) =>
      withBasket(id, (basket) =>
        computeFounderStatistics(
          basket.map(({ coin }) => (coin ? lookupFiles.founders(coin.id) : [])),
        ),
      ),
    defi: (id) =>
      withBasket(id, async (basket) =>
        basket.length === 0 ? null : computeDefiStatistics(basket, await providers.protocols()),
      ),
    funding: (id) =>
      withBasket(id, async (basket) =>
        basket.length === 0 ? null : computeFundingStatistics(basket, await providers.raises()),
      ),
  };

  return {
    ...loaders,
    enrichment: async (id) => {
      const [holdings, founders, defi, funding] = await Promise.all([
        loaders.holdings(id),
        loaders.founders(id),
        loaders.defi(id),
        loaders.funding(id),
      ]);
      return {
        itpId: id,
        holdings: [...holdings],
        ...(founders ? { founders } : {}),
        ...(defi ? { defi } : {}),
        ...(funding ? { funding } : {}),
      };
    },
  };
}
