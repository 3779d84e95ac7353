import { type MarketHistory, MISSING_DAY } from '../../market-history.ts';

/**
 * Returns D of each asset: the first day on which it can no longer be traded
 * (docs/backtest-engine.md §1); Infinity if there is none.
 */
export function findDelistingDays(history: MarketHistory): readonly number[] {
  const { days, price, delistedAt } = history;
  return history.assets.map((_, column) => {
    const own = price.subarray(column * days, (column + 1) * days);
    const last = own.findLastIndex((usd) => usd > 0);
    const given = delistedAt[column] ?? MISSING_DAY;
    const dated = given === MISSING_DAY ? Number.POSITIVE_INFINITY : given;
    return last < days - 1 ? Math.min(dated, last + 1) : dated;
  });
}

/**
 * Counts the positions that a run (docs/backtest-engine.md §2) closes because of a delisting. The
 * run holds the `topN` largest members of a category, chosen again every 30 days.
 */
export function countDelistings(
  history: MarketHistory,
  { categoryId, topN }: { readonly categoryId: string; readonly topN: number },
): number {
  const members = history.categories.find(({ id }) => id === categoryId)?.assets ?? [];
  const deaths = findDelistingDays(history);
  let held: readonly number[] = [];
  let closed = 0;
  for (let t = 1; t < history.days; t += 1) {
    closed += held.filter((column) => (deaths[column] ?? 0) <= t).length;
    held = held.filter((column) => (deaths[column] ?? 0) > t);
    if ((t - 1) % 30 === 0) held = selectLargest(history, { members, deaths, topN, t });
  }
  return closed;
}

function selectLargest(
  { days, price, marketCap, listedAt }: MarketHistory,
  {
    members,
    deaths,
    topN,
    t,
  }: {
    readonly members: Iterable<number>;
    readonly deaths: readonly number[];
    readonly topN: number;
    readonly t: number;
  },
): readonly number[] {
  const capOf = (column: number) => marketCap[column * days + t - 1] ?? Number.NaN;
  return [...members]
    .filter((column) => {
      const isPriced = price
        .subarray(column * days + t - 1, column * days + t + 1)
        .every((usd) => usd > 0);
      return (
        isPriced && capOf(column) > 0 && (listedAt[column] ?? 0) < t && t < (deaths[column] ?? 0)
      );
    })
    .sort((a, b) => capOf(b) - capOf(a) || a - b)
    .slice(0, topN);
}
