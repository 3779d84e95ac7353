import { expect, test } from 'vitest';
import { countSweepVariants, formatVariantLabel } from './sweep-parser.ts';

test.each([
  ['top_n', { top_n: 5 }, 'top_n=5'],
  ['weighting', { weighting: 'capped_mcap_10' }, 'weighting=mcap_cap10'],
  ['weighting', { weighting: 'best' }, 'weighting=best'],
  ['category', { category_id: 'meme' }, 'meme'],
  ['rebalance', { rebalance_days: 14, threshold_pct: null }, 'periodic 14d'],
  ['rebalance', { rebalance_days: 365, threshold_pct: 3 }, 'drift 3%'],
  ['threshold', { rebalance_days: 30, threshold_pct: 10 }, 'drift 10%'],
  ['threshold', { rebalance_days: 30 }, 'off'],
])('default: of a %s sweep %j is called %s', (sweep, config, label) => {
  expect(formatVariantLabel(sweep, config)).toBe(label);
});

test.each([
  [{ sweep: 'top_n' }, 7],
  [{ sweep: 'rebalance' }, 9],
  [{ sweep: 'threshold' }, 5],
  [{ sweep: 'weighting', category_id: 'all' }, 11],
  [{ sweep: 'weighting', category_id: 'dl-dexes' }, 20],
  [{ sweep: 'category', categories: ['all', 'meme'] }, 2],
])('default: %j has %i variants', (asked, count) => {
  expect(countSweepVariants(asked)).toBe(count);
});
