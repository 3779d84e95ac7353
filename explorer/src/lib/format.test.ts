import { expect, test } from 'vitest';
import {
  formatAxisTime,
  formatChange,
  formatClock,
  formatDateTime,
  formatExactTime,
  formatFixed,
  formatFraction,
  formatGivenPercent,
  formatNumber,
  formatPercent,
  formatPoints,
  formatProbability,
  formatSigned,
  formatSignedUsd,
  formatTickChange,
  formatTickMove,
  formatUsd,
  formatUsdc,
  formatWei,
} from './format.ts';

test('behavior: what is not zero is never shown as zero', () => {
  expect(formatChange(0.001)).toBe('+<0.01 %');
  expect(formatChange(-0.0049)).toBe('-<0.01 %');
  expect(formatSigned(0.04, 1)).toBe('+<0.1');
  expect(formatPercent(0.004)).toBe('<0.01 %');
  expect(formatPercent(-0.004)).toBe('-<0.01 %');
  expect(formatPoints(-0.004)).toBe('-<0.01 pp');
  expect(formatTickMove(0.00001)).toBe('<0.0001 %');
  expect(formatFraction(0.00001)).toBe('<0.01 %');
  expect(formatUsd(0.002)).toBe('<$0.01');
  expect(formatUsd(-0.002)).toBe('-<$0.01');
  expect(formatSignedUsd(0.002)).toBe('+<$0.01');
  expect(formatUsdc(-0.002)).toBe('-<0.01 USDC');
  expect(formatWei('1', 'USDC')).toBe('<0.01 USDC');
  expect(formatWei('-1', 'USDC')).toBe('-<0.01 USDC');
  expect(formatWei('1', 'shares', 4)).toBe('<0.0001 shares');
});

test('default: zero, what rounding leaves over, and all else are shown as they are', () => {
  expect(formatChange(0)).toBe('0.00 %');
  expect(formatChange(-1e-12)).toBe('0.00 %');
  expect(formatChange(0.005)).toBe('+0.01 %');
  expect(formatChange(-12.345)).toBe('-12.35 %');
  expect(formatChange(null)).toBe('–');
  expect(formatPercent(0)).toBe('0.00 %');
  expect(formatSignedUsd(1e-11)).toBe('$0.00');
  expect(formatUsd(-1234.5)).toBe('-$1,234.50');
  expect(formatWei('0', 'USDC')).toBe('0.00 USDC');
  expect(formatWei('1200500000000000000000', 'USDC')).toBe('1,200.50 USDC');
});

test('default: a percentage has two decimals, with or without a sign and in points', () => {
  expect(formatChange(5)).toBe('+5.00 %');
  expect(formatPoints(5)).toBe('+5.00 pp');
  expect(formatPercent(77)).toBe('77.00 %');
  expect(formatPercent(1234.567)).toBe('1,234.57 %');
  expect(formatFraction(0.0512)).toBe('5.12 %');
  expect(formatSigned(-5)).toBe('-5.00');
  expect(formatProbability(0.5)).toBe('50.00 %');
  expect([null, Number.NaN].map(formatPercent)).toEqual(['–', '–']);
  expect([formatFraction, formatPoints, formatGivenPercent].map((show) => show(null))).toEqual([
    '–',
    '–',
    '–',
  ]);
});

test('behavior: a chosen percentage has its own decimals, a change within a tick has four', () => {
  expect(formatGivenPercent(0)).toBe('0 %');
  expect(formatGivenPercent(0.5)).toBe('0.5 %');
  expect(formatGivenPercent(100 * 0.77)).toBe('77 %');
  expect(formatTickChange(0.01234)).toBe('+0.0123');
  expect(formatTickMove(0.01234)).toBe('0.0123 %');
});

test('behavior: zero has no minus, and a probability near 0 or 1 is a bound', () => {
  expect([formatPercent(-0), formatChange(-0), formatPoints(-1e-12)]).toEqual([
    '0.00 %',
    '0.00 %',
    '0.00 pp',
  ]);
  expect([formatGivenPercent(-0.0001), formatNumber(-0.4), formatFixed(-0.001)]).toEqual([
    '0 %',
    '0',
    '0.00',
  ]);
  expect([formatProbability(0), formatProbability(1)]).toEqual(['<0.01 %', '>99.99 %']);
});

test.each([
  // Ten minutes of ticks: minutes alone, each once.
  [3, 600, /^\d\d:\d\d$/],
  [4, 600, /^$/],
  // Half a minute has no label without seconds.
  [4, 30, /^\d\d:\d\d:\d\d$/],
  // Days.
  [3, 5 * 86_400, /^$/],
])('behavior: a time label of kind %i on an axis of %i s is %s', (kind, span, expected) => {
  expect(formatAxisTime(1_796_034_390, kind, { daily: false, span })).toMatch(expected);
});

test('behavior: times have 24 hours, from 00:00', () => {
  const local = (time: string) => new Date(`2026-11-24T${time}`).toISOString();
  expect(formatDateTime(local('13:14:05'))).toBe('Nov 24, 2026, 13:14');
  expect(formatExactTime(local('00:14:05'))).toBe('Nov 24, 2026, 00:14:05');
  expect(formatClock(local('00:14:05'))).toBe('00:14');
});
