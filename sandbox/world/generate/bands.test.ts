import { describe, expect, test } from 'vitest';
import { formatIsoDay } from '../market-history.ts';
import { generateHistory } from './generate-history.ts';
import { countDelistings, findDelistingDays } from './testing/asset-lifetimes.ts';
import { measureStatistics } from './testing/measure-statistics.ts';
import { findProject } from './universe/real-projects.ts';

const { history } = generateHistory({ seed: 20200101, endDate: '2026-06-30' });
const measured = measureStatistics(history);
const deaths = findDelistingDays(history);

/**
 * Statistics of real markets, 2020–2025 (docs/backtest-engine.md §9). Those of the synthetic market
 * may differ by at most 20 %.
 */
const bands: readonly (readonly [statistic: keyof typeof measured, real: number])[] = [
  ['btcVol', 0.62],
  ['btcKurtosis', 22],
  ['ethVol', 0.83],
  ['ethCorrelation', 0.83],
  ['altVolMedian', 1.09],
  ['pairMean', 0.58],
  ['pairLow', 0.43],
  ['pairHigh', 0.71],
  ['altIndexVol', 0.86],
  ['altIndexCorrelation', 0.82],
  ['altIndexBeta', 1.14],
  ['idiosyncraticVol', 0.7],
  ['idiosyncraticVolLow', 0.61],
  ['idiosyncraticVolHigh', 0.79],
  ['tailShare', 0.56],
  ['btcVol30Low', 0.28],
  ['btcVol30High', 1],
  ['dominanceMean', 57],
  ['dominanceMonthly', 3.2],
  ['etherMean', 17],
  ['rankSlope', -1.4],
  ['fngMean', 49],
  ['fngSd', 22],
  ['fngAcf1', 0.96],
];

describe('the synthetic market', () => {
  test.each(bands)('behavior: %s is within a fifth of %d', (statistic, real) => {
    const ratio = measured[statistic] / real;
    expect(ratio).toBeGreaterThanOrEqual(0.8);
    expect(ratio).toBeLessThanOrEqual(1.2);
  });

  test('behavior: the crash of 2020-03-12 took 40 percent', () => {
    const bitcoin = history.assets.findIndex(({ id }) => id === 'bitcoin') * history.days;
    expect(formatIsoDay(history, 71)).toBe('2020-03-12');
    const ratio = (history.price[bitcoin + 71] ?? 0) / (history.price[bitcoin + 70] ?? 0);
    expect(ratio).toBeCloseTo(0.6, 6);
    expect(measured.btcLowest).toBeCloseTo(-0.4, 6);
  });

  test('behavior: Bitcoin’s dominance stays between 35 and 75', () => {
    expect(measured.dominanceLow).toBeGreaterThan(35);
    expect(measured.dominanceHigh).toBeLessThan(75);
  });

  test('behavior: fear and greed each rule 8 to 25 percent of the days', () => {
    for (const share of [measured.fngFear, measured.fngGreed]) {
      expect(share).toBeGreaterThanOrEqual(8);
      expect(share).toBeLessThanOrEqual(25);
    }
  });

  test('behavior: 220 assets and three stablecoins, at least 150 of them alive at the end', () => {
    expect(history.assets).toHaveLength(223);
    expect(deaths.filter((day) => day === Number.POSITIVE_INFINITY).length).toBeGreaterThanOrEqual(
      150,
    );
    expect(measured.aliveAtEnd).toBeGreaterThanOrEqual(150);
  });

  test('behavior: USDT, USDC and DAI stay within half a percent of a dollar', () => {
    for (const symbol of ['USDT', 'USDC', 'DAI']) {
      const column = history.assets.findIndex((asset) => asset.symbol === symbol);
      const closes = history.price.subarray(column * history.days, (column + 1) * history.days);
      expect(Math.min(...closes), symbol).toBeGreaterThan(0.995);
      expect(Math.max(...closes), symbol).toBeLessThan(1.005);
    }
  });

  test('behavior: the 200 largest assets carry the names and provider ids of real projects', () => {
    const last = history.days - 1;
    const capOf = (column: number) => history.marketCap[column * history.days + last] || 0;
    const largest = [...history.assets.keys()].sort((a, b) => capOf(b) - capOf(a)).slice(0, 200);
    const real = new Set(Array.from({ length: 240 }, (_, ordinal) => findProject(ordinal)?.id));
    const invented = largest.map((column) => history.assets[column]?.id ?? '');
    const pegs = ['tether', 'usd-coin', 'dai'];
    expect(invented.filter((id) => !real.has(id) && !pegs.includes(id))).toEqual([]);
    for (const id of ['bitcoin', 'solana', 'chainlink', 'uniswap', 'aave', 'dogecoin']) {
      expect(history.assets.map((asset) => asset.id)).toContain(id);
    }
  });

  test('behavior: every category has 25 members, every dl- category three deaths', () => {
    expect(history.categories.length).toBeGreaterThanOrEqual(12);
    for (const { id, assets } of history.categories) {
      if (id === 'stablecoins') continue;
      expect(assets.length, id).toBeGreaterThanOrEqual(25);
      const dead = [...assets].filter((column) => (deaths[column] ?? 0) < history.days);
      if (id.startsWith('dl-')) expect(dead.length, id).toBeGreaterThanOrEqual(3);
    }
  });

  test('behavior: a run of the fifty largest meets at least three delistings', () => {
    expect(countDelistings(history, { categoryId: 'all', topN: 50 })).toBeGreaterThanOrEqual(3);
  });

  test('behavior: some dead assets have a delisting date, some just fell silent', () => {
    const dead = [...deaths.keys()].filter((column) => (deaths[column] ?? 0) < history.days);
    const dated = dead.filter((column) => history.delistedAt[column] === deaths[column]);
    expect(dated.length).toBeGreaterThan(10);
    expect(dead.length - dated.length).toBeGreaterThan(10);
  });

  test('behavior: ten small assets miss more than one percent of their days', () => {
    const gappy = [...history.assets.keys()].filter((column) => {
      const own = history.price.subarray(column * history.days, (column + 1) * history.days);
      const first = own.findIndex((usd) => usd > 0);
      const known = own.subarray(first, own.findLastIndex((usd) => usd > 0) + 1);
      return known.filter((usd) => Number.isNaN(usd)).length > known.length / 100;
    });
    expect(gappy).toHaveLength(10);
  });

  test('behavior: rounds belong to invented assets and name invented investors', () => {
    const majors = ['bitcoin', 'ethereum'].map((id) =>
      history.assets.findIndex((asset) => asset.id === id),
    );
    expect(history.rounds.length).toBeGreaterThan(200);
    expect(history.rounds.every((round) => !majors.includes(round.asset))).toBe(true);
    const named = history.rounds.filter((round) => round.investors.length > 0);
    expect(named.length / history.rounds.length).toBeCloseTo(0.47, 1);
    expect(new Set(named.flatMap((round) => round.investors)).size).toBe(12);
    const valued = history.rounds.filter((round) => round.valuationM > 0);
    expect(valued.length).toBeGreaterThan(10);
  });
});
