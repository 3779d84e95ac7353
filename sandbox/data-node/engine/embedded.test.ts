import { expect, test } from 'vitest';
import { loadHistory } from '../../world/load-history.ts';
import { parseRunParameters } from './parameters/parse-run-parameters.ts';
import { listSweepWeightings } from './parameters/weighting.ts';
import { prepareMarket } from './prepare-market.ts';
import { runBacktest } from './run-backtest.ts';

const history = loadHistory({ seed: 20_200_101, endDate: '2026-06-30' });
const market = prepareMarket(history);

const base = { category_id: 'all', top_n: '20', weighting: 'mcap', rebalance_days: '30' };

function run(changes: Readonly<Record<string, string>> = {}) {
  const query = new URLSearchParams({ ...base, ...changes });
  return runBacktest({ market, parameters: parseRunParameters(query, market).parameters })
    .statistics;
}

const returnOf = (changes: Readonly<Record<string, string>>) => run(changes).total_return_pct;

test('behavior: all twenty schemes come to different results in every DeFi category', () => {
  const sectors = market.categories.filter(({ id }) => id.startsWith('dl-'));
  expect(sectors.length).toBeGreaterThanOrEqual(6);
  for (const { id } of sectors) {
    const returns = listSweepWeightings(id).map((weighting) =>
      returnOf({ category_id: id, top_n: '15', weighting }),
    );
    expect(new Set(returns.map((value) => value.toFixed(6))).size).toBe(20);
  }
});

test('behavior: every parameter changes the result', () => {
  const plain = returnOf({});
  const [investor = ''] = history.rounds[0]?.investors ?? [];
  const changes: readonly Readonly<Record<string, string>>[] = [
    { top_n: '21' },
    { rebalance_days: '29' },
    { category_id: 'defi' },
    { base_fee_pct: '0.11' },
    { spread_multiplier: '1.2' },
    { start_date: '2020-03-01' },
    { threshold_pct: '5' },
    { threshold_pct: '5.5' },
    { fng_mode: 'fear' },
    { fng_mode: 'greed' },
    { fng_mode: 'both' },
    { fng_mode: 'greed', fng_greed_threshold: '70' },
    { fng_mode: 'fear', fng_fear_threshold: '30' },
    { fng_mode: 'greed', fng_cash_pct: '0.5' },
    { dom_mode: 'btc' },
    { dom_mode: 'eth' },
    { dom_mode: 'inverse' },
    { dom_mode: 'btc', dom_lookback: '60' },
    { vc_mode: 'include' },
    { vc_mode: 'exclude' },
    { vc_mode: 'funding' },
    { vc_mode: 'valuation' },
    { vc_mode: 'fresh_6' },
    { vc_mode: 'fresh_12' },
    { vc_investors: investor },
    { vc_min_amount_m: '20' },
    { vc_round_types: 'series_a' },
    { category_id: 'all', top_n: '50', delist_haircut: '0.5' },
  ];
  const seen = new Map<number, unknown>([[plain, 'nothing changed']]);
  for (const change of changes) {
    const result = returnOf(change);
    expect([change, seen.get(result)]).toEqual([change, undefined]);
    seen.set(result, change);
  }
});

test('behavior: every size and calendar of the sweeps differs', () => {
  const sizes = ['5', '10', '20', '30', '50', '100'].map((top_n) => returnOf({ top_n }));
  const calendars = ['14', '30', '60', '90', '180'].map((days) =>
    returnOf({ rebalance_days: days }),
  );
  const bands = ['3', '5', '10', '15', '20'].map((band) => returnOf({ threshold_pct: band }));
  expect(new Set(sizes).size).toBe(6);
  expect(new Set([...calendars, ...bands]).size).toBe(10);
});

test('behavior: a default run of the fifty largest meets at least three delistings', () => {
  expect(run({ top_n: '50', weighting: 'equal' }).total_delistings).toBeGreaterThanOrEqual(3);
});
