/** Shares of a fund in a wallet or pledged for its loans. */
export type FundStake<F> = {
  readonly fund: F;
  readonly valueUsd: number;
  readonly assets: readonly { readonly symbol: string; readonly weight: number }[];
};

/** What a wallet holds of an asset through funds. */
export type AssetExposure<F> = {
  readonly symbol: string;
  readonly valueUsd: number;
  /** Percent of the value of all funds; null when that is 0. */
  readonly pct: number | null;
  readonly through: readonly { readonly fund: F; readonly valueUsd: number }[];
};

/** Adds up the assets of all funds, the largest value first. Tickers match in any case. */
export function exposureOf<F>(stakes: readonly FundStake<F>[]): readonly AssetExposure<F>[] {
  const total = stakes.reduce((sum, { valueUsd }) => sum + valueUsd, 0);
  const held = stakes.flatMap(({ fund, valueUsd, assets }) =>
    assets.map(({ symbol, weight }) => ({ symbol, fund, valueUsd: valueUsd * weight })),
  );
  return [...Map.groupBy(held, ({ symbol }) => symbol.toUpperCase())]
    .map(([symbol, parts]) => {
      const valueUsd = parts.reduce((sum, part) => sum + part.valueUsd, 0);
      return {
        symbol,
        valueUsd,
        pct: total > 0 ? (100 * valueUsd) / total : null,
        through: parts.map(({ fund, valueUsd: value }) => ({ fund, valueUsd: value })),
      };
    })
    .sort((left, right) => right.valueUsd - left.valueUsd || (left.symbol < right.symbol ? -1 : 1));
}

/**
 * Returns the growth factor of a fund's NAV, at least 0, when prices change by percents; assets that
 * are not named keep their price.
 *
 * @param shocks - Percent by ticker in capitals.
 */
export const shockedGrowth = (
  assets: readonly { readonly symbol: string; readonly weight: number }[],
  shocks: ReadonlyMap<string, number>,
): number =>
  Math.max(
    0,
    assets.reduce(
      (growth, { symbol, weight }) =>
        growth + (weight * (shocks.get(symbol.toUpperCase()) ?? 0)) / 100,
      1,
    ),
  );
