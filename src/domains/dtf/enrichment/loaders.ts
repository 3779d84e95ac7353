import DataLoader from 'dataloader';
import type { Context, LoaderDeps } from '../../../context.ts';
import { GatewayError, InternalError, InvalidInputError } from '../../../lib/errors.ts';
import type { Bytes32 } from '../../../lib/units.ts';
import type { DtfContext, DtfLoaders } from '../loaders.ts';
import { SalvagedDtfBasketsError } from '../partial-snapshots.ts';
import type { BasketAsset } from '../schema.ts';
import type { AssetWithCoin, EnrichmentLookupData } from './lookup-files.ts';
import { createEnrichmentProviderClient, maxProviderIdsPerCall } from './provider-client.ts';
import type { DtfEnrichment, EnrichedDtfHolding } from './schema.ts';
import { computeDefiStatistics } from './statistics/defi-statistics.ts';
import { computeFounderStatistics } from './statistics/founder-statistics.ts';
import { computeFundingStatistics } from './statistics/funding-statistics.ts';

export type DtfEnrichmentLoaders = ReturnType<typeof createEnrichmentLoaders>;

/** Context of a request that the enrichment's resolvers and routes need. */
export type EnrichmentContext = DtfContext & Context<{ readonly enrichment: DtfEnrichmentLoaders }>;

const assetBytes = 200;

/**
 * Creates the loaders of one request, which join baskets with provider data and lookup files; coins
 * of several DTFs are fetched in one call. A DTF without a snapshot has an empty basket; statistics
 * without data are null.
 *
 * @throws {InvalidInputError} (from all loaders) the request exceeds its limit of upstream reads.
 */
export function createEnrichmentLoaders(
  deps: Pick<LoaderDeps, 'requestCache' | 'cache' | 'upstreams'>,
  {
    lookupData,
    snapshotOf,
  }: { readonly lookupData: EnrichmentLookupData } & Pick<DtfLoaders, 'snapshotOf'>,
) {
  const { requestCache } = deps;
  const providers = createEnrichmentProviderClient(deps);

  /** Returns the assets of a DTF, also if its snapshot lacks other fields. */
  async function loadAssets(id: Bytes32): Promise<readonly BasketAsset[]> {
    try {
      return (await snapshotOf(id)).assets;
    } catch (error) {
      const assets = error instanceof SalvagedDtfBasketsError ? error.getBasket(id) : undefined;
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
      const assets = await loadAssets(id);
      if (assets.length === 0) requestCache.freshness.markUncacheable();
      return assets.map((holding) => ({ holding, coin: lookupData.coin(holding.symbol) }));
    } catch (error) {
      // A client's request that is too large must fail; other failures leave the basket empty.
      if (!(error instanceof GatewayError) || error instanceof InvalidInputError) throw error;
      requestCache.freshness.markDegraded();
      requestCache.freshness.markUncacheable();
      return [];
    }
  }
  const baskets = new DataLoader<Bytes32, readonly AssetWithCoin[]>(
    (ids) => Promise.all(ids.map(loadBasket)),
    { batch: false },
  );

  const byCoin = <T>(fetch: (ids: readonly string[]) => Promise<ReadonlyMap<string, T>>) =>
    new DataLoader<string, T | undefined>(
      async (ids) => {
        const found = await fetch([...ids].sort());
        return ids.map((id) => found.get(id));
      },
      { maxBatchSize: maxProviderIdsPerCall },
    );
  const quotes = byCoin(providers.quotes);
  const images = byCoin(providers.images);

  /** Adds market data to a holding, and the market price if it has none. */
  async function enrichHolding({ holding, coin }: AssetWithCoin): Promise<EnrichedDtfHolding> {
    const { symbol, weight, price, name } = holding;
    const [quote, image] = coin
      ? await Promise.all([quotes.load(coin.id), coin.image ?? images.load(coin.id)])
      : [];
    const { usd, usd_market_cap, usd_24h_change } = quote ?? {};
    return {
      symbol,
      weight,
      price: price > 0 ? price : (usd ?? 0),
      name,
      ...(image ? { image } : {}),
      ...(coin ? { coingecko_id: coin.id } : {}),
      ...(typeof usd_market_cap === 'number' ? { market_cap: usd_market_cap } : {}),
      ...(typeof usd_24h_change === 'number' ? { change_24h: usd_24h_change } : {}),
    };
  }

  async function withBasket<T>(
    id: Bytes32,
    work: (basket: readonly AssetWithCoin[]) => T | Promise<T>,
  ): Promise<T> {
    try {
      return await work(await baskets.load(id));
    } catch (error) {
      if (error instanceof GatewayError || requestCache.signal.aborted) throw error;
      throw new InternalError('Enrichment unavailable', { cause: error });
    }
  }

  const loaders = {
    holdings: (id: Bytes32) => withBasket(id, (basket) => Promise.all(basket.map(enrichHolding))),
    founders: (id: Bytes32) =>
      withBasket(id, (basket) =>
        computeFounderStatistics(
          basket.map(({ coin }) => (coin ? lookupData.founders(coin.id) : [])),
        ),
      ),
    defi: (id: Bytes32) =>
      withBasket(id, async (basket) =>
        basket.length === 0 ? null : computeDefiStatistics(basket, await providers.protocols()),
      ),
    funding: (id: Bytes32) =>
      withBasket(id, async (basket) =>
        basket.length === 0 ? null : computeFundingStatistics(basket, await providers.raises()),
      ),
  };

  return {
    ...loaders,
    enrichment: async (id: Bytes32): Promise<DtfEnrichment> => {
      const [holdings, founders, defi, funding] = await Promise.all([
        loaders.holdings(id),
        loaders.founders(id),
        loaders.defi(id),
        loaders.funding(id),
      ]);
      return {
        itpId: id,
        holdings,
        ...(founders ? { founders } : {}),
        ...(defi ? { defi } : {}),
        ...(funding ? { funding } : {}),
      };
    },
  };
}
