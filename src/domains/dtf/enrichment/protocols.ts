import { z } from 'zod';
import { lenientNumberSchema } from '../../../lib/parse.ts';

/** A protocol of the DeFi-data provider. */
export type Protocol = {
  readonly name: string;
  readonly symbol: string;
  /** Coin id at the market-data provider; null when the protocol has no coin. */
  readonly coinId: string | null;
  /** USD, above zero. */
  readonly tvl: number;
  /** Percent; null when unknown. */
  readonly change1d: number | null;
  readonly change7d: number | null;
};

/** All protocols, indexed by coin and by ticker. */
export type ProtocolIndex = {
  /** The protocols of the coin, else the protocols without a coin that have the ticker. */
  readonly find: (asset: {
    readonly symbol: string;
    readonly coinId: string | null;
  }) => readonly Protocol[];
  readonly size: number;
};

/** USD. Larger values are invalid, which keeps sums finite. */
const mostTvl = 1e18;
const mostPercent = 1e12;

const orNull = lenientNumberSchema
  .refine((percent) => Math.abs(percent) < mostPercent)
  .nullish()
  .transform((value) => value ?? null);

const change = orNull.catch(null);
/** Field names of DefiLlama, and of data nodes that mirror it (`tvl_change_1d`). */
const row = z
  .object({
    name: z.string(),
    symbol: z.string().nullish(),
    gecko_id: z.string().nullish(),
    tvl: lenientNumberSchema.refine((tvl) => tvl > 0 && tvl < mostTvl),
    change_1d: change,
    change_7d: change,
    tvl_change_1d: change,
    tvl_change_7d: change,
  })
  .transform(
    (one): Protocol => ({
      name: one.name,
      symbol: one.symbol ?? '',
      coinId: one.gecko_id || null,
      tvl: one.tvl,
      change1d: one.change_1d ?? one.tvl_change_1d,
      change7d: one.change_7d ?? one.tvl_change_7d,
    }),
  );

/** `/protocols`: an array; rows that are malformed or have no valid TVL are dropped. */
export const protocolRowsSchema = z.array(z.unknown()).transform((rows): readonly Protocol[] =>
  rows.flatMap((one) => {
    const parsed = row.safeParse(one);
    return parsed.success ? [parsed.data] : [];
  }),
);

/** `/protocols`, indexed by coin and by ticker. */
export const protocolIndexSchema = protocolRowsSchema.transform(indexProtocols);

/** Indexes protocols by coin and by ticker; lookups by ticker ignore case. */
export function indexProtocols(protocols: readonly Protocol[]): ProtocolIndex {
  const byCoin = Map.groupBy(protocols, ({ coinId }) => coinId);
  const bySymbol = Map.groupBy(byCoin.get(null) ?? [], ({ symbol }) => symbol.toLowerCase());
  return {
    size: protocols.length,
    find: ({ symbol, coinId }) => {
      const ofCoin = coinId === null ? undefined : byCoin.get(coinId);
      return ofCoin ?? bySymbol.get(symbol.toLowerCase()) ?? [];
    },
  };
}

const indexes = new WeakMap<readonly Protocol[], ProtocolIndex>();

/** Returns the index of cached rows; it is built once and released together with them. */
export function memoizedProtocolIndex(rows: readonly Protocol[]): ProtocolIndex {
  const found = indexes.get(rows) ?? indexProtocols(rows);
  indexes.set(rows, found);
  return found;
}
