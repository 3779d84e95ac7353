import { type Address, addressOf } from '../../core/cache/address.ts';
import type { Reader } from '../../core/cache/reader.ts';
import { type Clock, unixNow } from '../../core/clock.ts';
import { NotFoundError } from '../../core/errors.ts';
import type { Bytes32, UnixSeconds } from '../../core/units.ts';
import { isoSeconds } from '../../core/wire.ts';
import { type HttpClient, isAbout, parseAnswer, parseListing } from '../../upstreams/index.ts';
import { parseSnapshots } from './baskets.ts';
import {
  anyBasket,
  anyBaskets,
  dataNodePrice,
  navSeries,
  ranking,
  snapshot,
  snapshots,
} from './dialects.ts';
import type { DataNodePrice } from './documented.ts';
import { perFund } from './per-fund.ts';
import { isSeriesJson, type NavSeries } from './series.ts';
import type { DtfSnapshot, NavRange, RankingEntry } from './shapes.ts';

/** DTFs from the data node, whichever dialect it speaks. */
export type DtfSource = {
  /** Straight from the upstream, not cached: the price use case caches what it settles on. */
  readonly fetchPrice: (id: Bytes32, signal: AbortSignal) => Promise<DataNodePrice>;
  /** @throws {NotFoundError} (from all that take an id) the data node knows no such DTF. */
  readonly navSeries: (id: Bytes32, range: NavRange) => Read<NavSeries>;
  /** By AUM, descending. */
  readonly ranking: () => Read<readonly RankingEntry[]>;
  /** @throws {BasketsOnlyError} (also from `snapshots`) what came is enough for the enrichment alone. */
  readonly snapshot: (id: Bytes32) => Read<DtfSnapshot>;
  readonly snapshots: () => Read<readonly DtfSnapshot[]>;
  /** What is at hand and fresh: the snapshot of the DTF, else those of all. */
  readonly freshSnapshots: (id: Bytes32) => {
    readonly one?: DtfSnapshot | undefined;
    readonly all?: readonly DtfSnapshot[] | undefined;
  };
  /** The ranking where it is at hand and fresh. */
  readonly freshRanking: () => readonly RankingEntry[] | undefined;
};

type Read<T> = T | Promise<T>;

const upstream = 'data node';
const day = 86_400;

type Window = {
  /** So far back. */
  readonly seconds: UnixSeconds;
  /** The width of candles that data nodes in the wild want named (wire-facts 1.8). */
  readonly interval: string;
  /** Where the series of a fund is kept. */
  readonly addressOf: (id: string) => Address;
};

/** Addresses that are remembered need not be made and interned anew. */
const seriesOf = (range: NavRange) => perFund((id) => addressOf('navSeries', `${id} ${range}`));

const ranges: Readonly<Record<NavRange, Window>> = {
  '1d': { seconds: day, interval: '5m', addressOf: seriesOf('1d') },
  '7d': { seconds: 7 * day, interval: '1h', addressOf: seriesOf('7d') },
  '30d': { seconds: 30 * day, interval: '1d', addressOf: seriesOf('30d') },
  '90d': { seconds: 90 * day, interval: '1d', addressOf: seriesOf('90d') },
  '1y': { seconds: 365 * day, interval: '1d', addressOf: seriesOf('1y') },
};

/** The query of each range as it was last asked for. */
const windows = new Map<NavRange, { readonly to: UnixSeconds; readonly query: string }>();

/**
 * The part of a query that says which time is meant. It is made once a second and not for each of
 * the twenty series of a nested query: dates and their escaping take 4 µs of CPU.
 */
function windowQuery(range: NavRange, to: UnixSeconds): string {
  const known = windows.get(range);
  if (known?.to === to) return known.query;
  const { seconds, interval } = ranges[range];
  const [from, until] = [to - seconds, to].map((at) => encodeURIComponent(isoSeconds(at)));
  const query = `range=${range}&from=${from}&to=${until}&interval=${interval}`;
  windows.set(range, { to, query });
  return query;
}

/** Reads through one request's `reader`. */
export function createDtfSource(options: {
  readonly reader: Reader;
  readonly dataNode: HttpClient;
  readonly clock: Clock;
}): DtfSource {
  const { reader, dataNode, clock } = options;
  const unknown = (id: Bytes32) => new NotFoundError(`DTF ${id} does not exist`);

  return {
    fetchPrice: async (id, signal) => {
      const answer = await dataNode.get(`/itp-price?itp_id=${id}`, {
        signal,
        timeout: 3000,
        isAsked: isAbout({ itp_id: id }),
      });
      if (answer.status === 404) throw unknown(id);
      return parseAnswer(answer, dataNodePrice, upstream);
    },
    navSeries: (id, range) =>
      reader.readAt(ranges[range].addressOf(id), async (signal) => {
        const path = `/nav-series?itp_id=${id}&${windowQuery(range, unixNow(clock))}`;
        const answer = await dataNode.get(path, {
          signal,
          keepsText: isSeriesJson,
          isAsked: isAbout({ itp_id: id }),
        });
        if (answer.status === 404) throw unknown(id);
        const series = parseAnswer(answer, navSeries, upstream);
        return { value: series, bytes: answer.bytes };
      }),
    ranking: () =>
      reader.read('ranking', '', async (signal) => {
        const answer = await dataNode.get('/aum-ranking', { signal });
        const entries = parseListing(answer, ranking, upstream);
        entries.sort((left, right) => right.aum_usd - left.aum_usd);
        return { value: entries, bytes: answer.bytes };
      }),
    snapshot: (id) =>
      reader.read('dtfSnapshot', id, async (signal) => {
        const answer = await dataNode.get(`/snapshot?itp_id=${id}`, {
          signal,
          timeout: 5000,
          isAsked: isAbout({ itp_id: id }),
        });
        if (answer.status === 404) throw unknown(id);
        const parsed = parseSnapshots(answer, snapshot, (value) => {
          const { data } = anyBasket.safeParse(value);
          return data && new Map([[id, data]]);
        });
        return { value: parsed, bytes: answer.bytes };
      }),
    snapshots: () =>
      reader.read('dtfSnapshot', 'all', async (signal) => {
        const answer = await dataNode.get('/snapshot', { signal, timeout: 5000 });
        const parsed = parseSnapshots(
          answer,
          snapshots,
          (value) => anyBaskets.safeParse(value).data,
        );
        return { value: parsed, bytes: answer.bytes };
      }),
    freshSnapshots: (id) => {
      const one = reader.peek<DtfSnapshot>('dtfSnapshot', id);
      return one ? { one } : { all: reader.peek<readonly DtfSnapshot[]>('dtfSnapshot', 'all') };
    },
    freshRanking: () => reader.peek<readonly RankingEntry[]>('ranking', ''),
  };
}
