import DataLoader from 'dataloader';
import type { Context, LoaderDeps } from '../../context.ts';
import { andThen } from '../../core/and-then.ts';
import { GatewayError, NotFoundError } from '../../core/errors.ts';
import { once } from '../../core/lazily.ts';
import { memoizeByValue } from '../../core/memoize-by-value.ts';
import type { Bytes32 } from '../../core/units.ts';
import { createOnChainPrices } from './on-chain.ts';
import { createDtfPrices } from './price.ts';
import type { DtfPrice, DtfSnapshot, RankingEntry } from './shapes.ts';
import { createDtfSource, type DtfSource } from './source.ts';

/** DTFs for one request. */
export type DtfLoaders = Pick<DtfSource, 'navSeries' | 'ranking' | 'snapshots' | 'snapshot'> & {
  /** @throws {NotFoundError} neither the data node nor the chain knows the DTF. */
  readonly price: (id: Bytes32) => DtfPrice | Promise<DtfPrice>;
  /** Its entry in the ranking; null when it has none. */
  readonly entry: (id: Bytes32) => RankingEntry | null | Promise<RankingEntry | null>;
  /** The ranking; null where it cannot be had, of which the answer lives shortly. */
  readonly rankingOrNull: () =>
    | readonly RankingEntry[]
    | null
    | Promise<readonly RankingEntry[] | null>;
  /** Like `snapshot`, but many asked for together cost one bulk read. */
  readonly snapshotOf: (id: Bytes32) => DtfSnapshot | Promise<DtfSnapshot>;
};

/** What a request carries for the doors of this slice. */
export type DtfContext = Context<{
  readonly dtf: DtfLoaders;
  readonly prices: { readonly latest: () => Prices | Promise<Prices> };
}>;

/** Ticker → USD, every asset that has a price. */
export type Prices = ReadonlyMap<string, number>;

const byItpId = <T extends { readonly itp_id: string }>(list: readonly T[]) =>
  new Map(list.map((one) => [one.itp_id, one]));
const entriesById = memoizeByValue(byItpId<RankingEntry>);
const snapshotsById = memoizeByValue(byItpId<DtfSnapshot>);

const none: readonly RankingEntry[] = [];

/** Reads of one request, shared by both doors. */
export function createDtfLoaders(
  deps: Pick<LoaderDeps, 'reader' | 'upstreams' | 'clock'>,
): DtfLoaders {
  const { reader, upstreams, clock } = deps;
  const source = createDtfSource({ reader, dataNode: upstreams.dataNode, clock });
  const onChain = createOnChainPrices(upstreams.l3, upstreams.contracts);

  const atHand = (id: Bytes32) => {
    const { one, all } = source.freshSnapshots(id);
    return one ?? (all && snapshotsById(all).get(id));
  };
  const supplyAtHand = (id: Bytes32) =>
    (atHand(id) ?? entriesById(source.freshRanking() ?? none).get(id))?.total_supply;
  const price = createDtfPrices({ reader, fetchPrice: source.fetchPrice, onChain, supplyAtHand });

  /** Whether snapshots are being gathered: what was not at hand a moment ago is not looked for again. */
  let isGathering = false;
  const bulkSnapshots = once(
    () =>
      new DataLoader<Bytes32, DtfSnapshot>(async (ids) => {
        isGathering = false;
        const [id] = ids;
        if (ids.length === 1 && id) return [atHand(id) ?? (await source.snapshot(id))];
        const byId = snapshotsById(await source.snapshots());
        return ids.map((id) => byId.get(id) ?? new NotFoundError(`DTF ${id} has no snapshot`));
      }),
  );

  function rankingOrNull() {
    const found = source.ranking();
    if (!(found instanceof Promise)) return found;
    return found.catch((error: unknown) => {
      if (!(error instanceof GatewayError)) throw error;
      reader.freshness.degrade();
      return null;
    });
  }

  return {
    navSeries: source.navSeries,
    ranking: source.ranking,
    rankingOrNull,
    snapshots: source.snapshots,
    snapshot: source.snapshot,
    price,
    snapshotOf: (id) => {
      if (isGathering) return bulkSnapshots().load(id);
      const known = atHand(id);
      if (known) return known;
      isGathering = true;
      return bulkSnapshots().load(id);
    },
    entry: (id) => andThen(source.ranking(), (entries) => entriesById(entries).get(id) ?? null),
  };
}
