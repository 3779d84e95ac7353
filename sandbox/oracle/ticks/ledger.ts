import type { Hex } from 'viem';
import { type Batch, configAt, getTickClock, positionKey } from '../market-state/batch.ts';
import type { MarketState } from '../market-state/market-state.ts';
import type { OpenBitmap, TickValue } from '../market-state/tick-value.ts';
import type { BatchConfig } from '../markets/batch-config.ts';
import type { ConfigLibrary } from '../markets/config-library.ts';
import type { PriceFeed } from '../markets/prices.ts';
import { bitmapHash } from '../settle/bitmap.ts';
import { tickEnd, tickStart } from '../settle/tick-timing.ts';
import type { BitmapStore } from '../store/bitmap-store.ts';
import type { Database } from '../store/database.ts';
import type { StayTotals, StayTotalsStore } from '../store/stay-totals-store.ts';
import type { TickStore } from '../store/tick-store.ts';
import { type ResolvedTick, resolveTick } from './resolve-tick.ts';
import { selectTickPlayers, type TickParticipant } from './tick-players.ts';

/** Everything an oracle knows, as one object. */
export type LedgerParts = {
  readonly database: Database;
  readonly book: MarketState;
  readonly bitmaps: BitmapStore;
  readonly ticks: TickStore;
  readonly standings: StayTotalsStore;
  readonly configs: ConfigLibrary;
  readonly prices: PriceFeed;
};

/** The tick that comes next in a batch. */
export type DueTick = {
  readonly batch: Batch;
  readonly tick: number;
  /** Unix seconds. */
  readonly from: number;
  readonly to: number;
  readonly config: BatchConfig;
  readonly seats: readonly TickParticipant[];
};

/** The money of every batch: which ticks are done, and what they did. */
export type Ledger = {
  /** The batch's next tick with its players; `undefined` for an unknown batch or config. */
  readonly dueTick: (batchId: number) => DueTick | undefined;
  /** This oracle's own view of whose bitmaps were in time. */
  readonly knownBitmaps: (due: DueTick) => readonly OpenBitmap[];
  /** Keeps the bitmaps that open a commitment in force and drops the others. */
  readonly keepBitmaps: (due: DueTick, bitmaps: readonly OpenBitmap[]) => void;
  /** @throws {Error} a bitmap is missing or the data node does not respond. */
  readonly workOut: (due: DueTick, value: TickValue) => Promise<ResolvedTick>;
  /** Writes an agreed tick down and moves on to the next one. */
  readonly commit: (due: DueTick, agreed: AgreedTick) => void;
  /** Skips a tick without players. */
  readonly skipTo: (batchId: number, tick: number) => void;
  /** The bitmaps that an agreed value names. */
  readonly openBitmaps: (batchId: number, value: TickValue) => readonly OpenBitmap[];
  readonly pnlOf: (stay: string) => bigint;
};

/** A tick with what the oracles agreed on, worked out. */
export type AgreedTick = {
  readonly value: TickValue;
  readonly resolved: ResolvedTick;
  /** Unix seconds. */
  readonly resolvedAt: number;
};

/** Creates the ledger over an oracle's stores. */
export function createLedger(parts: LedgerParts): Ledger {
  const { book, bitmaps, ticks, standings } = parts;
  const pnlOf = (stay: string): bigint => standings.find(stay)?.pnl ?? 0n;

  function dueTick(batchId: number): DueTick | undefined {
    const batch = book.batch(batchId);
    if (batch === undefined) return undefined;
    const tick = ticks.nextTick(batchId) ?? 0;
    const config = parts.configs.find(configAt(batch, tick).configHash);
    if (config === undefined) return undefined;
    const clock = getTickClock(batch, tick);
    const positions = book.positions(batchId);
    const markets = config.markets.length;
    const seats = selectTickPlayers({ batch, tick, positions, markets, pnlOf });
    return { batch, tick, config, seats, from: tickStart(clock, tick), to: tickEnd(clock, tick) };
  }

  function find(due: DueTick, player: string, hash: Hex) {
    return bitmaps.find(due.batch.id, player, hash);
  }

  return {
    dueTick,
    pnlOf,
    knownBitmaps: (due) =>
      due.seats.flatMap(({ position: { player }, bitmapHash: hash }) => {
        const found = find(due, player, hash);
        if (found === undefined || found.acceptedAt >= due.to * 1000) return [];
        return [{ player, bytes: toHex(found.bytes), acceptedAt: found.acceptedAt }];
      }),
    keepBitmaps(due, given) {
      const wanted = new Map(due.seats.map((seat) => [seat.position.player, seat.bitmapHash]));
      for (const { player, bytes, acceptedAt } of given) {
        const raw = new Uint8Array(Buffer.from(bytes.slice(2), 'hex'));
        if (wanted.get(player) !== bitmapHash(raw)) continue;
        bitmaps.put({ batchId: due.batch.id, player, bytes: raw, acceptedAt });
      }
    },
    async workOut(due, value) {
      const opened = value.bitmaps.map(([player, hash]) => {
        const found = find(due, player, hash);
        if (found === undefined) throw new Error('an agreed bitmap is missing');
        return [player, found.bytes] as const;
      });
      const { source_id: source } = due.config;
      const [startPrices, endPrices] = await Promise.all([
        parts.prices.fetchAt(source, due.from),
        parts.prices.fetchAt(source, due.to),
      ]);
      const { batch, tick, from, to, config, seats } = due;
      const times = { from, to, startPrices, endPrices };
      return resolveTick({
        batchId: batch.id,
        tick,
        ...times,
        config,
        seats,
        bitmaps: new Map(opened),
      });
    },
    commit(due, { value, resolved, resolvedAt }) {
      const batchId = due.batch.id;
      const { digest, summary } = resolved;
      parts.database.transaction(() => {
        ticks.put({ batchId, tick: due.tick, resolvedAt, digest, value, summary });
        ticks.setNextTick(batchId, due.tick + 1);
        for (const standing of updatedStandings(due, resolved, standings)) standings.put(standing);
      });
    },
    skipTo: (batchId, tick) => ticks.setNextTick(batchId, tick),
    openBitmaps: (batchId, value) =>
      value.bitmaps.flatMap(([player, hash]) => {
        const found = bitmaps.find(batchId, player, hash);
        if (found === undefined) return [];
        return [{ player, bytes: toHex(found.bytes), acceptedAt: found.acceptedAt }];
      }),
  };
}

function updatedStandings(
  due: DueTick,
  { settlement }: ResolvedTick,
  standings: StayTotalsStore,
): readonly StayTotals[] {
  const size = due.config.markets.length;
  return due.seats.flatMap(({ position }, i) => {
    const result = settlement.seats[i];
    if (result === undefined) return [];
    const stay = positionKey(position);
    const before = standings.find(stay);
    const played = result.played ? 1 : 0;
    return [
      {
        stay,
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
