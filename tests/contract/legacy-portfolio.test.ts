import { expect, test } from 'vitest';
import { respondByPath, startGateway, startUpstream } from '../support/gateway.ts';
import { getJson } from '../support/get-json.ts';

const id = `0x${'0'.repeat(63)}1`;
const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const ether = '000000000000000000';

async function ask(body: unknown, path: '/portfolio' | '/portfolio/trades') {
  await using node = await startUpstream(respondByPath({ [path]: body, '/aum-ranking': [] }));
  await using gateway = await startGateway({ DATA_NODE_URL: node.url });
  return await getJson(gateway, `${path}?address=${address}`);
}

const held = {
  itp_id: id,
  shares_bought: '100',
  shares_sold: '40',
  avg_cost: '1.0',
  current_nav: '1.5',
  current_value: '90',
  pnl: '50',
  pnl_pct: '50',
};
async function positionOf(position: Record<string, unknown>) {
  const totals = { user: address, total_value: '90', total_pnl: '50', total_pnl_pct: '50' };
  const { status, body } = await ask({ ...totals, positions: [position] }, '/portfolio');
  return status === 200 ? body.positions[0] : status;
}

test('default: the cost is that of the shares held, profit and loss are unrealized', async () => {
  expect(await positionOf(held)).toMatchObject({
    shares: `60${ether}`,
    value_usd: 90,
    cost_basis_usd: 60,
    pnl_usd: 30,
    pnl_pct: 50,
  });
});

test.each([undefined, null, '0'])(
  'behavior: with the average cost %j the profit told counts',
  async (avg_cost) => {
    const expected = { cost_basis_usd: 40, pnl_usd: 50, pnl_pct: 50 };
    expect(await positionOf({ ...held, avg_cost })).toMatchObject(expected);
  },
);

test('behavior: an amount with a decimal point is in shares, and so is the one beside it', async () => {
  const worthless = { current_nav: '0', current_value: '0', shares_sold: '0' };
  const odd = { ...held, ...worthless, shares_bought: '100.5' };
  expect(await positionOf(odd)).toMatchObject({ shares: `1005${ether.slice(1)}` });
});

test('error: figures whose sums are none', async () => {
  expect(await positionOf({ ...held, avg_cost: '1e308' })).toBe(502);
  const apart = { avg_cost: null, current_value: '1e308', pnl: '-1e308' };
  expect(await positionOf({ ...held, ...apart })).toBe(502);
});

const good = {
  order_id: '7',
  itp_id: id,
  side: 'BUY',
  amount: '150.15',
  fill_price: '1.5',
  shares: `100${ether}`,
  status: 'filled',
  timestamp: '2026-03-11T10:17:42Z',
};

test.each(['pending', 'unknown(3)'])(
  'behavior: an order that is %s is no trade',
  async (status) => {
    const open = { ...good, fill_price: null, shares: null, status };
    const { status: answered, body } = await ask({ trades: [open, good] }, '/portfolio/trades');
    expect(answered).toBe(200);
    expect(body).toMatchObject([{ tx_hash: '7', shares: `100${ether}`, total_usd: 150 }]);
  },
);

test('behavior: the amount of a sale is what it got, or its shares, which tell no fee', async () => {
  const sale = { ...good, side: 'SELL', shares: '10.1234' };
  const feeOf = async (amount: string, fill_price = '25.000000') => {
    const trade = { ...sale, amount, fill_price };
    const { body } = await ask({ trades: [trade] }, '/portfolio/trades');
    expect(body).toMatchObject([{ type: 'sell', shares: '10123400000000000000' }]);
    return body[0].fee_usd;
  };
  expect(await feeOf('10.12')).toBe(0);
  expect(await feeOf('252.085')).toBeCloseTo(1, 9);
  expect(await feeOf('10.1194', '1.0')).toBeCloseTo(0.004, 9);
});

test.each([
  ['without a price', { fill_price: null }],
  ['whose total is none', { fill_price: '1e300', shares: `${'9'.repeat(40)}.5` }],
])('error: a filled order %s', async (_what, spoilt) => {
  const { status } = await ask({ trades: [{ ...good, ...spoilt }] }, '/portfolio/trades');
  expect(status).toBe(502);
});

test('error: amounts of more decimals than any amount has', async () => {
  const endless = `1.${'0'.repeat(20_000)}1`;
  expect(await positionOf({ ...held, shares_bought: endless })).toBe(502);
  expect(await positionOf({ ...held, shares_sold: endless })).toBe(502);
  const trades = [{ ...good, shares: endless }];
  expect(await ask({ trades }, '/portfolio/trades')).toMatchObject({ status: 502 });
});
