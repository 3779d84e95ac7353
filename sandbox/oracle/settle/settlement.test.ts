import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type MarketBet, type MoveDirection, settleMarket } from './settle-market.ts';
import { computeStakePerMarket, settleTick, type TickPlayer } from './settle-tick.ts';
import { splitByWeight } from './split-by-weight.ts';

const runs = { numRuns: 2000 };
const wei = fc.bigInt({ min: 1n, max: 10n ** 24n });
const move = fc.constantFrom<MoveDirection>('up', 'down', 'flat', 'cancelled');
const bets = fc.array(fc.record({ stake: wei, up: fc.boolean() }), { maxLength: 12 });
const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((a, b) => a + b, 0n);

describe('share', () => {
  test('behavior: parts sum to the amount and are within a wei of their due', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 30n }),
        fc.array(fc.bigInt({ min: 0n, max: 10n ** 24n }), { minLength: 1, maxLength: 20 }),
        (amount, weights) => {
          fc.pre(sum(weights) > 0n);
          const parts = splitByWeight(amount, weights);
          expect(sum(parts)).toBe(amount);
          parts.forEach((part, i) => {
            const due = (amount * (weights[i] ?? 0n)) / sum(weights);
            expect(part === due || part === due + 1n).toBe(true);
            if (weights[i] === 0n) expect(part).toBe(0n);
          });
        },
      ),
      runs,
    );
  });

  test('error: no recipient', () => {
    expect(() => splitByWeight(1n, [0n])).toThrow(RangeError);
    expect(() => splitByWeight(1n, [])).toThrow(RangeError);
  });
});

describe('settleMarket', () => {
  test('default: pools 300 UP and 100 DOWN, UP wins: winners share 200 and keep 200', () => {
    const settled = settleMarket('up', [
      { stake: 200n, up: true },
      { stake: 100n, up: true },
      { stake: 100n, up: false },
    ]);
    expect(settled.outcome).toBe('Up');
    expect(settled.matched).toBe(100n);
    expect(settled.deltas).toEqual([67n, 33n, -100n]);
  });

  test('behavior: zero-sum to the wei, for any pools', () => {
    fc.assert(
      fc.property(move, bets, (way, table) => {
        expect(sum(settleMarket(way, table).deltas)).toBe(0n);
      }),
      runs,
    );
  });

  test('behavior: no player loses more than the matched part, winners are within a wei of the rule', () => {
    fc.assert(
      fc.property(fc.constantFrom<MoveDirection>('up', 'down'), bets, (way, table) => {
        const { deltas, matched } = settleMarket(way, table);
        const side = (up: boolean): bigint => sum(table.map((b) => (b.up === up ? b.stake : 0n)));
        expect([side(true), side(false)]).toContain(matched);
        expect(matched <= side(true) && matched <= side(false)).toBe(true);
        table.forEach((bet: MarketBet, i) => {
          const part = (bet.stake * matched) / side(bet.up);
          const delta = deltas[i] ?? 0n;
          if (bet.up !== (way === 'up')) expect(delta).toBe(-part);
          else expect(delta >= part - BigInt(table.length) && delta <= part + 1n).toBe(true);
        });
      }),
      runs,
    );
  });

  test.each<[MoveDirection, string, string]>([
    ['flat', 'UD', 'Flat'],
    ['cancelled', 'UD', 'Cancelled'],
    ['up', 'UU', 'AllSameSide'],
    ['up', 'DD', 'AllLosers'],
    ['down', 'D', 'AllSameSide'],
    ['down', 'U', 'AllLosers'],
    ['up', '', 'Up'],
  ])('behavior: a market that went %s with bets %j is refunded as %s', (way, sides, outcome) => {
    const table = [...sides].map((side, i) => ({ stake: BigInt(5 + i), up: side === 'U' }));
    const settled = settleMarket(way, table);
    expect(settled.outcome).toBe(outcome);
    expect(settled.matched).toBe(0n);
    expect(settled.deltas.every((delta) => delta === 0n)).toBe(true);
  });
});

const tickPlayers = (markets: number): fc.Arbitrary<TickPlayer[]> =>
  fc
    .array(
      fc.record({
        stake: fc.bigInt({ min: 0n, max: 10n ** 21n }),
        bitmap: fc.option(
          fc.uint8Array({ minLength: 1, maxLength: Math.max(1, Math.ceil(markets / 8)) }),
        ),
      }),
      { maxLength: 10 },
    )
    .map((all) => all.map((player, i) => ({ ...player, player: `0x${i}` })));

describe('settleTick', () => {
  test('behavior: conserves every wei, forfeits included', () => {
    fc.assert(
      fc.property(
        fc
          .array(move, { maxLength: 40 })
          .chain((moves) => fc.tuple(fc.constant(moves), tickPlayers(moves.length))),
        ([moves, table]) => {
          const tick = settleTick(moves, table);
          expect(sum(tick.players.map(({ delta }) => delta))).toBe(0n);
          expect(tick.outcomes.length).toBe(moves.length);
        },
      ),
      runs,
    );
  });

  test('behavior: no player loses more than the stake on all markets', () => {
    fc.assert(
      fc.property(
        fc
          .array(move, { maxLength: 40 })
          .chain((moves) => fc.tuple(fc.constant(moves), tickPlayers(moves.length))),
        ([moves, table]) => {
          settleTick(moves, table).players.forEach(({ delta, staked }, i) => {
            expect(delta >= -(table[i]?.stake ?? 0n) * BigInt(moves.length)).toBe(true);
            // The stakes of a loss count among those placed, so that no return is below -100 %.
            expect(delta >= -staked).toBe(true);
          });
        },
      ),
      runs,
    );
  });

  test('behavior: a player without a bitmap forfeits the whole stake to the participants', () => {
    const tick = settleTick(
      ['flat', 'cancelled'],
      [
        { player: '0xa', stake: 10n, bitmap: new Uint8Array([0x80]) },
        { player: '0xb', stake: 30n, bitmap: null },
        { player: '0xc', stake: 20n, bitmap: new Uint8Array([0x00]) },
      ],
    );
    expect(tick.forfeited).toBe(60n);
    expect(tick.players.map(({ delta }) => delta)).toEqual([20n, -60n, 40n]);
    expect(tick.players.map(({ played }) => played)).toEqual([true, false, true]);
  });

  test('behavior: without any bitmap there is no winner, and nothing moves', () => {
    const tick = settleTick(['up'], [{ player: '0xa', stake: 10n, bitmap: null }]);
    expect(tick.forfeited).toBe(0n);
    expect(tick.players[0]?.delta).toBe(0n);
  });

  test('behavior: a forfeiter takes no part in outcomes', () => {
    const tick = settleTick(
      ['up'],
      [
        { player: '0xa', stake: 10n, bitmap: new Uint8Array([0x80]) },
        { player: '0xb', stake: 10n, bitmap: null },
      ],
    );
    expect(tick.outcomes).toEqual(['AllSameSide']);
    expect(tick.totalMatched).toBe(0n);
  });
});

describe('seatStake', () => {
  test('behavior: never more than the balance over all markets', () => {
    fc.assert(
      fc.property(
        wei,
        fc.bigInt({ min: -5n, max: 10n ** 24n }),
        fc.nat(3000),
        (stake, balance, n) => {
          const each = computeStakePerMarket(stake, balance, n);
          expect(each <= stake && each >= 0n).toBe(true);
          if (balance > 0n) expect(each * BigInt(n) <= balance).toBe(true);
        },
      ),
      runs,
    );
  });
});
