import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { type FakeUpstream, startGateway, startUpstream } from '../support/gateway.ts';
import { postJson } from '../support/post-json.ts';

const fundOne = `0x${'0'.repeat(63)}1`;
const fundTwo = `0x${'0'.repeat(63)}2`;

/** A data node whose prices rise with each call, and whose ranking has two funds. */
async function startRisingDataNode(): Promise<FakeUpstream> {
  let calls = 0;
  return startUpstream((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://data-node');
    calls += 1;
    const bodies: Record<string, unknown> = {
      '/price': {
        asset: searchParams.get('asset'),
        price: 100 + calls,
        timestamp: 1,
        source: 'test',
      },
      '/latest-prices': { prices: { BTC: 100 } },
      '/aum-ranking': [fundOne, fundTwo].map((id, at) => ({
        itp_id: id,
        name: `Fund ${id.at(-1)}`,
        symbol: `F${id.at(-1)}`,
        aum_usd: 100 - at + calls,
        nav_per_share: 1,
        total_supply: '1',
        asset_count: 1,
      })),
    };
    const body = bodies[pathname];
    response.writeHead(body ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body ?? { error: 'unknown path' }));
  });
}

const tagsOf = ({ headers }: Response) => headers.get('cache-tag')?.split(',').sort() ?? null;

test('default: what may be cached of either API has the tags of its values', async () => {
  await using node = await startRisingDataNode();
  await using gateway = await startGateway({ DATA_NODE_URL: node.url });
  const price = await gateway.rest('/price?asset=BTC');
  expect(tagsOf(price)).toEqual(['price-BTC']);
  const held = await gateway.rest('/price?asset=BTC', {
    headers: { 'If-None-Match': price.headers.get('etag') ?? '' },
  });
  expect([held.status, tagsOf(held)]).toEqual([304, ['price-BTC']]);

  const query = encodeURIComponent('{ a: asset(symbol: "BTC") { price } dtfs { totalCount } }');
  const graph = await fetch(`${gateway.url}/graphql?query=${query}`);
  expect(graph.headers.get('cache-control'), await graph.text()).toMatch(/^public/);
  expect(tagsOf(graph)).toEqual(['dtf', 'price']);
});

test('default: what must not be cached has no tags', async () => {
  await using node = await startRisingDataNode();
  await using gateway = await startGateway({ DATA_NODE_URL: node.url });
  for (const path of ['/price?asset=', '/vision/batches', '/explorer/health']) {
    expect(tagsOf(await gateway.rest(path)), path).toBeNull();
  }
  const failed = await gateway.rest('/vision/batches');
  expect(failed.headers.get('cache-control')).toBe('no-store');
});

test('default: a purge drops values, fragments and responses with the tag, and no others', async () => {
  await using node = await startRisingDataNode();
  const port = await freePort();
  await using gateway = await startGateway({
    DATA_NODE_URL: node.url,
    METRICS_PORT: String(port),
    ADMIN_TOKEN: 'open sesame',
  });
  const priceOf = async (asset: string) => {
    const { price } = (await (await gateway.rest(`/price?asset=${asset}`)).json()) as {
      readonly price: number;
    };
    return price;
  };
  const aum = async () =>
    JSON.stringify(await gateway.query('{ dtfs { edges { node { name aumUsd } } } }'));
  // The second response with a key is kept whole.
  const before = [
    await priceOf('BTC'),
    await priceOf('BTC'),
    await priceOf('ETH'),
    await priceOf('ETH'),
  ];
  const funds = await aum();
  expect(await aum()).toBe(funds);
  expect(funds).toContain('Fund 2');

  const purge = (body: unknown, token = 'open sesame') =>
    postJson(`http://127.0.0.1:${port}/admin/purge`, body, {
      headers: { Authorization: `Bearer ${token}` },
    });
  const purged = await purge({ tags: ['price-BTC', `dtf-${fundTwo}`] });
  expect(purged.status).toBe(200);
  expect(await purged.json()).toEqual({ purged: ['price-BTC', `dtf-${fundTwo}`] });
  expect(await priceOf('BTC')).not.toBe(before[0]);
  expect(await priceOf('ETH')).toBe(before[2]);
  expect(await aum()).not.toBe(funds);
});

test('error: a purge without its token, or of what is no tag, is refused and says what would be right', async () => {
  const port = await freePort();
  await using gateway = await startGateway({
    METRICS_PORT: String(port),
    ADMIN_TOKEN: 'open sesame',
  });
  const url = `http://127.0.0.1:${port}/admin/purge`;
  const send = (body: unknown, headers: Record<string, string> = {}) =>
    postJson(url, body, { headers });
  for (const headers of [{}, { Authorization: 'Bearer open' }, { Authorization: 'open sesame' }]) {
    const refused = await send({ tags: ['dtf'] }, headers as Record<string, string>);
    expect(refused.status).toBe(401);
    expect(refused.headers.get('www-authenticate')).toBe('Bearer');
    expect(await refused.text()).not.toContain('sesame');
  }
  const allowed = { Authorization: 'Bearer open sesame' };
  for (const [body, said] of [
    [{}, 'list of 1 to 256 tags'],
    [{ tags: [] }, 'list of 1 to 256 tags'],
    [{ tags: Array.from({ length: 257 }, () => 'dtf') }, 'list of 1 to 256 tags'],
    [{ tags: ['fund-1'] }, 'the kinds are dtf, price, wallet'],
    [{ tags: [7] }, 'each of tags must be a kind'],
    ['{', 'valid JSON'],
  ] as const) {
    const refused = await send(body, allowed);
    expect(refused.status, JSON.stringify(body)).toBe(400);
    expect(((await refused.json()) as { error: string }).error).toContain(said);
  }
  const got = await fetch(url, { headers: allowed });
  expect([got.status, got.headers.get('allow')]).toEqual([405, 'POST']);
  const onPublicPort = await postJson(
    `${gateway.url}/admin/purge`,
    { tags: ['dtf'] },
    {
      headers: allowed,
    },
  );
  expect(onPublicPort.status).toBe(404);
});

test('error: without ADMIN_TOKEN there is no such path', async () => {
  const port = await freePort();
  await using _gateway = await startGateway({ METRICS_PORT: String(port) });
  const response = await postJson(
    `http://127.0.0.1:${port}/admin/purge`,
    { tags: ['dtf'] },
    {
      headers: { Authorization: 'Bearer ' },
    },
  );
  expect(response.status).toBe(404);
});

test('default: the tags that the documentation lists are those that exist', async () => {
  const { cacheTagKinds } = await import('../../src/cache/cache-tags.ts');
  const text = readFileSync(join(import.meta.dirname, '../../docs/operators.md'), 'utf8');
  const listed = [...text.matchAll(/^\| `(\w+)(?:-[^`]*)?` \|/gm)].map(([, kind]) => kind);
  expect(listed.filter((kind) => cacheTagKinds.includes(kind as never)).sort()).toEqual(
    [...cacheTagKinds].sort(),
  );
});
