import type { Hex } from 'viem';
import type { VisionEvent } from '../chain/vision-event.ts';
import { createMarketState, type MarketState } from '../market-state/market-state.ts';
import { type BatchConfig, hashBatchConfig, hashSourceId } from '../markets/batch-config.ts';
import type { PriceFeed } from '../markets/price-feed.ts';
import { encodeBitmap, hashBitmap } from '../settle/bitmap.ts';
import { type BallotStore, createBallotStore } from '../store/ballot-store.ts';
import { type BitmapStore, createBitmapStore } from '../store/bitmap-store.ts';
import { type OracleDatabase, openOracleDatabase } from '../store/oracle-database.ts';
import {
  createPositionTotalsStore,
  type PositionTotalsStore,
} from '../store/position-totals-store.ts';
import { createTickStore, type TickStore } from '../store/tick-store.ts';
import { createTickLedger, type TickLedger } from '../ticks/tick-ledger.ts';

/** The stores and the ledger of one oracle in memory, without a network. */
export type TestOracle = {
  readonly database: OracleDatabase;
  readonly marketState: MarketState;
  readonly bitmaps: BitmapStore;
  readonly ballots: BallotStore;
  readonly ticks: TickStore;
  readonly positionTotals: PositionTotalsStore;
  readonly ledger: TickLedger;
};

/** A batch with two markets and ticks of ten seconds. */
export const testBatchConfig: BatchConfig = {
  source_id: 'test',
  tick_duration: 10,
  lock_offset: 2,
  markets: ['falling', 'rising'].map((asset_id) => {
    return { asset_id, symbol: asset_id, name: asset_id, resolution_type: 0, threshold_bps: 0 };
  }),
};

/** Creation time of batch 1, which is the beginning of its tick 0, Unix seconds. */
export const batchCreatedAt = 1_000_000;

const prices: PriceFeed = {
  fetchAt: async (_, at) =>
    new Map([
      ['falling', { value: 9_000_000 - at, at }],
      ['rising', { value: at, at }],
    ]),
};

/** Returns the address of player number `n` in lower case. */
export function getPlayerAddress(n: number): string {
  return `0x${(n + 1).toString(16).padStart(40, '0')}`;
}

/** Returns the bitmap of player number `n` and its hash. */
export function getPlayerBitmap(n: number): { readonly bytes: Uint8Array; readonly hash: Hex } {
  const bytes = encodeBitmap([(n & 1) === 1, (n & 2) === 2]);
  return { bytes, hash: hashBitmap(bytes) };
}

/**
 * Returns the creation of batch 1 and the joins of this number of players in tick 0, each with 100
 * wei and a stake of 10 wei.
 */
export function createBatchEvents(players: number): readonly VisionEvent[] {
  const { tick_duration: tickDuration, lock_offset: lockOffset } = testBatchConfig;
  const created: VisionEvent = {
    kind: 'created',
    at: batchCreatedAt,
    batchId: 1,
    creator: '0x00000000000000000000000000000000000000aa',
    sourceId: hashSourceId(testBatchConfig.source_id),
    configHash: hashBatchConfig(testBatchConfig),
    tickDuration,
    lockOffset,
    createdAtTick: batchCreatedAt / tickDuration,
  };
  const joins = Array.from({ length: players }, (_, n): readonly VisionEvent[] => {
    const player = { at: batchCreatedAt + 1, batchId: 1, player: getPlayerAddress(n) };
    const { hash } = getPlayerBitmap(n);
    return [
      { kind: 'joined', ...player, stakePerTick: 10n, bitmapHash: hash },
      { kind: 'deposited', ...player, amount: 100n },
    ];
  });
  return [created, ...joins.flat()];
}

/** Creates an oracle that has read batch 1 with this number of players; its next tick is 1. */
export function createTestOracle(players: number): TestOracle {
  const database = openOracleDatabase(':memory:');
  const marketState = createMarketState();
  marketState.apply(createBatchEvents(players));
  const bitmaps = createBitmapStore(database);
  const ticks = createTickStore(database);
  const positionTotals = createPositionTotalsStore(database);
  const hash = hashBatchConfig(testBatchConfig);
  const configs = {
    find: (wanted: Hex) => (wanted === hash ? testBatchConfig : undefined),
    all: () => [testBatchConfig],
    refresh: async () => undefined,
  };
  const ledger = createTickLedger({
    database,
    marketState,
    bitmaps,
    ticks,
    positionTotals,
    configs,
    prices,
  });
  ledger.skipTo(1, 1);
  return {
    database,
    marketState,
    bitmaps,
    ballots: createBallotStore(database),
    ticks,
    positionTotals,
    ledger,
  };
}
