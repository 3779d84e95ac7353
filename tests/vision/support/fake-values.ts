import { type FakeUpstream, startUpstream } from '../../support/gateway.ts';

/** A row as data nodes in the world send it: decimals are text. */
export const row = (source: string, index: number) => ({
  assetId: `${source}-${index}`,
  source,
  symbol: `S${index}`,
  name: `Asset ${index} of ${source}`,
  value: `${index}.25`,
  valueScaled: `${index * 100_000_000 + 25_000_000}`,
  priceScale: '100000000',
  changePct: '-1.5',
  volume24h: null,
  marketCap: '1e9',
  category: 'things',
  fetchedAt: '2026-09-21T13:34:00.000Z',
});

/** So many rows of each source. */
export const rows = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts).flatMap(([source, count]) =>
    Array.from({ length: count }, (_, index) => row(source, index)),
  );

/**
 * What the data node tells by path, or by path and query, replaceable by a test; a missing path is
 * 404, a number that status.
 */
export type FakeValues = FakeUpstream & { readonly bodies: Map<string, unknown> };

/** Starts a data node of values on a real socket. */
export async function startValues(): Promise<FakeValues> {
  const bodies = new Map<string, unknown>();
  const texts = new WeakMap<object, string>();
  const upstream = await startUpstream((request, response) => {
    const { url = '' } = request;
    const body = bodies.get(url) ?? bodies.get(url.split('?', 1)[0] ?? '') ?? 404;
    response.writeHead(typeof body === 'number' ? body : 200, {
      'content-type': 'application/json',
    });
    if (typeof body !== 'object' || body === null) return void response.end('{"error":"no"}');
    const text = texts.get(body) ?? JSON.stringify(body);
    texts.set(body, text);
    response.end(text);
  });
  return { ...upstream, bodies };
}
