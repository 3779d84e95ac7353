import fc from 'fast-check';
import { keccak256, toBytes } from 'viem';
import { expect, test } from 'vitest';
import { backtestBitmap, isSimulatedUp } from './backtest-bitmap.ts';
import { encodeBitmap } from './bitmap.ts';

test('default: outcome is the last bit of keccak256(utf8(id) ‖ 00 ‖ uint64be(tick))', () => {
  const seed = Buffer.concat([Buffer.from('bitcoin'), Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 7])]);
  const last = toBytes(keccak256(seed)).at(-1) ?? 0;
  expect(isSimulatedUp('bitcoin', 7)).toBe(last % 2 === 1);
});

test('behavior: the curve is cumulative within ±1 a tick and agrees with the win rate', () => {
  const ids = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 8 }), {
    minLength: 1,
    maxLength: 20,
  });
  fc.assert(
    fc.property(
      ids,
      fc.integer({ min: 1, max: 300 }),
      fc.infiniteStream(fc.boolean()),
      (markets, ticks, coin) => {
        const bitmap = encodeBitmap(markets.map(() => coin.next().value === true));
        const result = backtestBitmap({ marketIds: markets, bitmap, ticks });
        const played = Math.min(ticks, 200);
        expect(result.pnl_curve.length).toBe(played);
        expect(result.pnl_curve[0]?.tick).toBe(0);
        let before = 0;
        for (const { pnl } of result.pnl_curve) {
          expect(Math.abs(pnl - before)).toBeLessThanOrEqual(1 + 1e-9);
          before = pnl;
        }
        expect(result.total_pnl).toBe(before);
        expect(result.total_pnl).toBeCloseTo((2 * result.win_rate - 1) * played, 1);
        expect(backtestBitmap({ marketIds: markets, bitmap, ticks })).toEqual(result);
      },
    ),
    { numRuns: 60 },
  );
});

test('behavior: UP everywhere and DOWN everywhere mirror each other; missing bits are DOWN', () => {
  const ids = Array.from({ length: 9 }, (_, i) => `m${i}`);
  const up = backtestBitmap({
    marketIds: ids,
    bitmap: encodeBitmap(ids.map(() => true)),
    ticks: 50,
  });
  const down = backtestBitmap({ marketIds: ids, bitmap: new Uint8Array([0, 0]), ticks: 50 });
  expect(up.total_pnl).toBeCloseTo(-down.total_pnl, 9);
  expect(backtestBitmap({ marketIds: ids, bitmap: new Uint8Array([0]), ticks: 50 })).toEqual(down);
});

test('error: no markets', () => {
  expect(() => backtestBitmap({ marketIds: [], bitmap: new Uint8Array([0]), ticks: 1 })).toThrow(
    RangeError,
  );
});
