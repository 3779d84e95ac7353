import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  deserializeNavPoints,
  isCanonicalNavSeries,
  serializeNavSeries,
} from './serialized-nav-series.ts';
import { anyFormatNavSeriesSchema } from './upstream-schema.ts';

const isSeries = (text: string) => isCanonicalNavSeries(Buffer.from(text));
const point = fc.record({
  timestamp: fc.nat(2 ** 31),
  nav: fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.nat(),
    // Like most NAVs.
    fc.integer({ min: 0, max: 1e9 }).map((millionths) => millionths / 1e6),
  ),
});
const navs = (...numbers: readonly string[]) =>
  `[${numbers.map((nav, at) => `{"timestamp":${at},"nav":${nav}}`).join(',')}]`;

describe('isCanonicalNavSeries', () => {
  test('behavior: what it takes is what its schema would make of it, to the letter', () => {
    const series = fc
      .array(point, { maxLength: 4 })
      .map((points) => serializeNavSeries(points).json);
    const changed = fc
      .tuple(series, fc.nat(), fc.nat(3), fc.constantFrom(...'0123456789.,-+eE:{}[]" \nax'))
      .map(([text, at, gone, put]) => {
        const place = at % (text.length + 1);
        return text.slice(0, place) + put + text.slice(place + gone);
      });
    let taken = 0;
    fc.assert(
      fc.property(fc.oneof(series, changed), (text) => {
        if (!isSeries(text)) return;
        taken += 1;
        expect(anyFormatNavSeriesSchema.parse(JSON.parse(text)).json).toBe(text);
      }),
      { numRuns: 5000 },
    );
    expect(taken).toBeGreaterThan(1000);
  });

  test('default: series of ordinary numbers are taken', () => {
    const ordinary = fc.record({
      timestamp: fc.nat(),
      nav: fc.double({ min: 1e-6, max: 1e14, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(ordinary), (points) => {
        expect(isSeries(serializeNavSeries(points).json)).toBe(true);
      }),
    );
    expect(isSeries('[]')).toBe(true);
    expect(isSeries(navs('0', '1', '10', '0.5', '0.1', '0.000001', '104.8576001048576'))).toBe(
      true,
    );
  });

  test.each(
    [
      '',
      '[',
      '[]]',
      '[] ',
      '{}',
      'null',
      '[1]',
      '[{"timestamp":1,"nav":1}',
      '[{"timestamp":1,"nav":1},]',
      '[{"timestamp":1,"nav":1}]x',
      '[{"timestamp":1, "nav":1}]',
      '[{"nav":1,"timestamp":1}]',
      '[{"timestamp":1,"nav":1,"more":1}]',
      '[{"timestamp":2,"nav":1},{"timestamp":1,"nav":1}]',
      '[{"timestamp":01,"nav":1}]',
      '[{"timestamp":1.5,"nav":1}]',
      '[{"timestamp":-1,"nav":1}]',
      '[{"timestamp":,"nav":1}]',
      '[{"timestamp":253402300800,"nav":1}]',
      '[{"timestamp":1000000000000000000000,"nav":1}]',
      ...[
        '',
        '-1',
        '-0',
        '01',
        '1.',
        '.5',
        '1.50',
        '1.0',
        '1e3',
        '1E3',
        '0.0000001',
        '"1"',
        'null',
      ],
      ...['0.10000000000000001', '1000000000000000000000', `${'9'.repeat(400)}.5`],
    ].map((text) => (/^[[{n]|^$/.test(text) && text !== 'null' ? text : navs(text))),
  )('error: %s is left to the schema', (text) => expect(isSeries(text)).toBe(false));
});

test('behavior: points in any order are sorted, and parsed once', () => {
  const points = [
    { timestamp: 2, nav: 0.5 },
    { timestamp: 1, nav: 1.5 },
  ];
  const series = serializeNavSeries(points);
  expect(series.json).toBe('[{"timestamp":1,"nav":1.5},{"timestamp":2,"nav":0.5}]');
  expect(deserializeNavPoints(series)).toEqual(points.toReversed());
  expect(deserializeNavPoints(series)).toBe(deserializeNavPoints(series));
});
