import { keccak256 } from 'viem';
import { expect, test } from 'vitest';
import type { ChainEvent } from '../chain/chain-event.ts';
import { createMarketState } from '../market-state/market-state.ts';
import { batchEvents, createdAt, playerAddress } from '../testing/node.ts';
import { selectTickPlayers } from './tick-players.ts';

const seat = { batchId: 1, player: playerAddress(0) };

function seatedAt(tick: number, events: readonly ChainEvent[], pnl = 0n) {
  const book = createMarketState();
  book.apply(batchEvents(2));
  book.apply(events);
  const batch = book.batch(1);
  if (batch === undefined) throw new Error('no batch');
  const positions = book.positions(1);
  const seats = selectTickPlayers({ batch, tick, positions, markets: 2, pnlOf: () => pnl });
  return seats.map(({ position, stake }) => [position.player, stake] as const);
}

const both = [
  [playerAddress(0), 10n],
  [playerAddress(1), 10n],
];
const second = [[playerAddress(1), 10n]];

test('default: a player who joined in tick 0 is active from tick 1 on', () => {
  expect(seatedAt(0, [])).toEqual([]);
  expect(seatedAt(1, [])).toEqual(both);
});

test('behavior: a balance too small for the stake is spread over the markets', () => {
  expect(seatedAt(1, [], -87n)).toEqual(both.map(([player]) => [player, 6n]));
  expect(seatedAt(1, [], -99n)).toEqual([]);
});

test('behavior: a deposit raises the stake from the next tick on, a claim lowers it at once', () => {
  const deposit: ChainEvent = { kind: 'deposited', at: createdAt + 19, ...seat, amount: 50n };
  const stakes = (events: readonly ChainEvent[]) =>
    [1, 2].map((tick) => seatedAt(tick, events, -92n).map(([, stake]) => stake));
  expect(stakes([])).toEqual([
    [4n, 4n],
    [4n, 4n],
  ]);
  expect(stakes([deposit])).toEqual([
    [4n, 4n],
    [10n, 4n],
  ]);
  const claim: ChainEvent = {
    kind: 'claimed',
    at: createdAt + 19,
    ...seat,
    toTick: 0,
    winnings: 4n,
  };
  expect(stakes([claim])).toEqual([
    [2n, 4n],
    [2n, 4n],
  ]);
});

test('behavior: no player takes part in a tick with a pause in it', () => {
  const pause: ChainEvent = { kind: 'paused', at: createdAt + 15, batchId: 1, paused: true };
  const resume: ChainEvent = { ...pause, at: createdAt + 25, paused: false };
  const counts = [1, 2, 3].map((tick) => seatedAt(tick, [pause, resume]).length);
  expect(counts).toEqual([0, 0, 2]);
});

test('behavior: a player who leaves takes part in the running tick and no other', () => {
  const exit: ChainEvent = { kind: 'exiting', at: createdAt + 12, ...seat, exitTick: 2 };
  expect(seatedAt(1, [exit])).toEqual(both);
  expect(seatedAt(2, [exit])).toEqual(second);
});

test('behavior: a position that was closed by force during a tick is not in it', () => {
  const closed: ChainEvent = { kind: 'withdrawn', at: createdAt + 25, ...seat };
  expect(seatedAt(1, [closed])).toEqual(both);
  expect(seatedAt(2, [closed])).toEqual(second);
});

test('behavior: a commitment to another config sits out, and forfeits nothing', () => {
  const configHash = keccak256('0x0c');
  const at = createdAt + 15;
  const change: ChainEvent = {
    kind: 'config',
    at,
    batchId: 1,
    configHash,
    lockOffset: 2,
    fromTick: 2,
  };
  const bitmapHash = keccak256('0x01');
  const commit: ChainEvent = { kind: 'committed', at, ...seat, bitmapHash, configHash };
  expect(seatedAt(2, [change])).toEqual([]);
  expect(seatedAt(2, [change, commit])).toEqual([[playerAddress(0), 10n]]);
});
