import { expect, test, vi } from 'vitest';
import { lazy, lazyProperties } from './lazy-properties.ts';

test('default: properties are computed on first use, once for each object', () => {
  const half = vi.fn((whole: number) => whole / 2);
  const quarter = vi.fn((_whole: number, self: { half: number }) => self.half / 2);
  const parts = lazyProperties<number, { half: number; quarter: number }>({ half, quarter });
  const [four, eight] = [parts(4), parts(8)];
  expect(half).not.toHaveBeenCalled();
  expect([four.quarter, eight.half, eight.half]).toEqual([1, 4, 4]);
  expect(half).toHaveBeenCalledTimes(2);
  expect(quarter).toHaveBeenCalledTimes(1);
});

test('behavior: lazy calls its function once, even if that returns undefined', () => {
  const make = vi.fn(() => undefined);
  const made = lazy(make);
  expect(make).not.toHaveBeenCalled();
  expect([made(), made()]).toEqual([undefined, undefined]);
  expect(make).toHaveBeenCalledTimes(1);
});
