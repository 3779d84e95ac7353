import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import {
  anyFormatDtfPriceSchema,
  anyFormatDtfRankingSchema,
  anyFormatDtfSnapshotSchema,
  anyFormatDtfSnapshotsSchema,
  anyFormatNavSeriesSchema,
  upstreamDtfPriceSchema,
  upstreamDtfRankingSchema,
  upstreamDtfSnapshotSchema,
  upstreamNavSeriesSchema,
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

describe('strict schemas', () => {
  test.each<readonly [string, z.ZodType, z.ZodType, fc.Arbitrary<unknown>]>([
    ['/itp-price', upstreamDtfPriceSchema, anyFormatDtfPriceSchema, price],
    ['/nav-series', upstreamNavSeriesSchema, anyFormatNavSeriesSchema, several(point)],
    ['/aum-ranking', upstreamDtfRankingSchema, anyFormatDtfRankingSchema, several(entry)],
    ['/snapshot of one', upstreamDtfSnapshotSchema, anyFormatDtfSnapshotSchema, fund],
    ['/snapshot', upstreamSnapshotsSchema, anyFormatDtfSnapshotsSchema, several(fund)],
  ])(
    'behavior: %s is parsed as by the any-format schema alone, to the order of its fields',
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
});
