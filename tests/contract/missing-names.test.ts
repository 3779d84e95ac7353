import { expect, test } from 'vitest';
import { respondByPath, startGateway, startUpstream } from '../support/gateway.ts';
import { getJson } from '../support/get-json.ts';

/** Wallets on a legacy data node that ranks inventories under the path of the DTFs. */

const id = `0x${'0'.repeat(63)}1`;
const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const shares = '100000000000000000000';

const bodies = {
  '/aum-ranking': { snapshots: [{ itp_id: id, total_aum: '1', ranked: [] }], all_symbols: [] },
  '/portfolio': {
    user: address,
    positions: [
      {
        itp_id: id,
        shares_bought: shares,
        shares_sold: '0',
        avg_cost: '1.0',
        current_nav: '1.5',
        current_value: '150',
        pnl: '50',
        pnl_pct: '50',
      },
    ],
    total_value: '150',
    total_invested: '100',
    total_pnl: '50',
    total_pnl_pct: '50',
  },
  '/portfolio/trades': {
    trades: [
      {
        order_id: '7',
        itp_id: id,
        side: 'BUY',
        amount: '100',
        fill_price: '1.0',
        shares,
        status: 'filled',
        timestamp: '2026-01-01T00:00:00Z',
      },
    ],
  },
  '/morpho-history': [
    {
      event_type: 'deposit',
      amount: '1000000000000000000',
      token: 'ITP',
      tx_hash: `0x${'ab'.repeat(32)}`,
      block_number: 1,
      timestamp: 0,
      itp_id: id,
    },
  ],
};

test('behavior: wallets have their figures when no upstream names their funds', async () => {
  await using node = await startUpstream(respondByPath(bodies));
  await using gateway = await startGateway({ DATA_NODE_URL: node.url });
  const get = (path: string) => getJson(gateway, `${path}?address=${address}`);

  expect(await get('/portfolio')).toMatchObject({
    status: 200,
    body: { total_value_usd: 150, positions: [{ itp_id: id, name: '', symbol: '', shares }] },
  });
  expect(await get('/portfolio/trades')).toMatchObject({
    status: 200,
    body: [{ itp_id: id, itp_symbol: '', shares }],
  });
  const history = await get('/lending/history');
  expect(history).toMatchObject({ status: 200, body: [{ token: 'ITP', amount: '1.0' }] });
  // The names may be told soon.
  expect(history.headers.get('cache-control')).toBe('public, s-maxage=5');
  expect((await getJson(gateway, '/aum-ranking')).status).toBe(502);

  const { data, errors } = await gateway.query(`{ portfolio(address: "${address}") {
    totalValueUsd
    positions { shares dtf { itpId } }
    trades { edges { node { shares } } }
    lending { history { edges { node { token } } } }
  } }`);
  expect(errors).toBeUndefined();
  expect(data).toEqual({
    portfolio: {
      totalValueUsd: 150,
      positions: [{ shares, dtf: { itpId: id } }],
      trades: { edges: [{ node: { shares } }] },
      lending: { history: { edges: [{ node: { token: 'ITP' } }] } },
    },
  });
});
