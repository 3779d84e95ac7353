import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  startTestDataNode,
  type TestDataNode,
  testNow,
  testWallet,
} from '../testing/test-data-node.ts';

let node: TestDataNode;
beforeAll(async () => {
  node = await startTestDataNode();
});
afterAll(() => node[Symbol.asyncDispose]());

const second = Math.floor(testNow / 1000);
const stranger = testWallet(999);

type Position = Record<'itp_id' | 'name' | 'symbol' | 'shares', string> &
  Record<'nav_per_share' | 'value_usd' | 'cost_basis_usd' | 'pnl_usd' | 'pnl_pct', number>;
type Trade = Record<'tx_hash' | 'type' | 'itp_id' | 'itp_symbol' | 'shares', string> &
  Record<'timestamp' | 'price_per_share' | 'total_usd' | 'fee_usd', number>;

/** Returns a wallet of the plan that holds shares and has sold shares. */
async function someWallet() {
  for (let number = 0; ; number += 1) {
    const address = testWallet(number);
    const { body } = await node.spec(`/portfolio/trades?address=${address}`);
    const sold = body.some(({ type }: Trade) => type === 'sell');
    const held = (await node.spec(`/portfolio?address=${address}`)).body.positions.length > 1;
    if (sold && held) return { address, trades: body as Trade[] };
  }
}

test('default: a portfolio adds up, and follows from the trades', async () => {
  const { address, trades } = await someWallet();
  const { body } = await node.spec(`/portfolio?address=${address.toLowerCase()}`);
  expect(Object.keys(body)).toEqual([
    'address',
    'total_value_usd',
    'total_pnl_usd',
    'total_pnl_pct',
    'positions',
  ]);
  expect(body.address).toBe(address);
  const positions: Position[] = body.positions;
  const sum = (pick: (position: Position) => number) =>
    positions.reduce((total, position) => total + pick(position), 0);
  expect(body.total_value_usd).toBeCloseTo(
    sum((p) => p.value_usd),
    6,
  );
  expect(body.total_pnl_usd).toBeCloseTo(
    sum((p) => p.value_usd - p.cost_basis_usd),
    6,
  );
  expect(body.total_pnl_pct).toBeCloseTo(
    (body.total_pnl_usd / sum((p) => p.cost_basis_usd)) * 100,
    6,
  );
  for (const position of positions) {
    const own = trades.filter(({ itp_id }) => itp_id === position.itp_id).toReversed();
    let shares = 0n;
    let cost = 0;
    for (const trade of own) {
      const moved = BigInt(trade.shares);
      if (trade.type === 'buy') cost += trade.total_usd;
      else cost *= 1 - Number(moved) / Number(shares);
      shares += trade.type === 'buy' ? moved : -moved;
    }
    expect(position.shares).toBe(String(shares));
    expect(position.cost_basis_usd).toBeCloseTo(cost, 6);
    expect(position.value_usd).toBeCloseTo((Number(shares) / 1e18) * position.nav_per_share, 6);
    expect(position.pnl_pct).toBeCloseTo((position.pnl_usd / position.cost_basis_usd) * 100, 6);
  }
});

test('behavior: trades come newest first and are worth shares times price', async () => {
  const { trades } = await someWallet();
  const times = trades.map(({ timestamp }) => timestamp);
  expect(times).toEqual(times.toSorted((a, b) => b - a));
  for (const trade of trades) {
    expect(trade.total_usd).toBeCloseTo((Number(trade.shares) / 1e18) * trade.price_per_share, 6);
    expect(trade.fee_usd).toBeGreaterThan(0);
  }
});

test('behavior: the history is daily, begins with the first trade and ends with the value of now', async () => {
  const { address, trades } = await someWallet();
  const { body } = await node.spec(`/portfolio/history?address=${address}`);
  const firstDay = Math.floor((trades.at(-1)?.timestamp ?? 0) / 86_400);
  const today = Math.floor(second / 86_400);
  expect(body.map((point: { timestamp: number }) => point.timestamp)).toEqual(
    Array.from({ length: today - firstDay + 1 }, (_, day) =>
      Math.min((firstDay + day + 1) * 86_400, second),
    ),
  );
  const { body: portfolio } = await node.spec(`/portfolio?address=${address}`);
  expect(body.at(-1).value_usd).toBe(portfolio.total_value_usd);
  const { body: week } = await node.spec(`/portfolio/history?address=${address}&days=7`);
  expect(week).toEqual(body.slice(-7));
});

test('behavior: the legacy portfolio has the same values as strings', async () => {
  const { address } = await someWallet();
  const { body: spec } = await node.spec(`/portfolio?address=${address}`);
  const { body: wild } = await node.wild(`/portfolio?user=${address}`);
  expect(wild.user).toBe(address.toLowerCase());
  expect(Number(wild.total_value)).toBe(spec.total_value_usd);
  expect(Number(wild.total_pnl)).toBe(spec.total_pnl_usd);
  expect(Number(wild.total_pnl_pct)).toBe(spec.total_pnl_pct);
  expect(Number(wild.total_invested)).toBeCloseTo(spec.total_value_usd - spec.total_pnl_usd, 6);
  for (const [number, row] of wild.positions.entries()) {
    const position: Position = spec.positions[number];
    expect(row.itp_id).toBe(position.itp_id);
    expect(String(BigInt(row.shares_bought) - BigInt(row.shares_sold))).toBe(position.shares);
    const cost = (Number(row.avg_cost) * Number(position.shares)) / 1e18;
    expect(cost).toBeCloseTo(position.cost_basis_usd, 6);
    expect(Number(row.current_value)).toBe(position.value_usd);
  }
});

test('behavior: legacy history and trades have the same points', async () => {
  const { address, trades } = await someWallet();
  const { body: spec } = await node.spec(`/portfolio/history?address=${address}&days=30`);
  const { body: wild } = await node.wild(`/portfolio/history?user=${address}&days=30`);
  expect(
    wild.points.map(({ date, value }: Record<string, string>) => ({
      timestamp: Math.min(Date.parse(`${date}T00:00:00Z`) / 1000 + 86_400, second),
      value_usd: Number(value),
    })),
  ).toEqual(spec);
  const { body } = await node.wild(`/portfolio/trades?user=${address}`);
  for (const [number, row] of body.trades.entries()) {
    const trade = trades[number];
    expect(row.side).toBe(trade?.type.toUpperCase());
    expect(row.order_id).toBe(trade?.tx_hash);
    expect(Date.parse(row.timestamp) / 1000).toBe(trade?.timestamp);
    const total = Number(row.fill_price) * (Number(row.shares) / 1e18);
    expect(Math.abs(Number(row.amount) - total)).toBeCloseTo(trade?.fee_usd ?? 0, 6);
  }
});

test('behavior: an unknown wallet has an empty portfolio', async () => {
  const { status, body } = await node.spec(`/portfolio?address=${stranger}`);
  expect(status).toBe(200);
  expect(body).toEqual({
    address: stranger,
    total_value_usd: 0,
    total_pnl_usd: 0,
    total_pnl_pct: 0,
    positions: [],
  });
  expect((await node.spec(`/portfolio/history?address=${stranger}`)).body).toEqual([]);
  expect((await node.spec(`/portfolio/trades?address=${stranger}`)).body).toEqual([]);
  expect((await node.wild('/portfolio?user=whoever')).body.positions).toEqual([]);
  expect((await node.wild('/portfolio/history?user=whoever')).body).toEqual({ points: [] });
  expect((await node.wild('/portfolio/trades?user=whoever')).body).toEqual({ trades: [] });
});

test('error: a missing or malformed address is refused', async () => {
  for (const path of ['/portfolio', '/portfolio/history', '/portfolio/trades']) {
    expect((await node.spec(path)).status).toBe(400);
    expect((await node.spec(`${path}?address=0x12`)).status).toBe(400);
    const wild = await node.wild(`${path}?address=${stranger}`);
    expect([wild.status, wild.type]).toEqual([400, 'text/plain; charset=utf-8']);
  }
  expect((await node.spec(`/portfolio/history?address=${stranger}&days=0`)).status).toBe(400);
});
