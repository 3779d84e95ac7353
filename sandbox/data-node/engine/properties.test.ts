import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseRunParameters } from './parameters/parse-run-parameters.ts';
import { prepareMarket } from './prepare-market.ts';
import { type BacktestResult, runBacktest } from './run-backtest.ts';
import { buildHistory, type HistoryPlan } from './testing/build-history.ts';
import { createRandomHistoryPlan, createSeededRandom } from './testing/random-history-plan.ts';
import { createRandomRunQuery } from './testing/random-run-query.ts';
import { createConstantPrices, runHistoryPlan } from './testing/run-history-plan.ts';

/** A random market and a random query. */
type Case = { readonly plan: HistoryPlan; readonly query: URLSearchParams };

/**
 * Properties are generated from seeds, so that a failure prints a number and not a whole market.
 */
const seeds = fc.integer({ min: 0, max: 2 ** 31 - 1 });

function caseOf(seed: number): Case {
  const random = createSeededRandom(seed);
  const days = 5 + Math.floor(random() * 80);
  const assets = 1 + Math.floor(random() * 8);
  const trouble = random() < 0.5 ? 0 : 0.2;
  return {
    plan: createRandomHistoryPlan({ seed, days, assets, trouble }),
    query: createRandomRunQuery(random, days),
  };
}

function run(plan: HistoryPlan, query: URLSearchParams): BacktestResult | null {
  const market = prepareMarket(buildHistory(plan));
  const { parameters } = parseRunParameters(query, market);
  try {
    return runBacktest({ market, parameters });
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('not enough coins')) return null;
    throw error;
  }
}

function changed(
  query: URLSearchParams,
  changes: Readonly<Record<string, string>>,
): URLSearchParams {
  const copy = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) copy.set(name, value);
  return copy;
}

const near = (a: number, b: number) => Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(b));

function expectSame(a: BacktestResult | null, b: BacktestResult | null): void {
  expect(a === null).toBe(b === null);
  if (a === null || b === null) return;
  expect(a.start).toBe(b.start);
  expect([...a.nav].every((value, day) => near(value, b.nav[day] as number))).toBe(true);
  for (const name of ['total_trades', 'total_rebalances', 'total_delistings'] as const) {
    expect(a.statistics[name]).toBe(b.statistics[name]);
  }
}

/** Returns the plan with other data from day `cut` on. */
function rewritten(plan: HistoryPlan, cut: number): HistoryPlan {
  const random = createSeededRandom(cut);
  const tail = (values: readonly (number | null)[]) =>
    values.map((value, t) => (t < cut || value === null ? value : value * (0.2 + 2 * random())));
  return {
    ...plan,
    assets: plan.assets.map((asset) => ({
      ...asset,
      price: tail(asset.price),
      cap: tail(asset.cap ?? []),
      defi: Object.fromEntries(
        Object.entries(asset.defi ?? {}).map(([metric, values]) => [metric, tail(values)]),
      ),
    })),
    fng: (plan.fng ?? []).map((value, t) => (t < cut ? value : 100 - (value ?? 0))),
    rounds: (plan.rounds ?? []).map((round) =>
      round.day < cut ? round : { ...round, amountM: 999, type: 'Seed', investors: ['alder'] },
    ),
  };
}

test('behavior: what happens later changes neither the series before nor the weights decided', () => {
  fc.assert(
    fc.property(seeds, fc.double({ min: 0.2, max: 0.95, noNaN: true }), (seed, share) => {
      const { plan, query } = caseOf(seed);
      const cut = Math.max(2, Math.floor(plan.days * share));
      const before = run(plan, query);
      const after = run(rewritten(plan, cut), query);
      fc.pre(before !== null && after !== null && before.start < cut);
      expect(after.start).toBe(before.start);
      expect([...after.nav.subarray(0, cut - before.start)]).toEqual([
        ...before.nav.subarray(0, cut - before.start),
      ]);
      // Weights of day `cut` depend on data up to the day before.
      const decided = ({ holdings }: BacktestResult) => {
        const count = holdings.days.filter((day) => day <= cut).length;
        const rows = holdings.offsets[count] as number;
        return [[...holdings.assets.subarray(0, rows)], [...holdings.weights.subarray(0, rows)]];
      };
      // With a drift threshold, whether to rebalance is also decided with the prices of the day
      // before.
      expect(decided(after)).toEqual(decided(before));
    }),
    { numRuns: 400 },
  );
});

test('behavior: without costs no event changes the value', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const { plan, query } = caseOf(seed);
      const free = changed(query, {
        base_fee_pct: '0',
        spread_multiplier: '0',
        delist_haircut: '0',
      });
      const often = run(plan, free);
      fc.pre(often !== null);
      expect(often.statistics.total_fees_pct).toBe(0);
      // The value of a day is that of the previous day's holdings, whether or not they are traded
      // on that day.
      const market = prepareMarket(buildHistory(plan));
      const { holdings, nav, start } = often;
      for (const [place, day] of holdings.days.entries()) {
        let worth = 0;
        let weight = 0;
        for (
          let row = holdings.offsets[place] as number;
          row < (holdings.offsets[place + 1] as number);
          row += 1
        ) {
          const price =
            market.filled[day * market.assets.length + (holdings.assets[row] as number)];
          worth += (holdings.units[row] as number) * (price as number);
          weight += holdings.weights[row] as number;
        }
        expect(near(worth, weight * (nav[day - start] as number))).toBe(true);
      }
    }),
    { numRuns: 300 },
  );
});

test('behavior: one asset without costs is its price ratio', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const { plan } = caseOf(seed);
      const alone = { ...plan, categories: { few: ['bitcoin'] } };
      const price = plan.assets.find(({ id }) => id === 'bitcoin')?.price ?? [];
      fc.pre(price.every((value) => value !== null) && price.length === plan.days);
      const { nav, start } = runHistoryPlan(
        { ...alone, assets: plan.assets.map(({ id, price }) => ({ id, price })) },
        { category_id: 'few', top_n: 1, rebalance_days: 3, weighting: 'mcap' },
      );
      for (const [day, value] of nav.entries()) {
        expect(near(value, (price[start + day] as number) / (price[start] as number))).toBe(true);
      }
    }),
    { numRuns: 100 },
  );
});

test('behavior: units of price and the order of rows do not matter', () => {
  fc.assert(
    fc.property(seeds, fc.constantFrom(0.125, 1024), (seed, factor) => {
      const { plan, query } = caseOf(seed);
      // Market caps are unchanged, so that a price × k means a supply ÷ k. A power of two is exact
      // in binary.
      const scaled = plan.assets.map((asset) => ({
        ...asset,
        price: asset.price.map((value) => (value === null ? null : value * factor)),
      }));
      expectSame(run({ ...plan, assets: scaled.reverse() }, query), run(plan, query));
    }),
    { numRuns: 200 },
  );
});

test('behavior: a higher fee or spread lowers the series', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const { plan, query } = caseOf(seed);
      fc.pre(!query.has('threshold_pct'));
      const cheap = run(plan, changed(query, { base_fee_pct: '0.1', spread_multiplier: '1' }));
      fc.pre(cheap !== null && cheap.nav.length > 1 && cheap.statistics.total_fees_pct > 0);
      for (const dearer of [{ base_fee_pct: '0.2' }, { spread_multiplier: '3' }]) {
        const base = { base_fee_pct: '0.1', spread_multiplier: '1' };
        const dear = run(plan, changed(query, { ...base, ...dearer })) as BacktestResult;
        expect([...dear.nav].every((value, day) => value <= (cheap.nav[day] as number))).toBe(true);
        expect(dear.nav.at(-1)).toBeLessThanOrEqual(cheap.nav.at(-1) as number);
        expect(dear.statistics.total_fees_pct).toBeGreaterThan(cheap.statistics.total_fees_pct);
      }
    }),
    { numRuns: 200 },
  );
});

test('behavior: 0.1 % and one spread are 0.2 % and none', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const { plan, query } = caseOf(seed);
      expectSame(
        run(plan, changed(query, { base_fee_pct: '0.1', spread_multiplier: '1' })),
        run(plan, changed(query, { base_fee_pct: '0.2', spread_multiplier: '0' })),
      );
    }),
    { numRuns: 200 },
  );
});

test('behavior: a cap of 10 % on ten assets is equal weight', () => {
  const assets = Array.from({ length: 10 }, (_, i) => ({
    id: `x${i}`,
    price: createConstantPrices(9, 1),
    cap: createConstantPrices(9, 3 ** i),
  }));
  const capped = runHistoryPlan({ days: 9, assets }, { weighting: 'mcap_cap10' });
  expect([...capped.weights.values()][0]).toEqual(
    Object.fromEntries(assets.map(({ id }) => [id, 0.1])),
  );
});

test('behavior: weights are never negative and never more than the whole', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const { plan, query } = caseOf(seed);
      const result = run(plan, query);
      fc.pre(result !== null);
      const { weights, offsets } = result.holdings;
      expect(weights.every((weight) => weight > 0)).toBe(true);
      for (let place = 0; place + 1 < offsets.length; place += 1) {
        const day = weights.subarray(offsets[place], offsets[place + 1]);
        expect(day.reduce((a, b) => a + b, 0)).toBeLessThanOrEqual(1 + 1e-12);
      }
      expect(result.nav[0]).toBe(1);
    }),
    { numRuns: 200 },
  );
});

test('behavior: a capped scheme keeps every weight below its cap, and invests everything', () => {
  let met = 0;
  fc.assert(
    fc.property(seeds, fc.constantFrom('mcap_cap', 'tvl_cap'), (seed, scheme) => {
      const random = createSeededRandom(seed);
      const size = { seed, days: 20, assets: 2 + Math.floor(random() * 10), trouble: 0.3 };
      const plan = createRandomHistoryPlan(size);
      const percent = 5 + Math.floor(random() * 60);
      const topN = 1 + Math.floor(random() * 12);
      const ids = plan.assets.map(({ id }) => id);
      const weigh = (weighting: string) => {
        const query = { category_id: 'dl-some', weighting, top_n: topN };
        const result = runHistoryPlan({ ...plan, categories: { 'dl-some': ids } }, query);
        return Object.values(result.weights.get(result.start) ?? {});
      };
      const n = weigh('equal').length;
      const weights = weigh(`${scheme}${percent}`);
      expect(weights.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 12);
      const limit = n * percent <= 100 ? 1 / n : percent / 100;
      expect(Math.max(...weights)).toBeLessThanOrEqual(limit * (1 + 1e-12));
      if (n * percent <= 100) expect(weights.length).toBe(n);
      else met += 1;
    }),
    { numRuns: 500 },
  );
  expect(met).toBeGreaterThan(50);
});
