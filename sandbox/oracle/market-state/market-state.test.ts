import { keccak256 } from 'viem';
import { expect, test } from 'vitest';
import type { ChainEvent } from '../chain/chain-event.ts';
import { batchEvents, createdAt, playerAddress, playerBitmap } from '../testing/node.ts';
import {
  commitmentAt,
  configAt,
  flowsBefore,
  isCommittedAtOrAfter,
  isPaused,
  isPausedWithin,
} from './batch.ts';
import { createMarketState } from './market-state.ts';

function bookAfter(...events: readonly ChainEvent[]) {
  const book = createMarketState();
  book.apply(batchEvents(1));
  book.apply(events);
  const batch = book.batch(1);
  const [position] = book.positions(1);
  if (batch === undefined || position === undefined) throw new Error('nothing in the book');
  return { book, batch, position };
}

const seat = { batchId: 1, player: playerAddress(0) };

test('default: a player who joins in tick 0 takes part from tick 1 on', () => {
  const { position } = bookAfter();
  expect(position.startTick).toBe(1);
  expect(position.totalDeposited).toBe(100n);
  expect(commitmentAt(position, 0)).toBeNull();
  expect(commitmentAt(position, 1)?.bitmapHash).toBe(playerBitmap(0).hash);
});

test('behavior: an update counts from the next tick, the last one of a tick wins', () => {
  const hashes = [keccak256('0x01'), keccak256('0x02')] as const;
  const configHash = keccak256('0x03');
  const update = (at: number, bitmapHash: (typeof hashes)[number]): ChainEvent => {
    return { kind: 'committed', at: createdAt + at, ...seat, bitmapHash, configHash };
  };
  const { position } = bookAfter(update(25, hashes[0]), update(27, hashes[1]));
  expect(commitmentAt(position, 2)?.bitmapHash).toBe(playerBitmap(0).hash);
  expect(commitmentAt(position, 3)?.bitmapHash).toBe(hashes[1]);
  expect(position.commitments.length).toBe(2);
});

test('behavior: a commitment counts until the tick from which another one does', () => {
  const hashes = [keccak256('0x01'), keccak256('0x02')] as const;
  const update = (at: number, bitmapHash: (typeof hashes)[number]): ChainEvent => {
    return { kind: 'committed', at: createdAt + at, ...seat, bitmapHash, configHash: '0x03' };
  };
  const { position } = bookAfter(update(25, hashes[0]), update(35, hashes[1]));
  const counting = [2, 3, 4, 9].map((tick) =>
    [playerBitmap(0).hash, ...hashes].map((hash) => isCommittedAtOrAfter(position, tick, hash)),
  );
  expect(counting).toEqual([
    [true, true, true],
    [false, true, true],
    [false, false, true],
    [false, false, true],
  ]);
});

test('behavior: money is counted by the time it moved', () => {
  const { position } = bookAfter(
    { kind: 'deposited', at: createdAt + 15, ...seat, amount: 50n },
    { kind: 'claimed', at: createdAt + 35, ...seat, toTick: 2, winnings: 30n },
  );
  const before = (second: number) => flowsBefore(position, createdAt + second);
  expect([1, 2, 15, 16, 35, 36].map(before)).toEqual([0n, 100n, 100n, 150n, 150n, 120n]);
  expect(position.lastClaimedTick).toBe(2);
});

test('behavior: a player who has withdrawn can join again with another stay', () => {
  const { book, position } = bookAfter(
    { kind: 'exiting', at: createdAt + 12, ...seat, exitTick: 2 },
    { kind: 'withdrawn', at: createdAt + 22, ...seat },
    { kind: 'joined', at: createdAt + 33, ...seat, stakePerTick: 7n, bitmapHash: '0x01' },
  );
  expect([position.exitTick, position.closedAt]).toEqual([2, createdAt + 22]);
  expect(book.openPosition(1, playerAddress(0))?.stakePerTick).toBe(7n);
  expect(book.positions(1).length).toBe(2);
});

test('behavior: a pause of any length inside a span is seen', () => {
  const pause = (at: number, paused: boolean): ChainEvent => {
    return { kind: 'paused', at: createdAt + at, batchId: 1, paused };
  };
  const { batch } = bookAfter(pause(12, true), pause(13, false), pause(31, true));
  const within = (tick: number) => {
    return isPausedWithin(batch, createdAt + 10 * tick, createdAt + 10 * tick + 10);
  };
  expect([0, 1, 2, 3, 4].map(within)).toEqual([false, true, false, true, true]);
  expect(isPaused(batch)).toBe(true);
});

test('behavior: a config holds from its tick on', () => {
  const configHash = keccak256('0x0c');
  const { batch } = bookAfter({
    kind: 'config',
    at: createdAt + 5,
    batchId: 1,
    configHash,
    lockOffset: 3,
    fromTick: 1,
  });
  expect(configAt(batch, 0).configHash).not.toBe(configHash);
  expect(configAt(batch, 1)).toEqual({ fromTick: 1, configHash, lockOffset: 3 });
});
