import { z } from 'zod';
import { openObjectWithoutSecretsSchema } from '../../../lib/encoding/sensitive-fields.ts';
import {
  addressTextSchema,
  bytes32Schema,
  coercedIntegerSchema,
  coercedNumberSchema,
  createUnderKeySchema,
  isRecord,
  toIsoTime,
  unixOrIsoSecondsSchema,
  weiTextOrIntegerSchema,
} from '../../../lib/parse.ts';
import { createRowListSchema } from '../../../lib/parse-rows.ts';
import type {
  Batch,
  BatchState,
  Leaderboard,
  Market,
  PlayerBalance,
  RevealedTick,
  TickBacktest,
  TickEntry,
} from './schema.ts';

/*
 * Oracles respond as specified or in legacy variants: camelCase keys, bare arrays, no market ids,
 * outcomes as JSON text. Unknown fields are kept in specified objects and in a balance. Results and
 * rankings keep the known fields only.
 */

const toSnake = (key: string) =>
  key.replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const toCamel = (key: string) =>
  key.replace(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());

/** Creates a function that renames the given keys from camelCase to snake_case or vice versa. */
function renameKeys(keys: readonly string[], toOtherCase: (key: string) => string) {
  const known = new Map(keys.map((key) => [toOtherCase(key), key]));
  return (value: unknown): unknown => {
    if (!isRecord(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => {
        const specified = known.get(key) ?? key;
        return [Object.hasOwn(value, specified) ? key : specified, member];
      }),
    );
  };
}

/** Schema of a snake_case object, also read in camelCase, that keeps unknown fields. */
const openSnakeObject = <S extends z.ZodRawShape>(shape: S, optionalKeys: readonly string[] = []) =>
  z.preprocess(
    renameKeys([...Object.keys(shape), ...optionalKeys], toCamel),
    openObjectWithoutSecretsSchema(shape),
  );

/** Like `openSnakeObject`, but drops unknown fields. */
const snakeObject = <S extends z.ZodRawShape>(shape: S) =>
  z.preprocess(renameKeys(Object.keys(shape), toCamel), z.object(shape));

/** Like `snakeObject`, for keys that are specified in camelCase. */
const camelObject = <S extends z.ZodRawShape>(shape: S) =>
  z.preprocess(renameKeys(Object.keys(shape), toSnake), z.object(shape));

/** Schema of a list of rows: a bare array, or an object with the array under `key`. */
const listOf = <S extends z.ZodType>(
  key: string,
  element: S,
  keyOf: (row: z.output<S>) => string | number,
) => {
  const rows = createRowListSchema(key, element, keyOf);
  return z.union([rows, createUnderKeySchema(key, rows)]);
};

const ids = z
  .array(z.string())
  .nullish()
  .transform((list) => list ?? []);

const optionalBatchKeys = ['source_id', 'config_hash', 'current_tick', 'resolution_types'];

const batch = openSnakeObject(
  {
    id: coercedIntegerSchema,
    creator: z.string(),
    market_ids: ids,
    market_count: coercedIntegerSchema.nullish(),
    tick_duration: coercedNumberSchema,
    player_count: coercedIntegerSchema,
    tvl: weiTextOrIntegerSchema,
    paused: z.boolean(),
  },
  optionalBatchKeys,
).transform(
  (one): Batch => ({
    ...one,
    market_count: one.market_count ?? one.market_ids.length,
  }),
);

/** The list of batches. */
export const upstreamBatchesSchema: z.ZodType<Batch[]> = listOf('batches', batch, ({ id }) => id);

const player = openSnakeObject({
  address: addressTextSchema,
  stake_per_tick: weiTextOrIntegerSchema,
  balance: weiTextOrIntegerSchema,
  start_tick: coercedIntegerSchema,
  has_bitmap: z.boolean(),
});

/** The live state of a batch. */
export const upstreamBatchStateSchema: z.ZodType<BatchState> = openSnakeObject(
  {
    id: coercedIntegerSchema,
    creator: z.string(),
    market_ids: ids,
    tick_duration: coercedNumberSchema,
    created_at_tick: coercedIntegerSchema,
    paused: z.boolean(),
    player_count: coercedIntegerSchema.nullish(),
    next_tick: unixOrIsoSecondsSchema,
    players: createRowListSchema('players', player, ({ address }) => address.toLowerCase()),
  },
  optionalBatchKeys,
).transform((state) => ({ ...state, player_count: state.player_count ?? state.players.length }));

const market = openSnakeObject({
  market_id: z.string(),
  symbol: z.string(),
  display_name: z.string(),
});

/** The list of markets that oracles resolve. */
export const upstreamVisionMarketsSchema: z.ZodType<Market[]> = listOf(
  'markets',
  market,
  ({ market_id }) => market_id,
);

const jsonText = z.string().transform((text, issues) => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    issues.addIssue('not JSON');
    return z.NEVER;
  }
});
const orJsonText = <S extends z.ZodType>(shape: S) => z.union([jsonText.pipe(shape), shape]);

const anyPrice = z.union([z.number(), z.string()]).nullish();
const outcome = snakeObject({
  market_id: z.string(),
  outcome: z.string().nullish(),
  pct_change: coercedNumberSchema.nullish(),
  went_up: z.boolean().nullish(),
  start_price: anyPrice,
  end_price: anyPrice,
}).transform((one) => ({
  ...one,
  outcome: one.outcome ?? namedOutcome(one.went_up, one.pct_change),
  pct_change: one.pct_change ?? null,
}));

function namedOutcome(wentUp: boolean | null | undefined, change: number | null | undefined) {
  if (change === 0) return 'Flat';
  if (wentUp === null || wentUp === undefined) return null;
  return wentUp ? 'Up' : 'Down';
}

/** The outcomes in a tick's results, if their shape is known. */
export const tickOutcomesSchema = z.object({ markets: createRowListSchema('outcomes', outcome) });
/** Results of a tick. Rows that are not outcomes are dropped. */
const results = z.object({
  markets: createRowListSchema('outcomes', outcome).optional().catch(undefined),
});
/** `market_outcomes` of legacy oracles: a list of outcomes, or an object like `results_json`. */
const outcomeList = z.union([
  createRowListSchema('outcomes', outcome),
  tickOutcomesSchema.transform(({ markets }) => markets),
]);

/** Converts a time to ISO 8601 with an offset (`toIsoTime`); null if it is not a time. */
const isoTime = z.union([z.string(), z.number()]).transform(toIsoTime);

const tick = openSnakeObject({
  batch_id: coercedIntegerSchema.nullish(),
  tick_id: coercedIntegerSchema,
  resolved_at: isoTime.nullish(),
  player_count: coercedIntegerSchema.nullish(),
  winner_count: coercedIntegerSchema.nullish(),
  loser_count: coercedIntegerSchema.nullish(),
  total_matched: weiTextOrIntegerSchema.nullish(),
  total_pool: weiTextOrIntegerSchema.nullish(),
  results_json: orJsonText(results).nullish(),
  market_outcomes: orJsonText(outcomeList).nullish(),
});

/** Creates the schema of a tick history. Entries without a batch id get `batchId`. */
export const createTickHistorySchema = (batchId: number): z.ZodType<TickEntry[]> =>
  listOf(
    'history',
    tick.transform(({ market_outcomes, ...entry }): TickEntry => {
      const { winner_count, loser_count, total_pool } = entry;
      const counted = winner_count == null || loser_count == null;
      return {
        ...entry,
        batch_id: entry.batch_id ?? batchId,
        resolved_at: entry.resolved_at ?? null,
        player_count: entry.player_count ?? (counted ? null : winner_count + loser_count),
        total_matched: entry.total_matched ?? total_pool ?? null,
        results_json: entry.results_json ?? (market_outcomes ? { markets: market_outcomes } : null),
      };
    }),
    ({ batch_id, tick_id }) => `${batch_id} ${tick_id}`,
  );

const hex = z
  .string()
  .regex(/^(0x)?([0-9a-fA-F]{2})*$/)
  .transform((text) => (text.startsWith('0x') ? text : `0x${text}`));

const bytes32Hex = hex.pipe(bytes32Schema);

/** The bitmaps of a revealed tick. */
export const upstreamRevealedTickSchema: z.ZodType<RevealedTick> = openSnakeObject({
  batch_id: coercedIntegerSchema,
  tick_id: coercedIntegerSchema,
  bitmaps: createRowListSchema(
    'bitmaps',
    openSnakeObject({ player: addressTextSchema, bitmap_hex: hex, hash: bytes32Hex }),
  ),
});

const optionalBalanceKeys = [
  ...['signer_bitmap', 'reference_nonce', 'tick_id', 'from_tick', 'to_tick'],
  ...['new_balance', 'final_balance'],
];

/** A player's balance, with the proof for a claim if there is one. */
export const upstreamPlayerBalanceSchema: z.ZodType<PlayerBalance> = openSnakeObject(
  {
    batch_id: coercedIntegerSchema,
    player: z.string(),
    balance: weiTextOrIntegerSchema,
    stake_per_tick: weiTextOrIntegerSchema,
    // Some oracles omit the `0x` prefix.
    bls_sig: hex.nullish(),
  },
  optionalBalanceKeys,
).transform(({ bls_sig, ...balance }) => ({
  ...balance,
  // Some oracles send an empty signature until there is a proof.
  ...(bls_sig && bls_sig !== '0x' ? { bls_sig } : {}),
}));

const count = coercedNumberSchema.nullish().transform((value) => value ?? 0);
const ranked = camelObject({
  rank: count,
  walletAddress: addressTextSchema,
  pnl: coercedNumberSchema,
  winRate: count,
  roi: count,
  totalVolume: count,
  portfolioBets: count,
  avgPortfolioSize: count,
  largestPortfolio: count,
});

/** True for a rank that fits GraphQL's `Int`. */
const isRank = (rank: number) => Number.isInteger(rank) && rank >= 1 && rank < 2 ** 31;

/** Schema of a ranking, sorted by profit. Invalid ranks are replaced by the position. */
const ranking = createRowListSchema('leaderboard', ranked, ({ walletAddress }) =>
  walletAddress.toLowerCase(),
).transform((rows) =>
  rows
    .toSorted((left, right) => right.pnl - left.pnl)
    .map((row, place) => (isRank(row.rank) ? row : { ...row, rank: place + 1 })),
);

/** Creates the schema of the leaderboard. `now` supplies `updatedAt` if the oracle omits it. */
export const createUpstreamLeaderboardSchema = (now: () => string): z.ZodType<Leaderboard> =>
  z.union([
    ranking.transform((leaderboard) => ({ leaderboard, updatedAt: now() })),
    camelObject({ leaderboard: ranking, updatedAt: isoTime.nullish() }).transform((body) => ({
      ...body,
      updatedAt: body.updatedAt ?? now(),
    })),
  ]);

const rounded = coercedNumberSchema.transform((value) => Math.round(value * 10_000) / 10_000);

/** The result of a backtest; its win rate has 4 decimals. */
export const upstreamTickBacktestSchema: z.ZodType<TickBacktest> = openSnakeObject({
  win_rate: rounded,
  pnl_curve: createRowListSchema(
    'pnl-curve',
    z.object({ tick: coercedIntegerSchema, pnl: coercedNumberSchema }),
  ),
  total_pnl: coercedNumberSchema,
});

/** An optional number; a malformed one becomes null. */
const figure = coercedNumberSchema.nullish().catch(null);

/** The config behind a batch's `config_hash`; its markets are in the order of their bits. */
export const upstreamBatchConfigSchema = openSnakeObject({
  source_id: z.string().nullish(),
  /** Seconds. */
  tick_duration: figure,
  lock_offset: figure,
  markets: z.array(
    openSnakeObject({
      asset_id: z.string(),
      symbol: z.string().nullish(),
      name: z.string().nullish(),
      resolution_type: figure,
      threshold_bps: figure,
    }),
  ),
});

export type BatchConfig = z.output<typeof upstreamBatchConfigSchema>;
