import { expect, test } from 'vitest';
import { ensureIsoOffset, isCalendarDay } from './parse.ts';

test.each([
  ['2026-01-31T12:00:00Z', '2026-01-31T12:00:00Z'],
  ['2026-01-31T12:00:00.123456789Z', '2026-01-31T12:00:00.123456789Z'],
  ['2026-01-31T12:00:00+02:00', '2026-01-31T12:00:00+02:00'],
  ['2026-01-31T12:00:00-0330', '2026-01-31T12:00:00-03:30'],
  ['2026-01-31 12:00:00.5+00', '2026-01-31T12:00:00.5+00:00'],
  ['2026-01-31T12:00:00', '2026-01-31T12:00:00Z'],
  ['2026-01-31T12:00', '2026-01-31T12:00Z'],
  ['2026-01-31', '2026-01-31T00:00:00Z'],
  ['Nov 22 2026', null],
  ['2026', null],
  ['2026-02-30T12:00:00Z', null],
  ['2026-01-31T25:00:00Z', null],
  ['2026-01-31T12:00:00+2', null],
  ['2026-01-31Z', null],
  ['1790000000', null],
  ['', null],
])('default: %j with its offset is %j', (text, complete) => {
  expect(ensureIsoOffset(text)).toBe(complete);
});

test.each([
  ['2024-02-29', true],
  ['2026-02-29', false],
  ['2026-13-01', false],
  ['2026-1-1', false],
  ['', false],
])('default: %j is a calendar day: %j', (text, isDay) => {
  expect(isCalendarDay(text)).toBe(isDay);
});
