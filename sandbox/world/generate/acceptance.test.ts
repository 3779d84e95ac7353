import { describe, expect, test } from 'vitest';
import { parseRunParameters } from '../../data-node/engine/parameters/parse-run-parameters.ts';
import { listSweepWeightings } from '../../data-node/engine/parameters/weighting.ts';
import { prepareMarket } from '../../data-node/engine/prepare-market.ts';
import { runBacktest } from '../../data-node/engine/run-backtest.ts';
import { generateHistory } from './generate-history.ts';

const { history } = generateHistory({ seed: 20200101, endDate: '2026-06-30' });
const market = prepareMarket(history);
const usual = { category_id: 'all', top_n: '50', weighting: 'equal', rebalance_days: '30' };

function run(query: Readonly<Record<string, string>>) {
  const request = parseRunParameters(new URLSearchParams({ ...usual, ...query }), market);
  return runBacktest({ market, parameters: request.parameters }).statistics;
}

const returnOf = (query: Readonly<Record<string, string>>) => run(query).total_return_pct;

// Properties of the dataset on which the backtest engine relies (docs/backtest-engine.md §1 to §9).
describe('the synthetic market under the engine', () => {
  test('default: a plain run of the fifty largest meets three delistings', () => {
    expect(run({}).total_delistings).toBeGreaterThanOrEqual(3);
  });

  test.each([
    [{}, { top_n: '20' }],
    [{}, { top_n: '100' }],
    [{ top_n: '100' }, { top_n: '200' }],
    [{}, { category_id: 'defi' }],
    [{}, { weighting: 'mcap' }],
    [{}, { rebalance_days: '14' }],
    [{}, { base_fee_pct: '0.2' }],
    [{}, { spread_multiplier: '3' }],
    [{}, { start_date: '2021-01-01' }],
    [{}, { threshold_pct: '3' }],
    [{ threshold_pct: '3' }, { threshold_pct: '5' }],
    [{ fng_mode: 'fear' }, { fng_mode: 'fear', fng_fear_threshold: '20' }],
    [{ fng_mode: 'greed' }, { fng_mode: 'greed', fng_greed_threshold: '80' }],
    [{ fng_mode: 'greed' }, { fng_mode: 'greed', fng_cash_pct: '0.6' }],
    [{ dom_mode: 'btc' }, { dom_mode: 'btc', dom_lookback: '60' }],
    [{ vc_mode: 'include' }, { vc_mode: 'include', vc_min_amount_m: '10' }],
    [{ vc_mode: 'include' }, { vc_mode: 'include', vc_investors: 'Cobalt Orchard' }],
    [{ vc_mode: 'include' }, { vc_mode: 'include', vc_round_types: 'seed' }],
  ])('behavior: %j and %j do not come to the same', (one, other) => {
    expect(returnOf(one)).not.toBe(returnOf(other));
  });

  test.each([
    ['fng_mode', ['fear', 'greed', 'both']],
    ['dom_mode', ['btc', 'eth', 'inverse']],
    ['vc_mode', ['include', 'exclude', 'funding', 'valuation', 'fresh_12', 'fresh_6']],
  ])('behavior: every %s is a run of its own', (parameter, modes) => {
    const returns = [returnOf({}), ...modes.map((mode) => returnOf({ [parameter]: mode }))];
    expect(new Set(returns).size).toBe(returns.length);
  });

  test.each(['5', '20'])(
    'behavior: the twenty schemes differ at top %s of a dl- category',
    (top) => {
      const at = { category_id: 'dl-dexes', top_n: top };
      const names = listSweepWeightings('dl-dexes');
      expect(names).toHaveLength(20);
      // A limit of 10 % on five assets always gives equal weights.
      const all = names.filter((name) => top !== '5' || !name.includes('cap10'));
      const returns = all.map((weighting) => returnOf({ ...at, weighting }));
      expect(new Set(returns).size).toBe(all.length);
    },
  );

  test('behavior: 5, 10 and 20 assets differ in every category', () => {
    for (const { id } of history.categories.filter(({ id }) => id !== 'stablecoins')) {
      const returns = ['5', '10', '20'].map((top_n) =>
        returnOf({ category_id: id, top_n, weighting: 'mcap' }),
      );
      expect(new Set(returns).size, id).toBe(3);
    }
  });
});
