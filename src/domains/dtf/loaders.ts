import DataLoader from 'dataloader';
import type { NavRange } from '../../../generated/graphql/resolvers.ts';
import type { Context, LoaderDeps } from '../../context.ts';
import { dayOf, secondsPerDay, selectDays, startOfDay } from '../../finance/daily-series.ts';
import { unixNow } from '../../lib/clock.ts';
import { GatewayError, NotFoundError } from '../../lib/errors.ts';
import { lazy } from '../../lib/lazy-properties.ts';
import { mapMaybePromise } from '../../lib/maybe-promise.ts';
import { memoizeOnObject } from '../../lib/memoize-on-object.ts';
import type { Bytes32 } from '../../lib/units.ts';
import { createDtfClient, indexSnapshotsById } from './client.ts';
import { createDtfPriceReader } from './dtf-price-reader.ts';
import { createDtfMetadataReader } from './metadata.ts';
import { navRangeDays, wireNavRangeOf } from './nav-range.ts';
import { createOnChainPrices } from './on-chain-prices.ts';
import { createOnChainStates } from './on-chain-states.ts';
import { toDailyNav } from './performance.ts';
import type { DtfRankingEntry } from './schema.ts';
import { type SerializedNavSeries, serializeNavSeries } from './serialized-nav-series.ts';
import { createDtfTradingClient } from './trading/client.ts';
import type { Candle } from './trading/upstream-schema.ts';
import type { UpstreamDtfSnapshot } from './upstream-schema.ts';

/** DTF loaders of one request. */
export type DtfLoaders = ReturnType<typeof createDtfLoaders>;

/** Context of a request that this domain's resolvers and routes need. */
export type DtfContext = Context<{
  readonly dtf: DtfLoaders;
  readonly prices: { readonly latest: () => unknown };
}>;

/** Indexes the ranking by DTF; memoized on the list. */
export const indexRankingByDtf = memoizeOnObject(
  (entries: readonly DtfRankingEntry[]) => new Map(entries.map((entry) => [entry.itp_id, entry])),
);

/** The closing NAVs of candles; memoized on the list. */
const toClosingNavs = memoizeOnObject((candles: readonly Candle[]) =>
  serializeNavSeries(candles.map(({ timestamp, close }) => ({ timestamp, nav: close }))),
);

/** Creates the loaders of one request; REST and GraphQL share them. */
export function createDtfLoaders({
  requestCache,
  upstreams,
  clock,
}: Pick<LoaderDeps, 'requestCache' | 'upstreams' | 'clock'>) {
  const client = createDtfClient({ requestCache, dataNode: upstreams.dataNode, clock });
  const { cachedSnapshot, cachedRanking } = client;
  const price = createDtfPriceReader({
    requestCache,
    fetchPrice: client.fetchPrice,
    onChain: createOnChainPrices(createOnChainStates(upstreams.l3, upstreams.contracts)),
    cachedSupply: (id) => {
      const ranking = cachedRanking();
      return (cachedSnapshot(id) ?? (ranking && indexRankingByDtf(ranking).get(id)))?.total_supply;
    },
  });

  const { candles } = createDtfTradingClient({
    requestCache,
    dataNode: upstreams.dataNode,
    clock,
  });

  /**
   * Returns the NAVs of a range of GraphQL: those of REST, or the closes of daily candles. A data
   * node without candles has no more than a year.
   */
  function navHistory(
    id: Bytes32,
    range: NavRange,
  ): SerializedNavSeries | Promise<SerializedNavSeries> {
    const wireRange = wireNavRangeOf(range);
    if (wireRange !== null) return client.navSeries(id, wireRange);
    const from = Math.max(0, startOfDay(unixNow(clock)) - navRangeDays[range] * secondsPerDay);
    return mapMaybePromise(candles(id, { interval: 'D1', from }), (found) =>
      found === null ? client.navSeries(id, '1y') : toClosingNavs(found),
    );
  }

  /** True while a batch collects ids; further ids then join it without another cache lookup. */
  let isGathering = false;
  const bulkSnapshots = lazy(
    () =>
      new DataLoader<Bytes32, UpstreamDtfSnapshot>(async (ids) => {
        isGathering = false;
        const [id] = ids;
        if (ids.length === 1 && id) return [cachedSnapshot(id) ?? (await client.snapshot(id))];
        const byId = indexSnapshotsById(await client.snapshots());
        return ids.map((id) => byId.get(id) ?? new NotFoundError(`DTF ${id} has no snapshot`));
      }),
  );

  return {
    metadata: createDtfMetadataReader({ requestCache, upstreams }),
    navSeries: client.navSeries,
    navHistory,
    /** Like `navHistory`, by day. */
    dailySeries: (id: Bytes32, range: NavRange) =>
      mapMaybePromise(navHistory(id, range), toDailyNav),
    /**
     * The days of the last year and the one before them, so that 365 returns follow from them. The
     * range of a year lacks that day, the next longer one has it and takes one read as well.
     */
    yearSeries: (id: Bytes32) =>
      mapMaybePromise(navHistory(id, 'Y3'), (series) =>
        selectDays(toDailyNav(series), dayOf(unixNow(clock)) - navRangeDays.Y1, null),
      ),
    ranking: client.ranking,
    snapshots: client.snapshots,
    snapshot: client.snapshot,
    /** @throws {NotFoundError} neither the data node nor the chain knows the DTF. */
    price,
    /** Returns the ranking; null when it is unavailable, which marks the response as degraded. */
    rankingOrNull: () => {
      const found = client.ranking();
      if (!(found instanceof Promise)) return found;
      return found.catch((error: unknown) => {
        if (!(error instanceof GatewayError)) throw error;
        requestCache.freshness.markDegraded();
        return null;
      });
    },
    /** Like `snapshot`, but several ids requested together cause one read of all snapshots. */
    snapshotOf: (id: Bytes32): UpstreamDtfSnapshot | Promise<UpstreamDtfSnapshot> => {
      const known = isGathering ? undefined : cachedSnapshot(id);
      if (known) return known;
      isGathering = true;
      return bulkSnapshots().load(id);
    },
    entry: (id: Bytes32) =>
      mapMaybePromise(client.ranking(), (entries) => indexRankingByDtf(entries).get(id) ?? null),
  };
}
