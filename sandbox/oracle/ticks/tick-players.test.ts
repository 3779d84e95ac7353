import { keccak256 } from 'viem';
import { expect, test } from 'vitest';
import type { VisionEvent } from '../chain/vision-event.ts';
import { createMarketState } from '../market-state/market-state.ts';
import { batchCreatedAt, createBatchEvents, getPlayerAddress } from '../testing/test-oracle.ts';
import { selectTickPlayers } from './tick-players.ts';

const player = { batchId: 1, player: getPlayerAddress(0) };

function seatedAt(tick: number, events: readonly VisionEvent[], pnl = 0n) {
  const marketState = createMarketState();
  marketState.apply(createBatchEvents(2));
  marketState.apply(events);
  const batch = marketState.batch(1);
  if (batch === undefined) throw new Error('no batch');
  const positions = marketState.positions(1);
  const participants = selectTickPlayers({ batch, tick, positions, markets: 2, pnlOf: () => pnl });
  return participants.map(({ position, stake }) => [position.player, stake] as const);
}

const both = [
  [getPlayerAddress(0), 10n],
  [getPlayerAddress(1), 10n],
];
const second = [[getPlayerAddress(1), 10n]];

test('default: a player who joined in tick 0 is active from tick 1 on', () => {
  expect(seatedAt(0, [])).toEqual([]);
  expect(seatedAt(1, [])).toEqual(both);
});

test('behavior: a balance too small for the stake is spread over the markets', () => {
  expect(seatedAt(1, [], -87n)).toEqual(both.map(([player]) => [player, 6n]));
  expect(seatedAt(1, [], -99n)).toEqual([]);
});

test('behavior: a deposit raises the stake from the next tick on, a claim lowers it at once', () => {
  const deposit: VisionEvent = {
    kind: 'deposited',
    at: batchCreatedAt + 19,
    ...player,
    amount: 50n,
  };
  const stakes = (events: readonly VisionEvent[]) =>
    [1, 2].map((tick) => seatedAt(tick, events, -92n).map(([, stake]) => stake));
  expect(stakes([])).toEqual([
    [4n, 4n],
    [4n, 4n],
  ]);
  expect(stakes([deposit])).toEqual([
    [4n, 4n],
    [10n, 4n],
  ]);
  const claim: VisionEvent = {
    kind: 'claimed',
    at: batchCreatedAt + 19,
    ...player,
    toTick: 0,
    winnings: 4n,
  };
  expect(stakes([claim])).toEqual([
    [2n, 4n],
    [2n, 4n],
  ]);
});

test('behavior: no player takes part in a tick with a pause in it', () => {
  const pause: VisionEvent = { kind: 'paused', at: batchCreatedAt + 15, batchId: 1, paused: true };
  const resume: VisionEvent = { ...pause, at: batchCreatedAt + 25, paused: false };
  const counts = [1, 2, 3].map((tick) => seatedAt(tick, [pause, resume]).length);
  expect(counts).toEqual([0, 0, 2]);
});

test('behavior: a player who leaves takes part in the running tick and no other', () => {
  const exit: VisionEvent = { kind: 'exiting', at: batchCreatedAt + 12, ...player, exitTick: 2 };
  expect(seatedAt(1, [exit])).toEqual(both);
  expect(seatedAt(2, [exit])).toEqual(second);
});

test('behavior: a position that was closed by force during a tick is not in it', () => {
  const closed: VisionEvent = { kind: 'withdrawn', at: batchCreatedAt + 25, ...player };
  expect(seatedAt(1, [closed])).toEqual(both);
  expect(seatedAt(2, [closed])).toEqual(second);
});

test('behavior: a commitment to another config sits out, and forfeits nothing', () => {
  const configHash = keccak256('0x0c');
  const at = batchCreatedAt + 15;
  const change: VisionEvent = {
    kind: 'config',
    at,
    batchId: 1,
    configHash,
    lockOffset: 2,
    fromTick: 2,
  };
  const bitmapHash = keccak256('0x01');
  const commit: VisionEvent = { kind: 'committed', at, ...player, bitmapHash, configHash };
  expect(seatedAt(2, [change])).toEqual([]);
  expect(seatedAt(2, [change, commit])).toEqual([[getPlayerAddress(0), 10n]]);
});
