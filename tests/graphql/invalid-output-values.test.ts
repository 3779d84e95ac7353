import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type FakeUpstream,
  startGateway,
  startUpstream,
  type TestGateway,
} from '../support/gateway.ts';

/** More than an `Int` of GraphQL holds. */
const tooMany = 3_000_000_000;

const fund = {
  itp_id: `0x${'01'.repeat(32)}`,
  name: 'One',
  symbol: 'ONE',
  nav_per_share: 1,
  aum_usd: 1,
  total_supply: '1',
  asset_count: tooMany,
};

const other = { ...fund, itp_id: `0x${'02'.repeat(32)}`, name: 'Two', asset_count: 2 };

let node: FakeUpstream;
let gateway: TestGateway;
beforeAll(async () => {
  node = await startUpstream((request, response) => {
    const isKnown = request.url === '/aum-ranking';
    response.writeHead(isKnown ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isKnown ? [fund, other] : { error: 'no' }));
  });
  gateway = await startGateway({ DATA_NODE_URL: node.url });
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await node[Symbol.asyncDispose]();
});

test('error: a row with a value that GraphQL cannot hold is left out, however often it comes', async () => {
  for (let count = 0; count < 4; count += 1) {
    const asked = await gateway.query('{ dtfs { edges { node { name assetCount } } } }');
    expect(asked).toEqual({
      data: { dtfs: { edges: [{ node: { name: 'Two', assetCount: 2 } }] } },
    });
  }
});

test('error: an argument that turns out to be null stays the caller’s mistake', async () => {
  const query = `query ($range: NavRange = D7) { dtf(id: "${other.itp_id}") { navSeries(range: $range) { nav } } }`;
  for (let count = 0; count < 4; count += 1) {
    const { errors } = await gateway.query(query, { range: null });
    expect(errors).toMatchObject([
      { path: ['dtf', 'navSeries'], extensions: { code: 'BAD_REQUEST' } },
    ]);
  }
});
