import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  anyFormatAssetPriceSchema,
  anyFormatPriceMapSchema,
  upstreamMarketHistorySchema,
  upstreamPriceMapSchema,
  upstreamPriceSchema,
} from './upstream-schema.ts';

const odd = fc.constantFrom(
  ...[null, undefined, true, '', 'x', '-1', '1.5', '1e3', [], {}, { last_price: 1 }],
  ...[-0, -1.5, 1e21, Number.POSITIVE_INFINITY, Number.NaN, '2026-01-01T00:00:00Z'],
);
const mostly = (proper: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 30, arbitrary: proper }, { weight: 1, arbitrary: odd });
const number = mostly(fc.double({ noNaN: true, noDefaultInfinity: true }));
const symbol = fc.oneof(fc.string(), fc.constantFrom('prices', 'BTCUSDC', '1', '__proto__'));
/** `__proto__` is an own property, as `JSON.parse` creates it. */
const map = fc.array(fc.tuple(symbol, number), { maxLength: 5 }).map((pairs) => {
  const body = {};
  for (const [key, value] of pairs) {
    Object.defineProperty(body, key, {
      ...{ value, enumerable: true, configurable: true, writable: true },
    });
  }
  return body;
});

describe('prices', () => {
  test('behavior: a map of prices comes out as by its schema', () => {
    const legacy = map.map((prices) => ({ prices }));
    const body = fc.oneof({ weight: 9, arbitrary: map }, legacy, fc.array(number), odd);
    fc.assert(
      fc.property(body, (value) => {
        const [short, long] = [
          upstreamPriceMapSchema.safeParse(value),
          anyFormatPriceMapSchema.safeParse(value),
        ];
        expect(short.success).toBe(long.success);
        expect([...(short.data ?? [])]).toEqual([...(long.data ?? [])]);
      }),
      { numRuns: 2000 },
    );
  });

  test('behavior: one price comes out as by its schema, to the order of its fields', () => {
    const text = mostly(fc.string());
    const timestamp = fc.oneof({ weight: 4, arbitrary: mostly(fc.nat()) }, number);
    const fields = { asset: text, price: number, timestamp, source: text };
    const proper = fc.record(fields);
    const body = fc.oneof(
      { weight: 9, arbitrary: mostly(proper) },
      fc.record(fields, { requiredKeys: [] }),
      proper.map((value) => ({ ...value, extra: 1 })),
      fc.record({ symbol: text, price: number, fetched_at: number }),
    );
    fc.assert(
      fc.property(body, (value) => {
        const [short, long] = [
          upstreamPriceSchema.safeParse(value),
          anyFormatAssetPriceSchema.safeParse(value),
        ];
        expect(short.success).toBe(long.success);
        expect(JSON.stringify(short.data)).toBe(JSON.stringify(long.data));
      }),
      { numRuns: 2000 },
    );
  });

  test('behavior: rows of a history without a number or a time are left out', () => {
    const good = { value: '1', fetchedAt: '2026-01-01T00:00:00Z' };
    const rows = [
      good,
      { ...good, value: null },
      { ...good, value: 'abc' },
      { ...good, fetchedAt: null },
      { ...good, fetchedAt: 'soon' },
      { value: 1 },
      { value: 1, timestamp: 1e20 },
      null,
      [],
      { timestamp: 1767225600.9, value: 2 },
    ];
    expect(upstreamMarketHistorySchema.parse({ prices: rows }).prices).toEqual([
      { timestamp: 1767225600, value: 1 },
      { timestamp: 1767225600, value: 2 },
    ]);
  });

  test.each([{}, { prices: null }, { prices: {} }, []])('error: %j is no history', (body) => {
    expect(upstreamMarketHistorySchema.safeParse(body).success).toBe(false);
  });
});
