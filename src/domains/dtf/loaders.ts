import DataLoader from 'dataloader';
import type { Context, LoaderDeps } from '../../context.ts';
import { GatewayError, NotFoundError } from '../../lib/errors.ts';
import { lazy } from '../../lib/lazy-properties.ts';
import { mapMaybePromise } from '../../lib/maybe-promise.ts';
import { memoizeOnObject } from '../../lib/memoize-on-object.ts';
import type { Bytes32 } from '../../lib/units.ts';
import { createDtfClient, type DtfClient } from './client.ts';
import { createDtfPriceReader } from './dtf-price-reader.ts';
import { createOnChainPrices } from './on-chain-prices.ts';
import type { DtfPrice, DtfRankingEntry } from './schema.ts';
import type { UpstreamDtfSnapshot } from './upstream-schema.ts';

/** DTF loaders of one request. */
export type DtfLoaders = Pick<DtfClient, 'navSeries' | 'ranking' | 'snapshots' | 'snapshot'> & {
  /** @throws {NotFoundError} neither the data node nor the chain knows the DTF. */
  readonly price: (id: Bytes32) => DtfPrice | Promise<DtfPrice>;
  readonly entry: (id: Bytes32) => DtfRankingEntry | null | Promise<DtfRankingEntry | null>;
  /** Returns the ranking; null when it is unavailable, which marks the response as degraded. */
  readonly rankingOrNull: () =>
    | readonly DtfRankingEntry[]
    | null
    | Promise<readonly DtfRankingEntry[] | null>;
  /** Like `snapshot`, but several ids requested together cause one read of all snapshots. */
  readonly snapshotOf: (id: Bytes32) => UpstreamDtfSnapshot | Promise<UpstreamDtfSnapshot>;
};

/** Context of a request that this domain's resolvers and routes need. */
export type DtfContext = Context<{
  readonly dtf: DtfLoaders;
  readonly prices: { readonly latest: () => PricesByTicker | Promise<PricesByTicker> };
}>;

/** Ticker → USD for every asset with a price. */
export type PricesByTicker = ReadonlyMap<string, number>;

const byItpId = <T extends { readonly itp_id: string }>(list: readonly T[]) =>
  new Map(list.map((one) => [one.itp_id, one]));
const entriesById = memoizeOnObject(byItpId<DtfRankingEntry>);
const snapshotsById = memoizeOnObject(byItpId<UpstreamDtfSnapshot>);

const none: readonly DtfRankingEntry[] = [];

/** Creates the loaders of one request; REST and GraphQL share them. */
export function createDtfLoaders(
  deps: Pick<LoaderDeps, 'requestCache' | 'upstreams' | 'clock'>,
): DtfLoaders {
  const { requestCache, upstreams, clock } = deps;
  const client = createDtfClient({ requestCache, dataNode: upstreams.dataNode, clock });
  const onChain = createOnChainPrices(upstreams.l3, upstreams.contracts);

  const atHand = (id: Bytes32) => {
    const { one, all } = client.cachedSnapshots(id);
    return one ?? (all && snapshotsById(all).get(id));
  };
  const cachedSupply = (id: Bytes32) =>
    (atHand(id) ?? entriesById(client.cachedRanking() ?? none).get(id))?.total_supply;
  const price = createDtfPriceReader({
    requestCache,
    fetchPrice: client.fetchPrice,
    onChain,
    cachedSupply,
  });

  /** True while a batch collects ids; further ids then join it without another cache lookup. */
  let isGathering = false;
  const bulkSnapshots = lazy(
    () =>
      new DataLoader<Bytes32, UpstreamDtfSnapshot>(async (ids) => {
        isGathering = false;
        const [id] = ids;
        if (ids.length === 1 && id) return [atHand(id) ?? (await client.snapshot(id))];
        const byId = snapshotsById(await client.snapshots());
        return ids.map((id) => byId.get(id) ?? new NotFoundError(`DTF ${id} has no snapshot`));
      }),
  );

  function rankingOrNull() {
    const found = client.ranking();
    if (!(found instanceof Promise)) return found;
    return found.catch((error: unknown) => {
      if (!(error instanceof GatewayError)) throw error;
      requestCache.freshness.markDegraded();
      return null;
    });
  }

  return {
    navSeries: client.navSeries,
    ranking: client.ranking,
    rankingOrNull,
    snapshots: client.snapshots,
    snapshot: client.snapshot,
    price,
    snapshotOf: (id) => {
      if (isGathering) return bulkSnapshots().load(id);
      const known = atHand(id);
      if (known) return known;
      isGathering = true;
      return bulkSnapshots().load(id);
    },
    entry: (id) =>
      mapMaybePromise(client.ranking(), (entries) => entriesById(entries).get(id) ?? null),
  };
}
