import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { SafeParser } from '../../upstreams/index.ts';
import {
  parseStrictNavSeries,
  parseStrictPrice,
  parseStrictRanking,
  parseStrictSnapshots,
} from './strict-parsers.ts';
import {
  lenientNavSeriesSchema,
  lenientPriceSchema,
  lenientRankingSchema,
  lenientSnapshotSchema,
  lenientSnapshotsSchema,
  upstreamDtfPriceSchema,
  upstreamNavSeriesSchema,
  upstreamRankingSchema,
  upstreamSnapshotSchema,
  upstreamSnapshotsSchema,
} from './upstream-schema.ts';

const odd = fc.constantFrom(
  ...[null, undefined, true, '', 'x', '-1', '1.5', '007', '1e3', '9'.repeat(79), [], {}, [1]],
  ...[-0, -1.5, 0.1, 1e21, Number.POSITIVE_INFINITY, Number.NaN, '2026-01-01T00:00:00Z'],
);
/** Mostly a valid value, sometimes an odd one. */
const mostly = (proper: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 40, arbitrary: proper }, { weight: 1, arbitrary: odd });
const number = mostly(fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.nat()));
const whole = mostly(fc.integer());
const wei = mostly(fc.bigInt({ min: 0n, max: 10n ** 30n }).map(String));
const text = mostly(fc.string());
const id = mostly(fc.stringMatching(/^0x[0-9a-fA-F]{64}$/));
/** An object that sometimes lacks a field or has one too many. */
function fields(of: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<unknown> {
  const proper = fc.record(of);
  return mostly(
    fc.oneof(
      { weight: 20, arbitrary: proper },
      { weight: 1, arbitrary: fc.record(of, { requiredKeys: [] }) },
      { weight: 1, arbitrary: proper.map((value) => ({ ...value, extra: 1 })) },
    ),
  );
}
const several = (of: fc.Arbitrary<unknown>) => mostly(fc.array(of, { maxLength: 4 }));

const price = fields({
  ...{ itp_id: id, nav: wei, nav_display: number, assets_priced: whole, assets_total: whole },
  ...{ aum_usd: number, total_supply: wei },
});
const moment = mostly(fc.oneof(fc.nat(), fc.constantFrom(1.7e12, 253_402_300_799.5, 1e300)));
const point = fields({ timestamp: moment, nav: number });
const entry = fields({
  ...{ itp_id: id, name: text, symbol: text, nav_per_share: number, aum_usd: number },
  ...{ total_supply: wei, asset_count: whole },
});
const holding = fields({ symbol: text, name: text, weight: number, qty: wei, price: number });
const fund = fields({
  ...{ itp_id: id, name: text, symbol: text, nav: number, aum_usd: number, total_supply: wei },
  assets: several(holding),
});

describe('short cuts', () => {
  test.each<readonly [string, SafeParser<unknown>, z.ZodType, fc.Arbitrary<unknown>]>([
    ['/itp-price', upstreamDtfPriceSchema, lenientPriceSchema, price],
    ['/nav-series', upstreamNavSeriesSchema, lenientNavSeriesSchema, several(point)],
    ['/aum-ranking', upstreamRankingSchema, lenientRankingSchema, several(entry)],
    ['/snapshot of one', upstreamSnapshotSchema, lenientSnapshotSchema, fund],
    ['/snapshot', upstreamSnapshotsSchema, lenientSnapshotsSchema, several(fund)],
  ])(
    'behavior: %s comes out as by its schema, to the order of its fields',
    (_path, cut, schema, body) => {
      fc.assert(
        fc.property(body, (value) => {
          const [short, long] = [cut.safeParse(value), schema.safeParse(value)];
          expect(short.success).toBe(long.success);
          expect(JSON.stringify(short.data)).toBe(JSON.stringify(long.data));
          expect(short.data).toEqual(long.data);
        }),
        { numRuns: 1000 },
      );
    },
  );

  test('default: what is as documented takes them', () => {
    const wei = '1000000000000000000';
    const id = `0x${'Ab'.repeat(32)}`;
    const names = { itp_id: id, name: 'Fund', symbol: 'F' };
    const counts = { assets_priced: 1, assets_total: 2 };
    expect(
      parseStrictPrice({
        itp_id: id,
        nav: wei,
        nav_display: 1,
        ...counts,
        aum_usd: 3,
        total_supply: wei,
      }),
    ).toEqual({ nav: wei, nav_display: 1, ...counts, aum_usd: 3, total_supply: wei });
    expect(parseStrictNavSeries([{ timestamp: 1.5, nav: 2 }])).toEqual([{ timestamp: 1, nav: 2 }]);
    const entry = { ...names, nav_per_share: 1, aum_usd: 2, total_supply: wei, asset_count: 3 };
    expect(parseStrictRanking([entry])).toEqual([{ ...entry, itp_id: id.toLowerCase() }]);
    const assets = [{ symbol: 'BTC', name: 'Bitcoin', weight: 1, qty: '5', price: 7 }];
    const fund = { ...names, nav: 1, aum_usd: 2, total_supply: wei, assets };
    expect(parseStrictSnapshots([fund])).toEqual([{ ...fund, itp_id: id.toLowerCase() }]);
  });

  test('behavior: everything else is left to the schema', () => {
    for (const value of [null, 1, 'x', [], {}, [null], { points: [] }, { snapshots: [] }]) {
      expect(parseStrictPrice(value)).toBeNull();
      if (!Array.isArray(value) || value.length > 0) {
        expect(parseStrictNavSeries(value)).toBeNull();
        expect(parseStrictRanking(value)).toBeNull();
        expect(parseStrictSnapshots(value)).toBeNull();
      }
    }
  });
});
