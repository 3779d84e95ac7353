import type { Reader } from '../../../core/cache/reader.ts';
import { type Clock, unixNow } from '../../../core/clock.ts';
import type { PolicyName } from '../../../core/policies.ts';
import type { Address, Bytes32 } from '../../../core/units.ts';
import { isoSeconds } from '../../../core/wire.ts';
import { isAbout, type OracleQuestion, type Oracles } from '../../../upstreams/index.ts';
import {
  backtestAnswer,
  balanceAnswer,
  batchesAnswer,
  leaderboardAnswer,
  marketsAnswer,
  revealAnswer,
} from './dialect.ts';
import {
  configPath,
  fetchConfig,
  fetchHistory,
  fetchState,
  readTimeout,
  stateSubject,
} from './fetch.ts';
import type {
  Balance,
  Batch,
  BatchConfig,
  BatchState,
  Leaderboard,
  Market,
  Reveal,
  TickBacktest,
  TickEntry,
} from './shapes.ts';

/** Whose players are ranked: those of one batch, of all batches of a source, or all. */
export type LeaderboardOf = {
  readonly batchId?: number | undefined;
  readonly sourceId?: string | undefined;
};

/** The prediction market as the first healthy oracle tells it; one oracle per answer. */
export type OracleSource = {
  /** By id descending, at most 100 (spec: Limits). */
  readonly batches: () => Read<readonly Batch[]>;
  readonly markets: () => Read<readonly Market[]>;
  /** @throws {NotFoundError} there is no such batch. */
  readonly state: (batchId: number) => Read<BatchState>;
  /**
   * Newest first, at most 100.
   *
   * @throws {NotFoundError} there is no such batch. {InternalError} an oracle's database fails.
   */
  readonly history: (batchId: number, days?: number) => Read<readonly TickEntry[]>;
  /** @throws {ForbiddenError} the tick is still sealed. {NotFoundError} there is no such batch. */
  readonly reveal: (batchId: number, tickId: number) => Read<Reveal>;
  /** @throws {NotFoundError} there is no such batch, or no such player in it. */
  readonly balance: (position: PositionQuery) => Read<Balance>;
  /** All players, or those of one batch. */
  readonly leaderboard: (of: LeaderboardOf) => Read<Leaderboard>;
  /** @throws {NotFoundError} no oracle has the config. */
  readonly config: (hash: Bytes32) => Read<BatchConfig>;
  readonly backtest: (request: BacktestRequest) => Read<TickBacktest>;
};

type Read<T> = T | Promise<T>;

/** What any oracle can be asked by a path that stands for the answer. */
type Question<T> = Pick<OracleQuestion<T>, 'path' | 'shape' | 'stated' | 'subject' | 'isAsked'>;

export type PositionQuery = {
  readonly batchId: number;
  readonly address: Address;
  /** Ticks that a claim is to span; the oracle's choice when left out. */
  readonly fromTick?: number | undefined;
  readonly toTick?: number | undefined;
};

/** A checked backtest; `hash` stands for the bitmap where it must not be seen. */
export type BacktestRequest = {
  readonly batch_id: number;
  readonly bitmap_hex: string;
  readonly ticks: number;
  readonly hash: Bytes32;
};

const maxBatches = 100;
/** What names nothing that could be missing. */
const lists = new Set(['/vision/batches', '/vision/markets', '/vision/leaderboard']);
const backtestTimeout = 10_000;
/** Refusals that the specification states, for an oracle without words for them. */
const sealed = { 403: 'the reveal window has not expired yet' };
const notPlayable = { 400: 'the batch has no markets configured, or the bitmap does not fit it' };

/** Reads through one request's `reader`. */
export function createOracleSource(options: {
  readonly reader: Reader;
  readonly oracles: Oracles;
  readonly clock: Clock;
}): OracleSource {
  const { reader, oracles, clock } = options;

  const ask = <T>(policy: PolicyName, question: Question<T>) => {
    const unnamed = lists.has(question.path);
    return reader.read(policy, question.path, (signal) =>
      oracles.ask({ ...question, unnamed, signal, timeout: readTimeout }),
    );
  };

  return {
    batches: () =>
      ask('batches', {
        path: '/vision/batches',
        shape: batchesAnswer.transform((batches) =>
          [...batches].sort((left, right) => right.id - left.id).slice(0, maxBatches),
        ),
      }),
    markets: () => ask('markets', { path: '/vision/markets', shape: marketsAnswer }),
    state: (batchId) =>
      reader.read('batchState', String(batchId), (signal) =>
        fetchState({ oracles, batchId, signal }),
      ),
    history: (batchId, days) =>
      reader.read(
        'tickHistory',
        days === undefined ? String(batchId) : `${batchId} days=${days}`,
        (signal) => fetchHistory({ oracles, batchId, days, signal }),
      ),
    reveal: (batchId, tickId) => {
      const path = `/vision/reveal/${batchId}/${tickId}`;
      const isAsked = isAbout({ batch_id: batchId, tick_id: tickId });
      return ask('reveal', { path, shape: revealAnswer, stated: sealed, isAsked });
    },
    balance: ({ batchId, address, fromTick, toTick }) => {
      const range = Object.entries({ fromTick, toTick })
        .filter(([, tick]) => tick !== undefined)
        .map(([name, tick]) => `${name}=${tick}`);
      const query = range.length > 0 ? `?${range.join('&')}` : '';
      const path = `/vision/balance/${batchId}/${address}${query}`;
      return ask('balance', {
        path,
        shape: balanceAnswer,
        subject: stateSubject(batchId),
        isAsked: isAbout({ batch_id: batchId, player: address }),
      });
    },
    leaderboard: ({ batchId, sourceId }) => {
      const query = new URLSearchParams({
        ...(batchId === undefined ? {} : { batch_id: String(batchId) }),
        ...(sourceId === undefined ? {} : { source_id: sourceId }),
      });
      const path = query.size > 0 ? `/vision/leaderboard?${query}` : '/vision/leaderboard';
      const shape = leaderboardAnswer(() => isoSeconds(unixNow(clock)));
      const isAsked = isAbout({
        ...(batchId === undefined ? {} : { batch_id: batchId }),
        ...(sourceId === undefined ? {} : { source_id: sourceId }),
      });
      return ask('leaderboard', { path, shape, isAsked });
    },
    config: (hash) =>
      reader.read('markets', configPath(hash), (signal) => fetchConfig({ oracles, hash, signal })),
    backtest: ({ hash, ...request }) =>
      reader.read('bitmapBacktest', `${request.batch_id} ${request.ticks} ${hash}`, (signal) => {
        const limits = { signal, timeout: backtestTimeout, stated: notPlayable };
        const question = { path: '/vision/backtest', body: request, shape: backtestAnswer };
        return oracles.ask({ ...question, ...limits });
      }),
  };
}
