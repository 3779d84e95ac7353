import type { Hex } from 'viem';
import type { ChainEvent } from '../chain/chain-event.ts';
import { createMarketState, type MarketState } from '../market-state/market-state.ts';
import { type BatchConfig, configHashOf, sourceIdOf } from '../markets/batch-config.ts';
import type { PriceFeed } from '../markets/prices.ts';
import { bitmapHash, encodeBitmap } from '../settle/bitmap.ts';
import { type BallotStore, createBallotStore } from '../store/ballot-store.ts';
import { type BitmapStore, createBitmapStore } from '../store/bitmap-store.ts';
import { type Database, openDatabase } from '../store/database.ts';
import { createStayTotalsStore, type StayTotalsStore } from '../store/stay-totals-store.ts';
import { createTickStore, type TickStore } from '../store/tick-store.ts';
import { createLedger, type Ledger } from '../ticks/ledger.ts';

/** The stores and the ledger of one oracle, in memory, without network. */
export type Node = {
  readonly database: Database;
  readonly book: MarketState;
  readonly bitmaps: BitmapStore;
  readonly ballots: BallotStore;
  readonly ticks: TickStore;
  readonly standings: StayTotalsStore;
  readonly ledger: Ledger;
};

/** Two markets, ticks of ten seconds. */
export const nodeConfig: BatchConfig = {
  source_id: 'test',
  tick_duration: 10,
  lock_offset: 2,
  markets: ['falling', 'rising'].map((asset_id) => {
    return { asset_id, symbol: asset_id, name: asset_id, resolution_type: 0, threshold_bps: 0 };
  }),
};

/** Unix seconds at which batch 1 was created: the beginning of its tick 0. */
export const createdAt = 1_000_000;

const prices: PriceFeed = {
  fetchAt: async (_, at) =>
    new Map([
      ['falling', { value: 9_000_000 - at, at }],
      ['rising', { value: at, at }],
    ]),
};

/** Address of player number `n`, lower case. */
export function playerAddress(n: number): string {
  return `0x${(n + 1).toString(16).padStart(40, '0')}`;
}

/** The bitmap of player number `n`, and its commitment. */
export function playerBitmap(n: number): { readonly bytes: Uint8Array; readonly hash: Hex } {
  const bytes = encodeBitmap([(n & 1) === 1, (n & 2) === 2]);
  return { bytes, hash: bitmapHash(bytes) };
}

/** Events of batch 1 and of so many players who join it in tick 0 with 100 wei and stakes of 10. */
export function batchEvents(players: number): readonly ChainEvent[] {
  const { tick_duration: tickDuration, lock_offset: lockOffset } = nodeConfig;
  const created: ChainEvent = {
    kind: 'created',
    at: createdAt,
    batchId: 1,
    creator: '0x00000000000000000000000000000000000000aa',
    sourceId: sourceIdOf(nodeConfig.source_id),
    configHash: configHashOf(nodeConfig),
    tickDuration,
    lockOffset,
    createdAtTick: createdAt / tickDuration,
  };
  const joins = Array.from({ length: players }, (_, n): readonly ChainEvent[] => {
    const seat = { at: createdAt + 1, batchId: 1, player: playerAddress(n) };
    const { hash } = playerBitmap(n);
    return [
      { kind: 'joined', ...seat, stakePerTick: 10n, bitmapHash: hash },
      { kind: 'deposited', ...seat, amount: 100n },
    ];
  });
  return [created, ...joins.flat()];
}

/** Creates a node that knows batch 1 with so many players, and stands at tick 1. */
export function createNode(players: number): Node {
  const database = openDatabase(':memory:');
  const book = createMarketState();
  book.apply(batchEvents(players));
  const bitmaps = createBitmapStore(database);
  const ticks = createTickStore(database);
  const standings = createStayTotalsStore(database);
  const hash = configHashOf(nodeConfig);
  const configs = {
    find: (wanted: Hex) => (wanted === hash ? nodeConfig : undefined),
    all: () => [nodeConfig],
    refresh: async () => undefined,
  };
  const ledger = createLedger({ database, book, bitmaps, ticks, standings, configs, prices });
  ledger.skipTo(1, 1);
  return {
    database,
    book,
    bitmaps,
    ballots: createBallotStore(database),
    ticks,
    standings,
    ledger,
  };
}
