import type { CachePolicyName } from '../../../src/cache/cache-policies.ts';
import { createValueCache } from '../../../src/cache/value-cache.ts';
import { fetchJson } from './fresh-reads.ts';
import type {
  Fund,
  Holding,
  Market,
  MaybePromise,
  NavPoint,
  Price,
  Snapshot,
  UpstreamReads,
} from './upstream-reads.ts';
import { upstreamPaths } from './upstream-reads.ts';

/**
 * Creates reads through the gateway's value cache, which all requests of the process share. Cached
 * values are returned without a promise. The clock stands still, so that no value expires, as in
 * the contestant of our gateway.
 */
export function createCachedReads(upstream: string): UpstreamReads {
  const standing = Date.now();
  const cache = createValueCache({ clock: { now: () => standing }, maxBytes: 256 * 1024 * 1024 });

  function read<T, V>(
    policy: CachePolicyName,
    path: string,
    parse: (sent: T) => V,
  ): MaybePromise<V> {
    const found = cache.read<V>({
      policy,
      key: path,
      fetch: async () => {
        const sent = await fetchJson<T>(upstream + path);
        return { value: parse(sent), bytes: 1000 };
      },
    });
    return found instanceof Promise ? found.then(({ value }) => value) : found.value;
  }

  const same = <T>(value: T): T => value;
  const bySymbol = (sent: Record<string, number>) => new Map(Object.entries(sent));
  const byId = (sent: Snapshot[]) => new Map(sent.map((one) => [one.itp_id, one.assets]));
  const then = <T, U>(value: MaybePromise<T>, use: (value: T) => U): MaybePromise<U> =>
    value instanceof Promise ? value.then(use) : use(value);

  return {
    ranking: () => read('ranking', upstreamPaths.ranking, same<Fund[]>),
    nav: (id) => read('nav', upstreamPaths.nav(id), same<Price>),
    navSeries: (id) => read('navSeries', upstreamPaths.navSeries(id), same<NavPoint[]>),
    holdings: (id) =>
      then(
        read('dtfSnapshot', upstreamPaths.snapshots, byId),
        (all): readonly Holding[] => all.get(id) ?? [],
      ),
    price: (symbol) =>
      then(read('price', upstreamPaths.prices, bySymbol), (all) => all.get(symbol) ?? null),
    market: (source) => read('marketSnapshot', upstreamPaths.market(source), same<Market>),
  };
}
