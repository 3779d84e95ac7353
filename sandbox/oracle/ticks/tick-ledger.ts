import type { Hex } from 'viem';
import {
  type Batch,
  createPositionKey,
  findConfigAt,
  getTickSchedule,
} from '../market-state/batch.ts';
import type { MarketState } from '../market-state/market-state.ts';
import type { AgreedBitmaps, PeerBitmap } from '../market-state/tick-bitmaps.ts';
import type { BatchConfig } from '../markets/batch-config.ts';
import type { BatchConfigFile } from '../markets/batch-config-file.ts';
import type { PriceFeed } from '../markets/price-feed.ts';
import { hashBitmap } from '../settle/bitmap.ts';
import { getTickEnd, getTickStart } from '../settle/tick-timing.ts';
import type { BitmapStore } from '../store/bitmap-store.ts';
import type { OracleDatabase } from '../store/oracle-database.ts';
import type { PositionTotals, PositionTotalsStore } from '../store/position-totals-store.ts';
import type { TickStore } from '../store/tick-store.ts';
import { type ResolvedTick, resolveTick } from './resolve-tick.ts';
import { selectTickPlayers, type TickParticipant } from './tick-players.ts';

/** The state and the stores of an oracle. */
export type TickLedgerOptions = {
  readonly database: OracleDatabase;
  readonly marketState: MarketState;
  readonly bitmaps: BitmapStore;
  readonly ticks: TickStore;
  readonly positionTotals: PositionTotalsStore;
  readonly configs: BatchConfigFile;
  readonly prices: PriceFeed;
};

/** The next tick of a batch. */
export type DueTick = {
  readonly batch: Batch;
  readonly tick: number;
  /** Unix seconds. */
  readonly from: number;
  readonly to: number;
  readonly config: BatchConfig;
  readonly participants: readonly TickParticipant[];
};

/** The resolved ticks of every batch and their effect on the players' balances. */
export type TickLedger = {
  /**
   * Returns the batch's next tick with its players; undefined if the batch or its config is
   * unknown.
   */
  readonly dueTick: (batchId: number) => DueTick | undefined;
  /** Returns the bitmaps that this oracle accepted in time. */
  readonly knownBitmaps: (due: DueTick) => readonly PeerBitmap[];
  /** Stores the bitmaps that match a commitment in force and ignores the others. */
  readonly storeBitmaps: (due: DueTick, bitmaps: readonly PeerBitmap[]) => void;
  /**
   * Resolves a tick from the agreed bitmaps.
   *
   * @throws {Error} a bitmap is missing or the data node does not respond.
   */
  readonly resolve: (due: DueTick, value: AgreedBitmaps) => Promise<ResolvedTick>;
  /** Stores an agreed tick and advances to the next one. */
  readonly commit: (due: DueTick, agreed: AgreedTick) => void;
  /** Skips a tick without players. */
  readonly skipTo: (batchId: number, tick: number) => void;
  /** Returns the bitmaps with the agreed hashes that this oracle has. */
  readonly findBitmaps: (batchId: number, value: AgreedBitmaps) => readonly PeerBitmap[];
  readonly pnlOf: (positionKey: string) => bigint;
};

/** A tick on which the oracles agreed, with its result. */
export type AgreedTick = {
  readonly value: AgreedBitmaps;
  readonly resolved: ResolvedTick;
  /** Unix seconds. */
  readonly resolvedAt: number;
};

/** Creates the ledger of an oracle. */
export function createTickLedger(options: TickLedgerOptions): TickLedger {
  const { marketState, bitmaps, ticks, positionTotals } = options;
  const pnlOf = (positionKey: string): bigint => positionTotals.find(positionKey)?.pnl ?? 0n;

  function dueTick(batchId: number): DueTick | undefined {
    const batch = marketState.batch(batchId);
    if (batch === undefined) return undefined;
    const tick = ticks.nextTick(batchId) ?? 0;
    const config = options.configs.find(findConfigAt(batch, tick).configHash);
    if (config === undefined) return undefined;
    const schedule = getTickSchedule(batch, tick);
    const positions = marketState.positions(batchId);
    const markets = config.markets.length;
    const participants = selectTickPlayers({ batch, tick, positions, markets, pnlOf });
    return {
      batch,
      tick,
      config,
      participants,
      from: getTickStart(schedule, tick),
      to: getTickEnd(schedule, tick),
    };
  }

  function find(due: DueTick, player: string, hash: Hex) {
    return bitmaps.find(due.batch.id, player, hash);
  }

  return {
    dueTick,
    pnlOf,
    knownBitmaps: (due) =>
      due.participants.flatMap(({ position: { player }, bitmapHash: hash }) => {
        const found = find(due, player, hash);
        if (found === undefined || found.acceptedAt >= due.to * 1000) return [];
        return [{ player, bytes: toHex(found.bytes), acceptedAt: found.acceptedAt }];
      }),
    storeBitmaps(due, given) {
      const wanted = new Map(
        due.participants.map((participant) => [
          participant.position.player,
          participant.bitmapHash,
        ]),
      );
      for (const { player, bytes, acceptedAt } of given) {
        const raw = new Uint8Array(Buffer.from(bytes.slice(2), 'hex'));
        if (wanted.get(player) !== hashBitmap(raw)) continue;
        bitmaps.put({ batchId: due.batch.id, player, bytes: raw, acceptedAt });
      }
    },
    async resolve(due, value) {
      const opened = value.bitmaps.map(([player, hash]) => {
        const found = find(due, player, hash);
        if (found === undefined) throw new Error('an agreed bitmap is missing');
        return [player, found.bytes] as const;
      });
      const { source_id: source } = due.config;
      const [startPrices, endPrices] = await Promise.all([
        options.prices.fetchAt(source, due.from),
        options.prices.fetchAt(source, due.to),
      ]);
      const { batch, tick, from, to, config, participants } = due;
      const times = { from, to, startPrices, endPrices };
      return resolveTick({
        batchId: batch.id,
        tick,
        ...times,
        config,
        participants,
        bitmaps: new Map(opened),
      });
    },
    commit(due, { value, resolved, resolvedAt }) {
      const batchId = due.batch.id;
      const { digest, summary } = resolved;
      options.database.transaction(() => {
        ticks.put({ batchId, tick: due.tick, resolvedAt, digest, value, summary });
        ticks.setNextTick(batchId, due.tick + 1);
        for (const totals of updatePositionTotals(due, resolved, positionTotals))
          positionTotals.put(totals);
      });
    },
    skipTo: (batchId, tick) => ticks.setNextTick(batchId, tick),
    findBitmaps: (batchId, value) =>
      value.bitmaps.flatMap(([player, hash]) => {
        const found = bitmaps.find(batchId, player, hash);
        if (found === undefined) return [];
        return [{ player, bytes: toHex(found.bytes), acceptedAt: found.acceptedAt }];
      }),
  };
}

function updatePositionTotals(
  due: DueTick,
  { settlement }: ResolvedTick,
  positionTotals: PositionTotalsStore,
): readonly PositionTotals[] {
  const size = due.config.markets.length;
  return due.participants.flatMap(({ position }, i) => {
    const result = settlement.players[i];
    if (result === undefined) return [];
    const positionKey = createPositionKey(position);
    const before = positionTotals.find(positionKey);
    const played = result.played ? 1 : 0;
    return [
      {
        positionKey,
        batchId: due.batch.id,
        player: position.player,
        pnl: (before?.pnl ?? 0n) + result.delta,
        volume: (before?.volume ?? 0n) + result.staked,
        bitmaps: (before?.bitmaps ?? 0) + played,
        decided: (before?.decided ?? 0) + result.decided,
        won: (before?.won ?? 0) + result.won,
        markets: (before?.markets ?? 0) + played * size,
        mostMarkets: Math.max(before?.mostMarkets ?? 0, played * size),
      },
    ];
  });
}

function toHex(bytes: Uint8Array): Hex {
  return `0x${Buffer.from(bytes).toString('hex')}`;
}
