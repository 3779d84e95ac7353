import { expect, test } from 'vitest';
import { describeWholeMonths, findEndingMonth } from './running-month.ts';

const month = (month: number, isPartial = false) => ({ year: 2026, month, isPartial });
const lastDay = Date.parse('2026-11-30T12:00:00Z');

test('default: the months that the figure counts are the whole ones', () => {
  const months = [month(8, true), month(9), month(10), month(11, true)];
  const now = Date.parse('2026-11-12T12:00:00Z');
  expect(describeWholeMonths(months, '2026-11-12', now)).toEqual({
    count: 2,
    text: '2 whole months to Oct 2026',
  });
  expect(findEndingMonth(months, '2026-11-12', now)).toBeNull();
});

test('behavior: a month counts on its last day, which is said while the day is not over', () => {
  const months = [month(10), month(11)];
  expect(describeWholeMonths(months, '2026-11-30', lastDay)).toEqual({
    count: 2,
    text: '2 whole months to Nov 2026, which ends today',
  });
  expect(findEndingMonth(months, '2026-11-30', lastDay)).toBe('Nov 2026');
  expect(findEndingMonth(months, '2026-11-30', lastDay + 86_400_000)).toBeNull();
});

test('behavior: nothing is said without a whole month', () => {
  expect(describeWholeMonths([month(11, true)], '2026-11-12')).toBeNull();
});
