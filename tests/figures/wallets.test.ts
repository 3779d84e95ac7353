import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  startTestDataNode,
  type TestDataNode,
  testNow,
  testWallet,
} from '../../sandbox/data-node/testing/test-data-node.ts';
import { decimalToNumber } from '../../src/finance/decimal.ts';
import { keepLedger, type LedgerTrade } from '../../src/finance/ledger.ts';
import { moneyWeightedReturnPct, timeWeightedReturn } from '../../src/finance/money-flows.ts';
import { startCountingProxy } from '../support/counting-proxy.ts';
import { type FakeUpstream, startGateway, type TestGateway } from '../support/gateway.ts';
import { computeReference, expectSame } from './reference.ts';

const stack = new AsyncDisposableStack();
let node: TestDataNode;
let upstream: FakeUpstream;
let gateway: TestGateway;
beforeAll(async () => {
  node = stack.use(await startTestDataNode());
  upstream = stack.use(await startCountingProxy(node.url.spec));
  const clock = { now: () => testNow };
  gateway = stack.use(await startGateway({ DATA_NODE_URL: upstream.url }, { clock }));
});
afterAll(() => stack.disposeAsync());

// biome-ignore lint/suspicious/noExplicitAny: responses of every shape
type Row = any;

async function query(text: string): Promise<Row> {
  const { data, errors } = await gateway.query(text);
  expect(errors).toBeUndefined();
  return data;
}

/** A wallet of the plan that holds two funds and has sold shares, with its trades oldest first. */
async function someWallet() {
  for (let number = 0; ; number += 1) {
    const address = testWallet(number);
    const { body: trades } = await node.spec(`/portfolio/trades?address=${address}`);
    const { body } = await node.spec(`/portfolio?address=${address}`);
    const hasSold = trades.some(({ type }: Row) => type === 'sell');
    if (hasSold && body.positions.length > 1)
      return { address, trades: trades.toReversed(), ...body };
  }
}

test('default: the return of a wallet equals the independent one', async () => {
  const { address, trades } = await someWallet();
  const { portfolio } = await query(`{ portfolio(address: "${address}") {
    history { timestamp valueUsd }
    performance { timeWeightedReturnPct moneyWeightedReturnPct leftOutIntervals
      totalReturnPct volatilityPct } } }`);
  const points = portfolio.history.map(({ timestamp, valueUsd }: Row) => [timestamp, valueUsd]);
  const [expected] = await computeReference([{ kind: 'wallet', points, trades }]);
  expectSame(portfolio.performance, expected);
  expect(portfolio.performance.totalReturnPct).toBeCloseTo(expected.timeWeightedReturnPct, 9);
  // The wallet only buys and sells, so that what it earned is what its funds earned.
  expect(portfolio.performance.volatilityPct).toBeLessThan(200);
});

test.each(['AVERAGE', 'FIFO'])(
  'default: the ledger by %s equals the independent one, and adds up',
  async (method) => {
    const { address, trades, positions } = await someWallet();
    const { portfolio } =
      await query(`{ portfolio(address: "${address}") { ledger(method: ${method}) {
      method
      lots { dtf { itpId } acquiredAt shares costUsd valueUsd unrealizedUsd }
      realized { dtf { itpId } soldAt acquiredAt shares proceedsUsd costUsd gainUsd holdingDays }
      totals { boughtUsd soldUsd realizedUsd unrealizedUsd unmatchedSales } } } }`);
    const { lots, realized, totals } = portfolio.ledger;
    const [expected] = await computeReference([{ kind: 'ledger', method, trades }]);
    const { unrealizedUsd, ...sums } = totals;
    const { lots: expectedLots, realized: expectedEntries, ...expectedSums } = expected;
    expectSame(sums, expectedSums);
    expectSame(
      lots.map((one: Row) => [one.dtf.itpId, one.acquiredAt, one.shares, one.costUsd]),
      expectedLots,
    );
    expectSame(
      realized.map((one: Row) => [one.acquiredAt, one.shares, one.proceedsUsd, one.costUsd]),
      expectedEntries,
    );
    for (const { itp_id, shares, value_usd } of positions) {
      const own = lots.filter(({ dtf }: Row) => dtf.itpId === itp_id);
      const held = own.reduce((sum: bigint, one: Row) => sum + BigInt(one.shares), 0n);
      expect(String(held)).toBe(shares);
      const value = own.reduce((sum: number, one: Row) => sum + one.valueUsd, 0);
      expect(value).toBeCloseTo(value_usd, 6);
    }
    const value = positions.reduce((sum: number, one: Row) => sum + one.value_usd, 0);
    expect(totals.realizedUsd + unrealizedUsd).toBeCloseTo(
      value - (totals.boughtUsd - totals.soldUsd),
      6,
    );
  },
);

test('default: a wallet is looked through to its assets, and stressed', async () => {
  const { address } = await someWallet();
  upstream.asked.length = 0;
  const { portfolio } = await query(`{ portfolio(address: "${address}") {
    positions { valueUsd dtf { itpId holdings { weight asset { symbol } } } }
    exposure { symbol asset { symbol } valueUsd pct through { dtf { itpId } valueUsd } }
    stress(shocks: [{ symbol: "btc", pct: -50 }]) {
      valueUsd changePct funds { dtf { itpId } valueUsd } loans { healthFactor isLiquidatable state } }
    crash: stress(shocks: [{ symbol: "BTC", pct: 0 }]) { valueUsd changePct } } }`);
  const { positions, exposure, stress, crash } = portfolio;
  const weightOf = (holdings: Row, ticker: string): number =>
    holdings
      .filter(({ asset }: Row) => asset.symbol.toUpperCase() === ticker)
      .reduce((sum: number, { weight }: Row) => sum + weight, 0);
  const total = positions.reduce((sum: number, one: Row) => sum + one.valueUsd, 0);
  for (const { symbol, valueUsd, pct } of exposure) {
    const held = positions.reduce(
      (sum: number, one: Row) => sum + one.valueUsd * weightOf(one.dtf.holdings, symbol),
      0,
    );
    expect(valueUsd).toBeCloseTo(held, 6);
    expect(pct).toBeCloseTo((100 * held) / total, 6);
  }
  const lost = positions.reduce(
    (sum: number, one: Row) => sum + one.valueUsd * weightOf(one.dtf.holdings, 'BTC') * 0.5,
    0,
  );
  expect(stress.valueUsd).toBeCloseTo(total - lost, 6);
  expect(stress.changePct).toBeCloseTo((-100 * lost) / total, 6);
  expect(crash).toEqual({ valueUsd: expect.closeTo(total, 6), changePct: 0 });
  const paths = new Set(upstream.asked.map((line) => line.split(/[ ?]/)[1]));
  expect(
    [...paths].filter((path) => !/portfolio|snapshot|ranking|morpho|lending/.test(path ?? '')),
  ).toEqual([]);
});

test('behavior: an unused wallet has no performance, an empty ledger and no exposure', async () => {
  const { portfolio } = await query(`{ portfolio(address: "${testWallet(999)}") {
    performance { returns } ledger { lots { shares } realized { shares } totals { boughtUsd } }
    exposure { symbol } stress(shocks: [{ symbol: "BTC", pct: 5 }]) { valueUsd changePct } } }`);
  expect(portfolio).toEqual({
    performance: null,
    ledger: { lots: [], realized: [], totals: { boughtUsd: 0 } },
    exposure: [],
    stress: { valueUsd: 0, changePct: null },
  });
  const csv = await fetch(
    `${gateway.url}/api/portfolio/trades?address=${testWallet(999)}&format=csv`,
  );
  expect(await csv.text()).toMatch(/^tx_hash,timestamp,type,[\w,]+\r\n$/);
});

test.each([
  ['[]', 'shocks must be from 1 to 100'],
  ['[{ symbol: "BTC", pct: -101 }]', 'shocks.pct must be from -100 to 1000000'],
  ['[{ symbol: "BTC", pct: 1e308 }]', 'shocks.pct must be from -100 to 1000000'],
  ['[{ symbol: "BTC", pct: 1 }, { symbol: "btc", pct: 2 }]', 'shocks must name each symbol once'],
])('error: shocks %s', async (shocks, message) => {
  const { errors } = await gateway.query(
    `{ portfolio(address: "${testWallet(1)}") { stress(shocks: ${shocks}) { valueUsd } } }`,
  );
  expect(JSON.stringify(errors)).toContain(message);
});

const cents = fc.integer({ min: 1, max: 10_000_000 }).map((value) => value / 100);
const tradeOf = (fund: string) =>
  fc.record({
    type: fc.constantFrom('buy' as const, 'sell' as const),
    itp_id: fc.constant(fund),
    shares: fc.bigInt({ min: 1n, max: 10n ** 21n }).map(String),
    total_usd: cents,
    fee_usd: cents.map((value) => value / 100),
  });
const someTrades = fc
  .array(fc.oneof(tradeOf('0xa'), tradeOf('0xb')), { maxLength: 40 })
  .map((trades) => trades.map((trade, at): LedgerTrade => ({ ...trade, timestamp: at * 40_000 })));

test.each(['AVERAGE', 'FIFO'] as const)('behavior: the sums of a ledger by %s agree', (method) => {
  fc.assert(
    fc.property(someTrades, (trades) => {
      const prices = new Map([
        ['0xa', 3.5],
        ['0xb', 0.1],
      ]);
      const { lots, realized, totals } = keepLedger(trades, { method, prices });
      const sum = (values: readonly bigint[]) => values.reduce((left, right) => left + right, 0n);
      for (const fund of ['0xa', '0xb']) {
        const moved = (type: string) =>
          sum(
            trades
              .filter((one) => one.itp_id === fund && one.type === type)
              .map(({ shares }) => BigInt(shares)),
          );
        const open = sum(lots.filter((one) => one.itpId === fund).map(({ shares }) => shares));
        const unmatched = sum(
          realized
            .filter((one) => one.itpId === fund && one.costUsd === null)
            .map(({ shares }) => shares),
        );
        expect(open).toBe(moved('buy') - moved('sell') + unmatched);
      }
      expect(sum(realized.map(({ proceedsUsd }) => proceedsUsd))).toBe(totals.soldUsd);
      const costs = sum(realized.map(({ costUsd }) => costUsd ?? 0n));
      expect(costs + sum(lots.map(({ costUsd }) => costUsd))).toBe(totals.boughtUsd);
      if (totals.unmatchedSales > 0) return;
      const value = sum(lots.map(({ valueUsd }) => valueUsd ?? 0n));
      expect(totals.realizedUsd + totals.unrealizedUsd).toBe(
        value - (totals.boughtUsd - totals.soldUsd),
      );
    }),
  );
});

test('default: ledgers and returns of generated wallets equal the independent ones', async () => {
  const samples = fc.sample(someTrades, { numRuns: 60, seed: 7 });
  const tasks = samples.flatMap((trades) =>
    (['AVERAGE', 'FIFO'] as const).map((method) => ({ kind: 'ledger' as const, method, trades })),
  );
  const expected = await computeReference(tasks);
  for (const [at, { method, trades }] of tasks.entries()) {
    const { lots, realized, totals } = keepLedger(trades, { method, prices: new Map() });
    const number = (value: bigint | null) => (value === null ? null : decimalToNumber(value));
    expectSame(
      {
        lots: lots.map((one) => [
          one.itpId,
          one.acquiredAt,
          String(one.shares),
          number(one.costUsd),
        ]),
        realized: realized.map((one) => [
          one.acquiredAt,
          String(one.shares),
          number(one.proceedsUsd),
          number(one.costUsd),
        ]),
        boughtUsd: number(totals.boughtUsd),
        soldUsd: number(totals.soldUsd),
        realizedUsd: number(totals.realizedUsd),
        unmatchedSales: totals.unmatchedSales,
      },
      expected[at],
      `ledger ${at}`,
    );
  }
  const wallets = samples.map((trades, at) => {
    const points = Array.from({ length: 20 }, (_, index) => [
      index * 86_400,
      (index * 7919 + at * 104_729) % 13 === 0 ? 0 : 1000 + ((index * 7919 + at * 31) % 977),
    ]);
    return { kind: 'wallet' as const, trades, points };
  });
  const returns = await computeReference(wallets);
  for (const [at, { trades, points }] of wallets.entries()) {
    const flows = trades.map(({ timestamp, type, total_usd, fee_usd }) => ({
      timestamp,
      usd: type === 'buy' ? total_usd + fee_usd : fee_usd - total_usd,
    }));
    const history = points.map(([timestamp = 0, value = 0]) => ({ timestamp, value }));
    const { returnPct, leftOutIntervals } = timeWeightedReturn(history, flows);
    expectSame(
      {
        timeWeightedReturnPct: returnPct,
        leftOutIntervals,
        moneyWeightedReturnPct: moneyWeightedReturnPct(
          flows,
          history.at(-1) ?? { timestamp: 0, value: 0 },
        ),
      },
      returns[at],
      `wallet ${at}`,
    );
  }
});

test('args: a deposit that doubles in a year has a rate of 100 percent, also in pieces', () => {
  const year = 365 * 86_400;
  const one = [{ timestamp: 0, usd: 100 }];
  expect(moneyWeightedReturnPct(one, { timestamp: year, value: 200 })).toBeCloseTo(100, 9);
  const two = [...one, { timestamp: year, usd: -150 }];
  expect(moneyWeightedReturnPct(two, { timestamp: year, value: 50 })).toBeCloseTo(100, 9);
  expect(moneyWeightedReturnPct([], { timestamp: year, value: 50 })).toBeNull();
  expect(moneyWeightedReturnPct(one, { timestamp: year, value: 0 })).toBeNull();
});
