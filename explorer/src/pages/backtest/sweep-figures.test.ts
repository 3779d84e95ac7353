import { expect, test } from 'vitest';
import { describeExcess, nameBest } from './sweep-figures.ts';

test.each([
  [
    [3.456, -1, 12.3],
    '2 of 3 variants beat BTC over the same days; the best, Top 3, by 12.30 percentage points.',
  ],
  [
    [-2, 0.5],
    '1 of 2 variants beats BTC over the same days; the best, Top 2, by 0.50 percentage points.',
  ],
  [
    [-2, -30, 0],
    'None of 3 variants beats BTC over the same days; the best, Top 3, is 0.00 percentage points behind it.',
  ],
  [
    [-2, -1234.5],
    'None of 2 variants beats BTC over the same days; the best, Top 1, is 2.00 percentage points behind it.',
  ],
])('default: variants with an excess of %s', (excess, sentence) => {
  const variants = excess.map((points, index) => ({ name: `Top ${index + 1}`, points }));
  expect(describeExcess(variants)).toBe(sentence);
});

test.each([
  ['RETURN', 12, 'Highest return'],
  ['RETURN', 0, 'Highest return'],
  ['RETURN', null, 'Highest return'],
  ['RETURN', -55, 'Smallest loss'],
  ['YEAR', -9, 'Smallest loss per year'],
  ['SHARPE', -0.4, 'Highest Sharpe'],
  ['DRAWDOWN', -30, 'Mildest drawdown'],
] as const)('behavior: the best %s of %s is named %s', (figure, value, name) => {
  expect(nameBest(figure, value)).toBe(name);
});
