import { unixNow } from '../../../lib/clock.ts';
import { memoizeOnObject } from '../../../lib/memoize-on-object.ts';
import { type Address, type Hex, parseAddress, type UnixSeconds } from '../../../lib/units.ts';
import { type BatchMarkets, getBatchState, type TickParent } from '../graphql-parents.ts';
import type { MarketOutcomeListElement } from '../lists/market-lists.ts';
import type { VisionContext, VisionLoaders } from '../loaders.ts';
import type { BatchState, RevealedTick } from '../oracle-api/schema.ts';
import {
  findTickBatch,
  outcomesOf,
  readMarketsAt,
  readReveal,
} from '../resolvers/tick-resolvers.ts';
import { decodeBitmap } from '../submit/bitmap.ts';
import { computeMatched, computePools, type MarketMove, type TickPlayer } from './settle-tick.ts';

/** Who played a revealed tick with which stakes and predictions, and how its markets moved. */
export type RevealedTickFigures = {
  readonly tick: TickParent;
  readonly tickId: number;
  readonly markets: BatchMarkets['markets'];
  /** In the order of the markets. */
  readonly moves: readonly MarketMove[];
  /** Players whose stake is known, those without a bitmap included; ascending by address. */
  readonly players: readonly TickPlayer[];
  /** Players with a bitmap whose stake is not known, because they have left the batch. */
  readonly unknownStakes: number;
  /** The volume that the oracle matched minus that of the known stakes, wei; null if not stated. */
  readonly unexplainedMatched: bigint | null;
  /** Whether all stakes are known and explain the volume that the oracle matched, to the wei. */
  readonly isComplete: boolean;
};

/** Bitmaps are never revealed sooner than this after a tick: 600 s, at most two tick lengths. */
const leastRevealWindow = (tickDuration: number) => Math.min(600, 2 * tickDuration);

/** Returns when a tick of a batch ends. */
export const endOfTick = (
  { created_at_tick: createdAt, tick_duration: duration }: BatchState,
  tickId: number,
): UnixSeconds => (createdAt + tickId + 1) * duration;

const readsOf = memoizeOnObject(
  (_loaders: VisionLoaders) => new Map<string, Promise<RevealedTickFigures | null>>(),
);

/**
 * Returns the figures of a tick; null while it is sealed. An oracle is not asked for bitmaps that it
 * cannot have revealed yet. Reads of one request are made once.
 */
export function readRevealedTick(
  tick: TickParent,
  context: VisionContext,
): Promise<RevealedTickFigures | null> {
  const reads = readsOf(context.loaders.vision);
  const key = `${tick.entry.batch_id} ${tick.entry.tick_id}`;
  const known = reads.get(key);
  if (known) return known;
  const read = readFigures(tick, context);
  reads.set(key, read);
  return read;
}

async function readFigures(
  tick: TickParent,
  context: VisionContext,
): Promise<RevealedTickFigures | null> {
  const batch = await findTickBatch(tick, context);
  if (batch === null) return null;
  const state = await getBatchState(batch, context);
  const end = endOfTick(state, tick.entry.tick_id);
  if (unixNow(context.clock) < end + leastRevealWindow(state.tick_duration)) return null;
  const { bitmaps } = await readReveal(tick, context);
  if (bitmaps === null) return null;
  const { markets } = await readMarketsAt(tick, context);
  return toFigures(tick, { state, bitmaps, markets });
}

function toFigures(
  tick: TickParent,
  read: {
    readonly state: BatchState;
    readonly bitmaps: RevealedTick['bitmaps'];
    readonly markets: BatchMarkets['markets'];
  },
): RevealedTickFigures {
  const { entry } = tick;
  const { state, bitmaps, markets } = read;
  const outcomes = new Map(outcomesOf(entry).map((outcome) => [outcome.marketId, outcome]));
  const moves = markets.map(({ marketId }) => moveOf(outcomes.get(marketId)));
  const stakes = new Map(
    state.players.flatMap((player) => {
      const address = parseAddress(player.address);
      if (address === null || player.start_tick > entry.tick_id) return [];
      return [[address, stakeOf(player, markets.length)] as const];
    }),
  );
  const played = new Map(
    bitmaps.flatMap(({ player, bitmap_hex }) => {
      const address = parseAddress(player);
      if (address === null) return [];
      return [[address, decodeBitmap(bitmap_hex as Hex, markets.length)] as const];
    }),
  );
  const players = [...stakes]
    .map(
      ([address, stake]): TickPlayer => ({
        address,
        stake,
        predictions: played.get(address) ?? null,
      }),
    )
    .toSorted((left, right) => (left.address.toLowerCase() < right.address.toLowerCase() ? -1 : 1));
  const unknownStakes = [...played.keys()].filter((address) => !stakes.has(address)).length;
  const matched = moves.reduce(
    (sum, move, market) => sum + computeMatched(move, computePools(players, market)),
    0n,
  );
  const unexplainedMatched =
    entry.total_matched === null ? null : BigInt(entry.total_matched) - matched;
  return {
    tick,
    tickId: entry.tick_id,
    markets,
    moves,
    players,
    unknownStakes,
    unexplainedMatched,
    isComplete: unknownStakes === 0 && unexplainedMatched === 0n,
  };
}

/** min(stake per tick, balance / markets), the stake on each market as oracles count it; wei. */
function stakeOf(
  { stake_per_tick, balance }: { readonly stake_per_tick: string; readonly balance: string },
  markets: number,
): bigint {
  if (markets === 0) return 0n;
  const [wanted, affordable] = [BigInt(stake_per_tick), BigInt(balance) / BigInt(markets)];
  return wanted < affordable ? wanted : affordable;
}

/** How a market moved; where stakes were given back for another reason, by the sign of its change. */
export function moveOf(outcome: MarketOutcomeListElement | undefined): MarketMove {
  if (outcome === undefined) return null;
  const { outcome: word, changePct } = outcome;
  if (word === 'UP' || word === 'DOWN') return word;
  const hasMoved = word === 'ALL_SAME_SIDE' || word === 'ALL_LOSERS';
  if (!hasMoved || changePct === null || changePct === 0) return null;
  return changePct > 0 ? 'UP' : 'DOWN';
}

/** Addresses of the players who had stakes and sent no bitmap. */
export const listForfeiters = ({ players }: RevealedTickFigures): readonly Address[] =>
  players.flatMap(({ address, stake, predictions }) =>
    predictions === null && stake > 0n ? [address] : [],
  );
