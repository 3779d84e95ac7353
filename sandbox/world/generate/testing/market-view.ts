import type { MarketHistory } from '../../market-history.ts';

/**
 * Log returns and market caps by asset and day, from which statistics are computed; NaN if there is
 * none.
 */
export type MarketView = {
  readonly days: number;
  /** Log return of day t of column i at `i * days + t`. */
  readonly returns: Float64Array;
  readonly caps: Float64Array;
  readonly bitcoin: number;
  readonly ether: number;
  /** All other columns except stablecoins. */
  readonly alts: readonly number[];
};

/** Computes the returns of a history, between consecutive days that both have a price. */
export function createMarketView(history: MarketHistory): MarketView {
  const { days, price, marketCap, assets } = history;
  const returns = new Float64Array(price.length).fill(Number.NaN);
  for (let cell = 0; cell < price.length; cell += 1) {
    if (cell % days === 0) continue;
    returns[cell] = Math.log((price[cell] ?? Number.NaN) / (price[cell - 1] ?? Number.NaN));
  }
  const bitcoin = assets.findIndex(({ id }) => id === 'bitcoin');
  const ether = assets.findIndex(({ id }) => id === 'ethereum');
  const pegged = history.categories.find(({ id }) => id === 'stablecoins')?.assets ?? [];
  const others = new Set([bitcoin, ether, ...pegged]);
  const alts = [...assets.keys()].filter((column) => !others.has(column));
  return { days, returns, caps: marketCap, bitcoin, ether, alts };
}

/** Returns the log returns of a column, without days that have none. */
export function listReturns(view: MarketView, column: number): Float64Array {
  return columnOf(view.returns, { view, column }).filter((value) => !Number.isNaN(value));
}

/** Returns the log returns of two columns on the days on which both have one. */
export function listCommonReturns(
  view: MarketView,
  [a, b]: readonly [number, number],
): readonly [readonly number[], readonly number[]] {
  const left = columnOf(view.returns, { view, column: a });
  const right = columnOf(view.returns, { view, column: b });
  const days = [...left.keys()].filter((t) => !Number.isNaN((left[t] ?? 0) + (right[t] ?? 0)));
  return [days.map((t) => left[t] ?? 0), days.map((t) => right[t] ?? 0)];
}

/**
 * Returns the daily log returns of an equally weighted index of all altcoins; NaN if none has a
 * return.
 */
export function computeAltIndex(view: MarketView): Float64Array {
  return Float64Array.from({ length: view.days }, (_, t) => {
    let sum = 0;
    let count = 0;
    for (const column of view.alts) {
      const value = view.returns[column * view.days + t] ?? Number.NaN;
      if (Number.isNaN(value)) continue;
      sum += Math.expm1(value);
      count += 1;
    }
    return count === 0 ? Number.NaN : Math.log1p(sum / count);
  });
}

/** Returns the share of a column in the total market cap by day, percent. */
export function computeDominance(view: MarketView, column: number): Float64Array {
  const { days, caps } = view;
  return Float64Array.from({ length: days }, (_, t) => {
    let total = 0;
    for (let cell = t; cell < caps.length; cell += days) total += caps[cell] || 0;
    return (100 * (caps[column * days + t] ?? Number.NaN)) / total;
  });
}

/** Returns the columns with a market cap on day t, largest first. */
export function rankAssetsOn(view: MarketView, t: number): readonly number[] {
  const capOf = (column: number) => view.caps[column * view.days + t] ?? Number.NaN;
  return [...view.alts, view.bitcoin, view.ether]
    .filter((column) => capOf(column) > 0)
    .sort((a, b) => capOf(b) - capOf(a));
}

function columnOf(
  table: Float64Array,
  { view, column }: { readonly view: MarketView; readonly column: number },
): Float64Array {
  return table.subarray(column * view.days, (column + 1) * view.days);
}
