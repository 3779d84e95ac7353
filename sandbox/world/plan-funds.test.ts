import { describe, expect, test } from 'vitest';
import { generateHistory } from './generate/generate-history.ts';
import { type MarketHistory, MISSING_DAY } from './market-history.ts';
import { computeNavWei, WEI_PER_UNIT, weiToUsd } from './nav.ts';
import { computeTradeTime, planFunds } from './plan-funds.ts';

const seed = 20200101;
const { history } = generateHistory({ seed, endDate: '2026-06-30' });
const plan = planFunds(history);

describe('planFunds', () => {
  test('default: enough funds, wallets and trades to fill every route', () => {
    expect(plan.funds.length).toBeGreaterThanOrEqual(14);
    expect(plan.walletCount).toBeGreaterThanOrEqual(25);
    expect(new Set(plan.trades.map((trade) => trade.wallet)).size).toBe(plan.walletCount);
    expect(plan.trades.length).toBeGreaterThan(200);
    expect(plan.trades.length).toBeLessThan(400);
    expect(plan.trades.some((trade) => trade.kind === 'redeem')).toBe(true);
  });

  test('behavior: every basket could be registered on chain', () => {
    for (const [i, fund] of plan.funds.entries()) {
      expect(BigInt(fund.id)).toBe(BigInt(i + 1));
      expect(fund.id).toHaveLength(66);
      expect(fund.assets.length).toBeGreaterThanOrEqual(5);
      expect(fund.assets.length).toBeLessThanOrEqual(100);
      expect(new Set(fund.assets).size).toBe(fund.assets.length);
      expect(fund.weights.reduce((sum, weight) => sum + weight, 0n)).toBe(WEI_PER_UNIT);
      expect(fund.quantities.every((quantity) => quantity > 0n)).toBe(true);
      expect(fund.weights.every((weight) => weight > 0n)).toBe(true);
    }
    expect(Math.max(...plan.funds.map((fund) => fund.assets.length))).toBe(100);
  });

  test('behavior: NAV the day before creation is 1 to 100 USD', () => {
    for (const fund of plan.funds) {
      const prices = fund.assets.map(
        (asset) => history.price[asset * history.days + fund.createdDay - 1] ?? Number.NaN,
      );
      const nav = weiToUsd(computeNavWei(fund.quantities, prices).nav);
      expect(nav).toBeGreaterThan(0.999);
      expect(nav).toBeLessThan(100.001);
    }
  });

  test('behavior: no wallet ever redeems more than it holds, nor before creation', () => {
    const held = new Map<string, bigint>();
    let lastTime = 0;
    for (const trade of plan.trades) {
      const fund = plan.funds[trade.fund];
      expect(trade.day).toBeGreaterThan(fund?.createdDay ?? Number.NaN);
      expect(computeTradeTime(history, trade)).toBeGreaterThan(lastTime);
      lastTime = computeTradeTime(history, trade);
      expect(trade.shares).toBeGreaterThan(0n);
      const key = `${trade.wallet}/${trade.fund}`;
      const signed = trade.kind === 'mint' ? trade.shares : -trade.shares;
      const balance = (held.get(key) ?? 0n) + signed;
      expect(balance).toBeGreaterThanOrEqual(0n);
      held.set(key, balance);
    }
  });

  test('behavior: a later end only adds to the plan', () => {
    const earlier = generateHistory({ seed, endDate: '2023-02-14' }).history;
    const before = planFunds(earlier);
    const known = new Set(before.funds.map((fund) => fund.id));
    const named = (of: MarketHistory, assets: readonly number[]) =>
      assets.map((asset) => of.assets[asset]?.id);
    expect(before.funds.length).toBeGreaterThan(14);
    expect(
      plan.funds
        .filter((fund) => known.has(fund.id))
        .map((fund) => ({ ...fund, assets: named(history, fund.assets) })),
    ).toEqual(before.funds.map((fund) => ({ ...fund, assets: named(earlier, fund.assets) })));
    expect(plan.trades.filter((trade) => trade.day < earlier.days)).toEqual(before.trades);
  });

  test('behavior: a tiny history without caps or categories still has a fund', () => {
    const small: MarketHistory = {
      ...history,
      days: 3,
      assets: [{ id: 'a', symbol: 'A', name: 'A' }],
      price: Float64Array.of(2, 3, 4),
      marketCap: new Float64Array(3).fill(Number.NaN),
      listedAt: Int32Array.of(MISSING_DAY),
      delistedAt: Int32Array.of(MISSING_DAY),
      categories: [],
      rounds: [],
    };
    const { funds, trades } = planFunds(small);
    expect(funds).toHaveLength(2);
    expect(funds[0]?.assets).toEqual([0]);
    expect(funds[0]?.weights).toEqual([WEI_PER_UNIT]);
    expect(trades).toHaveLength(1);
  });
});
