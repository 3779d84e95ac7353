import { describe, expect, test } from 'vitest';
import {
  type DefiMetric,
  formatIsoDay,
  type MarketHistory,
  parseDayNumber,
} from '../market-history.ts';
import { roundToSignificant } from '../round-to-significant.ts';
import { generateHistory } from './generate-history.ts';

const seed = 20200101;
const metrics: readonly DefiMetric[] = ['tvl', 'fees', 'revenue', 'volume', 'apy'];
const { history, upcoming } = generateHistory({ seed, endDate: '2026-06-30' });

/** Returns all data of one asset up to day `days`, by names instead of column numbers. */
function storyOf(of: MarketHistory, { id, days }: { readonly id: string; readonly days: number }) {
  const column = of.assets.findIndex((asset) => asset.id === id);
  const cut = (table: Float64Array) =>
    table.slice(column * of.days, column * of.days + Math.min(days, of.days));
  return {
    info: of.assets[column],
    tables: [of.price, of.marketCap, ...metrics.map((metric) => of.defi[metric])].map(cut),
    listedAt: of.listedAt[column],
    rounds: of.rounds
      .filter((round) => round.asset === column && round.day < days)
      .map((round) => ({ ...round, asset: id })),
    categories: of.categories.filter(({ assets }) => assets.includes(column)).map(({ id }) => id),
  };
}

describe('generateHistory', () => {
  test('default: the table of a seed and an end is always the same', () => {
    expect(history.version).toBe(
      '3fb0fd4c4df41a636fced1925e15afde692ead566c2eb07254f669fe84e55be0',
    );
    expect(generateHistory({ seed, endDate: '2026-06-30' }).history.version).toBe(history.version);
  });

  test('behavior: another seed is another market', () => {
    const other = generateHistory({ seed: 1, endDate: '2020-06-30' }).history;
    expect(other.version).not.toBe(
      generateHistory({ seed, endDate: '2020-06-30' }).history.version,
    );
  });

  test.each(['2020-01-02', '2020-03-12', '2023-10-29', '2026-06-29'])(
    'behavior: an end on %s cuts the table and changes no day of it',
    (endDate) => {
      const earlier = generateHistory({ seed, endDate }).history;
      const { days } = earlier;
      expect(formatIsoDay(earlier, days - 1)).toBe(endDate);
      expect(history.fng.slice(0, days)).toEqual(earlier.fng);
      for (const { id } of earlier.assets) {
        expect(storyOf(history, { id, days })).toEqual(storyOf(earlier, { id, days }));
      }
      const later = history.assets.filter(
        ({ id }) => !earlier.assets.some((asset) => asset.id === id),
      );
      for (const { id } of later) {
        const [prices] = storyOf(history, { id, days }).tables;
        expect(prices?.every((price) => Number.isNaN(price))).toBe(true);
      }
    },
  );

  test('behavior: a delisting is not known before its day', () => {
    const dated = [...history.delistedAt.entries()].find(([, day]) => day < history.days);
    const [column, day] = dated ?? [0, 0];
    const idOf = history.assets[column]?.id;
    const before = generateHistory({ seed, endDate: formatIsoDay(history, day - 1) }).history;
    const after = generateHistory({ seed, endDate: formatIsoDay(history, day) }).history;
    const dateIn = (of: MarketHistory) =>
      of.delistedAt[of.assets.findIndex((asset) => asset.id === idOf)];
    expect(dateIn(before)).toBeGreaterThan(before.days);
    expect(dateIn(after)).toBe(day);
  });

  test('behavior: upcoming closes are the closes of a later table', () => {
    const later = generateHistory({ seed, endDate: '2026-07-30' }).history;
    expect(upcoming.days).toBe(30);
    for (const [column, { id }] of history.assets.entries()) {
      const { tables } = storyOf(later, { id, days: later.days });
      const ahead = upcoming.price.subarray(column * 30, column * 30 + 30);
      const there = tables[0]?.subarray(history.days) ?? new Float64Array();
      for (const [k, price] of there.entries()) {
        // A gap in the published table is missing data; the market itself has a price on that day.
        if (price > 0) expect(ahead[k]).toBe(price);
      }
    }
  });

  test('behavior: listings go on after the planned ones', () => {
    const later = generateHistory({ seed, endDate: '2028-06-30' }).history;
    const fresh = [...later.listedAt].filter((day) => day >= history.days);
    expect(later.assets.length).toBeGreaterThan(250);
    expect(fresh.length).toBeGreaterThan(30);
    expect(new Set(later.assets.map(({ id }) => id)).size).toBe(later.assets.length);
    expect(new Set(later.assets.map(({ symbol }) => symbol)).size).toBe(later.assets.length);
  });

  test('behavior: assets ascend by id and include the two majors', () => {
    const ids = history.assets.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted());
    expect(history.assets).toContainEqual({ id: 'bitcoin', symbol: 'BTC', name: 'Bitcoin' });
    expect(history.assets).toContainEqual({ id: 'ethereum', symbol: 'ETH', name: 'Ethereum' });
    expect(parseDayNumber(history, '2020-01-01')).toBe(0);
    expect(history.origin).toBe('synthetic');
  });

  test('behavior: every number has at most 8 significant digits, on shared memory', () => {
    for (const table of [history.price, history.marketCap, ...Object.values(history.defi)]) {
      expect(table.buffer).toBeInstanceOf(SharedArrayBuffer);
      expect(
        table.every((value) => Number.isNaN(value) || Number(value.toPrecision(8)) === value),
      ).toBe(true);
      expect(table.every((value) => !(value < 0) && value !== Number.POSITIVE_INFINITY)).toBe(true);
    }
  });

  test('behavior: it takes less than a second of the processor', () => {
    const start = process.cpuUsage();
    generateHistory({ seed, endDate: '2026-06-30' });
    const { user, system } = process.cpuUsage(start);
    expect((user + system) / 1000).toBeLessThan(1000);
  });

  test('args: an end that is no date, or not after the first day, is refused', () => {
    for (const endDate of [
      '2020-01-01',
      '2019-05-05',
      'yesterday',
      '',
      '2024-02-30',
      '2040-01-01',
    ]) {
      expect(() => generateHistory({ seed, endDate })).toThrow(RangeError);
    }
  });
});

test('behavior: round8 agrees with the decimal rounding of the language', () => {
  let value = 1.234567891e-18;
  for (let k = 0; k < 3000; k += 1) {
    value *= 1.0271828;
    expect(roundToSignificant(value)).toBe(Number(value.toPrecision(8)));
  }
  expect(roundToSignificant(999_999_996)).toBe(1e9);
  expect(roundToSignificant(0)).toBe(0);
  expect(roundToSignificant(Number.NaN)).toBeNaN();
});
