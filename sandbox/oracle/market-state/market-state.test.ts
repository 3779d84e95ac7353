import { keccak256 } from 'viem';
import { expect, test } from 'vitest';
import type { VisionEvent } from '../chain/vision-event.ts';
import {
  batchCreatedAt,
  createBatchEvents,
  getPlayerAddress,
  getPlayerBitmap,
} from '../testing/test-oracle.ts';
import {
  findCommitmentAt,
  findConfigAt,
  isCommittedAtOrAfter,
  isPaused,
  isPausedWithin,
  sumFlowsBefore,
} from './batch.ts';
import { createMarketState } from './market-state.ts';

function marketStateAfter(...events: readonly VisionEvent[]) {
  const marketState = createMarketState();
  marketState.apply(createBatchEvents(1));
  marketState.apply(events);
  const batch = marketState.batch(1);
  const [position] = marketState.positions(1);
  if (batch === undefined || position === undefined) throw new Error('nothing in the market state');
  return { marketState, batch, position };
}

const player = { batchId: 1, player: getPlayerAddress(0) };

test('default: a player who joins in tick 0 takes part from tick 1 on', () => {
  const { position } = marketStateAfter();
  expect(position.startTick).toBe(1);
  expect(position.totalDeposited).toBe(100n);
  expect(findCommitmentAt(position, 0)).toBeNull();
  expect(findCommitmentAt(position, 1)?.bitmapHash).toBe(getPlayerBitmap(0).hash);
});

test('behavior: an update counts from the next tick, the last one of a tick wins', () => {
  const hashes = [keccak256('0x01'), keccak256('0x02')] as const;
  const configHash = keccak256('0x03');
  const update = (at: number, bitmapHash: (typeof hashes)[number]): VisionEvent => {
    return { kind: 'committed', at: batchCreatedAt + at, ...player, bitmapHash, configHash };
  };
  const { position } = marketStateAfter(update(25, hashes[0]), update(27, hashes[1]));
  expect(findCommitmentAt(position, 2)?.bitmapHash).toBe(getPlayerBitmap(0).hash);
  expect(findCommitmentAt(position, 3)?.bitmapHash).toBe(hashes[1]);
  expect(position.commitments.length).toBe(2);
});

test('behavior: a commitment counts until the tick from which another one does', () => {
  const hashes = [keccak256('0x01'), keccak256('0x02')] as const;
  const update = (at: number, bitmapHash: (typeof hashes)[number]): VisionEvent => {
    return {
      kind: 'committed',
      at: batchCreatedAt + at,
      ...player,
      bitmapHash,
      configHash: '0x03',
    };
  };
  const { position } = marketStateAfter(update(25, hashes[0]), update(35, hashes[1]));
  const counting = [2, 3, 4, 9].map((tick) =>
    [getPlayerBitmap(0).hash, ...hashes].map((hash) => isCommittedAtOrAfter(position, tick, hash)),
  );
  expect(counting).toEqual([
    [true, true, true],
    [false, true, true],
    [false, false, true],
    [false, false, true],
  ]);
});

test('behavior: money is counted by the time it moved', () => {
  const { position } = marketStateAfter(
    { kind: 'deposited', at: batchCreatedAt + 15, ...player, amount: 50n },
    { kind: 'claimed', at: batchCreatedAt + 35, ...player, toTick: 2, winnings: 30n },
  );
  const before = (second: number) => sumFlowsBefore(position, batchCreatedAt + second);
  expect([1, 2, 15, 16, 35, 36].map(before)).toEqual([0n, 100n, 100n, 150n, 150n, 120n]);
  expect(position.lastClaimedTick).toBe(2);
});

test('behavior: a player who has withdrawn can join again with a new position', () => {
  const { marketState, position } = marketStateAfter(
    { kind: 'exiting', at: batchCreatedAt + 12, ...player, exitTick: 2 },
    { kind: 'withdrawn', at: batchCreatedAt + 22, ...player },
    { kind: 'joined', at: batchCreatedAt + 33, ...player, stakePerTick: 7n, bitmapHash: '0x01' },
  );
  expect([position.exitTick, position.closedAt]).toEqual([2, batchCreatedAt + 22]);
  expect(marketState.openPosition(1, getPlayerAddress(0))?.stakePerTick).toBe(7n);
  expect(marketState.positions(1).length).toBe(2);
});

test('behavior: a pause of any length inside a span is seen', () => {
  const pause = (at: number, paused: boolean): VisionEvent => {
    return { kind: 'paused', at: batchCreatedAt + at, batchId: 1, paused };
  };
  const { batch } = marketStateAfter(pause(12, true), pause(13, false), pause(31, true));
  const within = (tick: number) => {
    return isPausedWithin(batch, batchCreatedAt + 10 * tick, batchCreatedAt + 10 * tick + 10);
  };
  expect([0, 1, 2, 3, 4].map(within)).toEqual([false, true, false, true, true]);
  expect(isPaused(batch)).toBe(true);
});

test('behavior: a config holds from its tick on', () => {
  const configHash = keccak256('0x0c');
  const { batch } = marketStateAfter({
    kind: 'config',
    at: batchCreatedAt + 5,
    batchId: 1,
    configHash,
    lockOffset: 3,
    fromTick: 1,
  });
  expect(findConfigAt(batch, 0).configHash).not.toBe(configHash);
  expect(findConfigAt(batch, 1)).toEqual({ fromTick: 1, configHash, lockOffset: 3 });
});
