import { expect, test } from 'vitest';
import { respondByPath, startGateway, startUpstream } from '../support/gateway.ts';
import { getJson } from '../support/get-json.ts';

const wallet = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';
const idOf = (number: number) => `0x${String(number).padStart(64, '0')}`;

async function ask(bodies: Record<string, unknown>, path: string, query: string) {
  await using node = await startUpstream(respondByPath(bodies));
  await using gateway = await startGateway({ DATA_NODE_URL: node.url, EXPLORER_TOKEN: 'token' });
  const { data, errors } = await gateway.query(query);
  expect(errors).toBeUndefined();
  return { ...(await getJson(gateway, path)), data };
}

test('behavior: positions are sorted by value, largest first, whichever format the data node sends', async () => {
  const values = [1, 3, 2];
  const documented = values.map((value_usd) => ({
    itp_id: idOf(value_usd),
    name: 'Fund',
    symbol: 'F',
    shares: '1',
    nav_per_share: 1,
    value_usd,
    cost_basis_usd: 1,
    pnl_usd: 0,
    pnl_pct: 0,
  }));
  const wild = values.map((value) => ({
    itp_id: idOf(value),
    shares_bought: `${value}.0`,
    shares_sold: '0',
    avg_cost: '1',
    current_nav: '1',
    current_value: String(value),
    pnl: '0',
    pnl_pct: '0',
  }));
  for (const portfolio of [
    { total_value_usd: 6, total_pnl_usd: 0, total_pnl_pct: 0, positions: documented },
    { total_value: '6', total_pnl: '0', total_pnl_pct: '0', positions: wild },
  ]) {
    const { body, data } = await ask(
      { '/portfolio': portfolio, '/aum-ranking': [] },
      `/portfolio?address=${wallet}`,
      `{ portfolio(address: "${wallet}") { positions { valueUsd } } }`,
    );
    expect(body.positions.map((one: { value_usd: number }) => one.value_usd)).toEqual([3, 2, 1]);
    const positions = [3, 2, 1].map((valueUsd) => ({ valueUsd }));
    expect(data).toEqual({ portfolio: { positions } });
  }
});

test('behavior: what stands behind the shares comes by value descending', async () => {
  const assets = ['1', 3, '20'].map((usd_value) => {
    return { address: wallet, symbol: 'A', balance: '1', price: 1, usd_value };
  });
  const { body, data } = await ask(
    { '/vault-balances': { assets, total_usd: '24', token_count: '3' } },
    '/vault-balances',
    '{ vault { assets { valueUsd } } }',
  );
  expect(body.assets.map((one: { usd_value: number }) => one.usd_value)).toEqual([20, 3, 1]);
  expect(data).toEqual({ vault: { assets: [20, 3, 1].map((valueUsd) => ({ valueUsd })) } });
});

test.each([
  ['oldest', [1, 2, 3, 4]],
  ['newest', [4, 3, 2, 1]],
])(
  'behavior: trades and loans of one moment come newest first from a list with the %s first',
  async (_first, order) => {
    const moments: Readonly<Record<number, number>> = { 1: 100, 2: 200, 3: 200, 4: 300 };
    const trades = order.map((number) => ({
      tx_hash: idOf(number),
      timestamp: moments[number],
      type: 'buy',
      itp_id: idOf(1),
      itp_symbol: 'ONE',
      shares: '1',
      price_per_share: 1,
      total_usd: 1,
      fee_usd: 0,
    }));
    const moves = order.map((number) => ({
      event_type: 'borrow',
      amount: '1.0',
      token: 'USDC',
      tx_hash: idOf(number),
      block_number: moments[number],
      timestamp: 0,
    }));
    const expected = [4, 3, 2, 1].map(idOf);
    const fields = 'edges { node { txHash } }';
    const query = `{ portfolio(address: "${wallet}") {
    trades { ${fields} } lending { history { ${fields} } }
  } }`;
    // Lists of the graph break ties by the element's key, ascending.
    const edges = [4, 2, 3, 1].map((number) => ({ node: { txHash: idOf(number) } }));
    for (const path of ['/portfolio/trades', '/lending/history']) {
      const bodies = { '/portfolio/trades': trades, '/morpho-history': moves };
      const { body, data } = await ask(bodies, `${path}?address=${wallet}`, query);
      expect(body.map((row: { tx_hash: string }) => row.tx_hash)).toEqual(expected);
      expect(data).toEqual({ portfolio: { trades: { edges }, lending: { history: { edges } } } });
    }
  },
);

test('behavior: polls of the network come ascending with whole times; what has none is left out', async () => {
  const snapshots = [
    '2026-01-03T00:00:00Z',
    '2026-02-30T00:00:00Z',
    '2026-99-99T99:99',
    '2026-01-02 00:00:00',
    '2026-01-02T01:00:00+02:00',
    1_767_225_600,
    'yesterday',
  ].map((poll_batch_ts) => ({ poll_batch_ts, quorum_met: true }));
  const times = [
    '2026-01-01T00:00:00Z',
    '2026-01-02T01:00:00+02:00',
    '2026-01-02T00:00:00Z',
    '2026-01-03T00:00:00Z',
  ];
  const { body, data } = await ask(
    {
      '/explorer/health/history': { snapshots },
      '/explorer/health/latest': { network: snapshots[1] },
    },
    '/explorer/health',
    '{ explorerHealth { history { polledAt } latest { polledAt } } }',
  );
  expect(body.snapshots).toEqual(times.map((time) => ({ poll_batch_ts: time, quorum_met: true })));
  const history = times.map((polledAt) => ({ polledAt }));
  expect(data).toEqual({ explorerHealth: { history, latest: null } });
});
