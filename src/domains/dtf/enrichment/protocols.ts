import { z } from 'zod';
import { memoizeOnObject } from '../../../lib/memoize-on-object.ts';
import { coercedNumberSchema } from '../../../lib/parse.ts';

/** USD. Larger values are invalid, which keeps sums finite. */
const mostTvl = 1e18;
const mostPercent = 1e12;

const orNull = coercedNumberSchema
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
    tvl: coercedNumberSchema.refine((tvl) => tvl > 0 && tvl < mostTvl),
    change_1d: change,
    change_7d: change,
    tvl_change_1d: change,
    tvl_change_7d: change,
  })
  .transform((one) => ({
    name: one.name,
    symbol: one.symbol ?? '',
    /** Coin id at the market-data provider; null when the protocol has no coin. */
    coinId: one.gecko_id || null,
    /** USD, above zero. */
    tvl: one.tvl,
    /** Percent; null when unknown. */
    change1d: one.change_1d ?? one.tvl_change_1d,
    change7d: one.change_7d ?? one.tvl_change_7d,
  }));

/** A protocol of the DeFi-data provider. */
export type Protocol = z.output<typeof row>;

/** `/protocols`: an array; rows that are malformed or have no valid TVL are dropped. */
export const protocolRowsSchema = z
  .array(z.unknown())
  .transform((rows): readonly Protocol[] => rows.flatMap((one) => row.safeParse(one).data ?? []));

/** Indexes protocols by coin and by ticker in any case; memoized on the cached rows. */
export const indexProtocolsByCoin = memoizeOnObject((protocols: readonly Protocol[]) => {
  const byCoin = Map.groupBy(protocols, ({ coinId }) => coinId);
  const bySymbol = Map.groupBy(byCoin.get(null) ?? [], ({ symbol }) => symbol.toLowerCase());
  return {
    /** The protocols of the coin, else the protocols without a coin that have the ticker. */
    find: (symbol: string, coinId: string | undefined): readonly Protocol[] => {
      const ofCoin = coinId === undefined ? undefined : byCoin.get(coinId);
      return ofCoin ?? bySymbol.get(symbol.toLowerCase()) ?? [];
    },
  };
});
