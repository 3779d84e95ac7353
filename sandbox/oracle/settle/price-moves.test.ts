import { expect, test } from 'vitest';
import { computePriceMove } from './price-moves.ts';

const options = { from: 1000, to: 1010, staleAfter: 300, thresholdBps: 0 };
const at = (value: number, time: number) => ({ value, at: time });

test('default: up, down and flat with the change in percent', () => {
  expect(computePriceMove(at(100, 1000), at(101, 1010), options)).toEqual({
    move: 'up',
    pctChange: 1,
  });
  expect(computePriceMove(at(100, 1000), at(98, 1010), options)).toEqual({
    move: 'down',
    pctChange: -2,
  });
  expect(computePriceMove(at(100, 1000), at(100, 1010), options)).toEqual({
    move: 'flat',
    pctChange: 0,
  });
});

test('behavior: a move under the threshold is flat, at the threshold it counts', () => {
  const half = { ...options, thresholdBps: 50 };
  expect(computePriceMove(at(1000, 1000), at(1004, 1010), half).move).toBe('flat');
  expect(computePriceMove(at(1000, 1000), at(1005, 1010), half).move).toBe('up');
});

test.each([
  ['missing start', null, at(1, 1010)],
  ['missing end', at(1, 1000), null],
  ['stale start', at(1, 699), at(1, 1010)],
  ['stale end', at(1, 1000), at(2, 709)],
  ['not a number', at(Number.NaN, 1000), at(1, 1010)],
])('behavior: %s cancels the market', (_, start, end) => {
  expect(computePriceMove(start, end, options)).toEqual({ move: 'cancelled', pctChange: null });
});

test('behavior: values below zero move like others; from zero there is no percentage', () => {
  expect(computePriceMove(at(-4, 1000), at(-2, 1010), options)).toEqual({
    move: 'up',
    pctChange: 50,
  });
  expect(computePriceMove(at(0, 1000), at(-1, 1010), options)).toEqual({
    move: 'down',
    pctChange: null,
  });
});
