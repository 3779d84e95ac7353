import { expect, test } from 'vitest';
import {
  createTimeAxis,
  findWithin,
  moveView,
  padView,
  placeOf,
  timeOfPlace,
} from './time-axis.ts';

const day = 86_400;
const axisOf = (first: number, count: number) =>
  createTimeAxis(
    [Array.from({ length: count }, (_, at) => ({ timestamp: (first + at) * day, value: 1 }))],
    true,
  );

test('behavior: a view stays on its days when the series is read anew', () => {
  const before = axisOf(100, 30);
  expect(moveView({ from: 10, to: 20 }, before, before)).toEqual({ from: 10, to: 20 });
  expect(moveView({ from: 10, to: 20 }, before, axisOf(101, 30))).toEqual({ from: 9, to: 19 });
  expect(moveView({ from: 0, to: 20 }, before, axisOf(101, 30))).toEqual({ from: 0, to: 19 });
});

test('behavior: another range is shown whole', () => {
  const before = axisOf(100, 30);
  expect(moveView({ from: 10, to: 20 }, before, axisOf(0, 130))).toBeNull();
  expect(moveView({ from: 10, to: 20 }, before, axisOf(123, 7))).toBeNull();
});

test('edge: a view does not leave the axis, and one of days that are gone is none', () => {
  const before = axisOf(100, 30);
  expect(moveView({ from: 20, to: 29 }, before, axisOf(100, 28))).toEqual({ from: 20, to: 27 });
  expect(moveView({ from: 0, to: 2 }, before, axisOf(102, 30))).toBeNull();
});

test('behavior: no place of an axis is after its last time', () => {
  const last = 30 * day + 59_000;
  const days = Array.from({ length: 31 }, (_, at) => at * day);
  const axis = createTimeAxis(
    [[...days, last].map((timestamp) => ({ timestamp, value: 1 }))],
    false,
  );
  expect(timeOfPlace(axis, placeOf(axis, last))).toBe(last);
  for (const time of axis.times) {
    expect(Math.abs(timeOfPlace(axis, placeOf(axis, time)) - time)).toBeLessThan(day / 16);
  }
  const inView = findWithin(axis, { from: placeOf(axis, 3 * day), to: placeOf(axis, 5.6 * day) });
  expect(inView).toEqual({ from: 3, to: 5 });
});

test('behavior: a view of bars begins before the first and ends after the last', () => {
  const months = [0, 31, 59].map((at) => ({ timestamp: at * day, value: 1 }));
  const axis = createTimeAxis([months], true);
  expect(padView(axis, { from: 0, to: 59 })).toEqual({ from: -13.5, to: 72.5 });
  expect(padView(axis, { from: 0, to: 40 })).toEqual({ from: -13.5, to: 40 });
  expect(padView(axis, { from: 20, to: 40 })).toEqual({ from: 20, to: 40 });
  expect(padView(axisOf(100, 30), { from: 0, to: 29 })).toEqual({ from: 0, to: 29 });
  expect(padView(axisOf(100, 1), { from: 0, to: 0 })).toEqual({ from: 0, to: 0 });
});
