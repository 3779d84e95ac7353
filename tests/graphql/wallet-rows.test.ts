import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type FakeUpstream,
  startGateway,
  startUpstream,
  type TestGateway,
} from '../support/gateway.ts';

const wallet = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';
const itpId = `0x${'01'.repeat(32)}`;
const hash = `0x${'Ab'.repeat(32)}`;

const trade = (tx_hash: string) => ({
  tx_hash,
  timestamp: 1_767_225_600,
  type: 'buy',
  itp_id: itpId,
  itp_symbol: 'ONE',
  shares: '1000000000000000000',
  price_per_share: 2,
  total_usd: 2,
  fee_usd: 0,
});

const move = (tx_hash: string) => ({
  event_type: 'deposit',
  amount: '1.0',
  token: 'ONE',
  tx_hash,
  block_number: 5,
  timestamp: 1_767_225_600,
});

/** A data node that refuses to rank, and that knows the hash of one row of two. */
const responses: Readonly<Record<string, readonly [number, unknown]>> = {
  '/aum-ranking': [429, { error: 'too many requests' }],
  '/portfolio/trades': [200, [trade(hash), trade('order 17')]],
  '/morpho-history': [200, [move(hash), move('order 17')]],
};

let node: FakeUpstream;
let gateway: TestGateway;
beforeAll(async () => {
  node = await startUpstream((request, response) => {
    const [status, body] = responses[request.url?.split('?', 1)[0] ?? ''] ?? [404, { error: 'no' }];
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  });
  gateway = await startGateway({ DATA_NODE_URL: node.url });
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await node[Symbol.asyncDispose]();
});

type Rows = { readonly portfolio: { readonly trades: { readonly edges: unknown } } };
const tradesWith = async (fields: string) => {
  const { data, errors } = await gateway.query<Rows>(
    `{ portfolio(address: "${wallet}") { trades { edges { node { ${fields} } } } } }`,
  );
  return { edges: data.portfolio.trades?.edges, errors };
};

test('error: a ranking that is refused leaves the funds that trades name', async () => {
  const { edges, errors } = await tradesWith('type dtf { itpId name }');
  const node = { type: 'BUY', dtf: { itpId, name: null } };
  expect(edges).toEqual([{ node }, { node }]);
  expect(errors?.map(({ path }) => path?.slice(-2))).toEqual([
    ['dtf', 'name'],
    ['dtf', 'name'],
  ]);
});

test('behavior: a hash is one in lower case, or null; REST has what was sent', async () => {
  const { edges, errors } = await tradesWith('txHash type');
  expect(errors).toBeUndefined();
  const known = hash.toLowerCase();
  expect(edges).toEqual([
    { node: { txHash: known, type: 'BUY' } },
    { node: { txHash: null, type: 'BUY' } },
  ]);
  const { data } = await gateway.query(
    `{ portfolio(address: "${wallet}") { lending { history { edges { node { txHash } } } } } }`,
  );
  expect(data).toEqual({
    portfolio: {
      lending: { history: { edges: [{ node: { txHash: known } }, { node: { txHash: null } }] } },
    },
  });
  for (const path of ['portfolio/trades', 'lending/history']) {
    const rows = await (await gateway.rest(`/${path}?address=${wallet}`)).json();
    expect(rows).toMatchObject([{ tx_hash: hash }, { tx_hash: 'order 17' }]);
  }
});
