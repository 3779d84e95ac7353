import DataLoader from 'dataloader';
import { request } from 'undici';
import type {
  Fund,
  Holding,
  Market,
  NavPoint,
  Price,
  Snapshot,
  UpstreamReads,
} from './upstream-reads.ts';
import { upstreamPaths } from './upstream-reads.ts';

/**
 * Fetches JSON in the usual way of undici: `undici.request`, the global dispatcher and the body's
 * `json` method.
 *
 * @throws {Error} the status is not 200.
 */
export async function fetchJson<T>(url: string): Promise<T> {
  const { statusCode, body } = await request(url);
  if (statusCode !== 200) throw new Error(`the upstream responded with status ${statusCode}`);
  return (await body.json()) as T;
}

/**
 * Creates the reads of one request, without a cache. Bulk resources are batched with DataLoader.
 */
export function createFreshReads(upstream: string): UpstreamReads {
  const snapshots = new DataLoader<string, readonly Holding[]>(async (ids) => {
    const all = await fetchJson<Snapshot[]>(upstream + upstreamPaths.snapshots);
    const byId = new Map(all.map((one) => [one.itp_id, one.assets]));
    return ids.map((id) => byId.get(id) ?? new Error(`no snapshot of ${id}`));
  });
  const prices = new DataLoader<string, number | null>(async (symbols) => {
    const all = await fetchJson<Record<string, number>>(upstream + upstreamPaths.prices);
    return symbols.map((symbol) => all[symbol] ?? null);
  });
  return {
    ranking: () => fetchJson<Fund[]>(upstream + upstreamPaths.ranking),
    nav: (id) => fetchJson<Price>(upstream + upstreamPaths.nav(id)),
    navSeries: (id) => fetchJson<NavPoint[]>(upstream + upstreamPaths.navSeries(id)),
    holdings: (id) => snapshots.load(id),
    price: (symbol) => prices.load(symbol),
    market: (source) => fetchJson<Market>(upstream + upstreamPaths.market(source)),
  };
}
