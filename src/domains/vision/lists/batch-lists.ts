import type {
  BatchPlayersArgs,
  BatchTicksArgs,
  LeaderboardEntriesArgs,
  QueryBatchesArgs,
} from '../../../../generated/graphql/resolvers.ts';
import { createListPaginator, suppliedByResolver } from '../../../graphql/connection/index.ts';
import { InvalidInputError } from '../../../lib/errors.ts';
import { joinCompoundKey, parseIdOrKey } from '../../../lib/global-id.ts';
import { parseAddress, parseBytes32 } from '../../../lib/units.ts';
import { parseWallet } from '../../parse-wallet.ts';
import type { BatchParent } from '../graphql-parents.ts';
import type { BatchPlayer, LeaderboardEntry, TickEntry } from '../oracle-api/schema.ts';
import { hashSourceId } from '../source-hash.ts';

/** Returns a test for a tick number or global id. @throws {InvalidInputError} it is neither. */
export function createTickIdMatcher(id: string, argument: string): (tick: TickEntry) => boolean {
  const key = parseIdOrKey('Tick', id, argument);
  if (!/^(\d{1,78} )?\d{1,78}$/.test(key)) {
    throw new InvalidInputError(`${argument} must be a whole number, or the global id of a tick`);
  }
  return key.includes(' ')
    ? ({ batch_id, tick_id }) => joinCompoundKey([batch_id, tick_id]) === key
    : ({ tick_id }) => String(tick_id) === key;
}

/** Filters, sorts and paginates `Query.batches`. */
export const filterAndPaginateBatches = createListPaginator<BatchParent, QueryBatchesArgs>({
  name: 'batches',
  naturalKey: ({ batchId }) => batchId,
  orders: {
    ID: { direction: 'DESC', key: ({ batchId }) => batchId },
    TVL: { direction: 'DESC', key: ({ tvl }) => BigInt(tvl) },
    PLAYER_COUNT: { direction: 'DESC', key: ({ playerCount }) => playerCount },
    NEXT_TICK: { direction: 'ASC', key: suppliedByResolver },
  },
  defaultOrder: 'ID',
  filters: {
    sourceId: (id) => {
      const wanted = parseIdOrKey('DataSource', id, 'filter.sourceId');
      const hash = hashSourceId(wanted);
      return ({ sourceId }) =>
        sourceId === wanted || (sourceId !== null && parseBytes32(sourceId) === hash);
    },
    paused: (wanted) => (batch) => batch.paused === wanted,
    player: suppliedByResolver,
    minTvl: (text) => {
      const least = BigInt(text);
      return ({ tvl }) => BigInt(tvl) >= least;
    },
  },
});

/** Filters, sorts and paginates `Batch.players`. */
export const filterAndPaginatePlayers = createListPaginator<BatchPlayer, BatchPlayersArgs>({
  name: 'players',
  naturalKey: ({ address }) => address.toLowerCase(),
  orders: {
    ORACLE: { direction: 'ASC', key: (_player, position) => position },
    BALANCE: { direction: 'DESC', key: ({ balance }) => BigInt(balance) },
    STAKE: { direction: 'DESC', key: ({ stake_per_tick }) => BigInt(stake_per_tick) },
  },
  defaultOrder: 'ORACLE',
  filters: {
    address: (id) => {
      const wanted = parseWallet(id, 'filter.address');
      return ({ address }) => parseAddress(address) === wanted;
    },
    hasBitmap: (wanted) => (player) => player.has_bitmap === wanted,
  },
});

/** Returns when a tick was resolved, Unix seconds; null when the oracle does not send it. */
const resolvedAt = ({ resolved_at }: TickEntry): number | null =>
  resolved_at === null ? null : Date.parse(resolved_at) / 1000;

/** Filters, sorts and paginates `Batch.ticks`. */
export const filterAndPaginateTicks = createListPaginator<TickEntry, BatchTicksArgs>({
  name: 'ticks',
  naturalKey: ({ tick_id }) => tick_id,
  orders: { TICK: { direction: 'DESC', key: ({ tick_id }) => tick_id } },
  defaultOrder: 'TICK',
  filters: {
    from: (from) => (tick) => (resolvedAt(tick) ?? Number.NEGATIVE_INFINITY) >= from,
    to: (to) => (tick) => (resolvedAt(tick) ?? Number.POSITIVE_INFINITY) <= to,
    tickIds: (ids) => {
      const tests = ids.map((id) => createTickIdMatcher(id, 'filter.tickIds'));
      return (tick) => tests.some((isWanted) => isWanted(tick));
    },
  },
});

/** Filters, sorts and paginates `Leaderboard.entries`. */
export const filterAndPaginateRankedPlayers = createListPaginator<
  LeaderboardEntry,
  LeaderboardEntriesArgs
>({
  name: 'leaderboard',
  naturalKey: ({ walletAddress }) => walletAddress.toLowerCase(),
  orders: {
    RANK: { direction: 'ASC', key: ({ rank }) => rank },
    PNL: { direction: 'DESC', key: ({ pnl }) => pnl },
    WIN_RATE: { direction: 'DESC', key: ({ winRate }) => winRate },
    ROI: { direction: 'DESC', key: ({ roi }) => roi },
    VOLUME: { direction: 'DESC', key: ({ totalVolume }) => totalVolume },
  },
  defaultOrder: 'RANK',
  filters: {
    address: (id) => {
      const wanted = parseWallet(id, 'filter.address');
      return ({ walletAddress }) => parseAddress(walletAddress) === wanted;
    },
  },
});
