/** A change of a price that the reader set: ticker, or `every`, and percent. */
export type Shock = { readonly symbol: string; readonly pct: number };

/** Stands for each asset of the wallet that no other shock names. */
export const every = '*';

/** A fall of two coins alone: all other prices stay as they are. */
export const fallOfTwo: readonly Shock[] = [
  { symbol: 'BTC', pct: -30 },
  { symbol: 'ETH', pct: -40 },
];

/** What is shown at first: a fall of all prices. */
export const fallOfAll: readonly Shock[] = [{ symbol: every, pct: -30 }];

/** Maximum number of shocks that the API takes. */
export const maxShocks = 100;

const pattern = /^(\*|[A-Za-z0-9]{1,20}):(-?\d{1,4}(?:\.\d{1,2})?)$/;

/** Reads the shocks of a page's address: `BTC:-30,ETH:-40`; a fall of all prices without a parameter. */
export function readShocks(text: string | null): readonly Shock[] {
  if (text === null) return fallOfAll;
  const shocks = text.split(',').flatMap((part) => {
    const [, symbol, pct] = pattern.exec(part) ?? [];
    return symbol === undefined || Number(pct) < -100
      ? []
      : [[symbol.toUpperCase(), Number(pct)] as const];
  });
  return [...new Map(shocks)].map(([symbol, pct]) => ({ symbol, pct }));
}

/** Formats shocks for a page's address. */
export const formatShocks = (shocks: readonly Shock[]): string =>
  shocks.map(({ symbol, pct }) => `${symbol}:${pct}`).join(',');

/**
 * Returns the shocks to ask the API for, at most 100: `every` becomes one for each of the wallet's
 * tickers, the first of them first, that no other shock names.
 */
export function expandShocks(
  shocks: readonly Shock[],
  tickers: readonly string[],
): readonly Shock[] {
  const named = shocks.filter(({ symbol }) => symbol !== every);
  const names = new Set(named.map(({ symbol }) => symbol));
  const all = shocks.find(({ symbol }) => symbol === every);
  const others =
    all === undefined
      ? []
      : tickers
          .filter((ticker) => !names.has(ticker.toUpperCase()))
          .map((symbol) => ({ symbol, pct: all.pct }));
  return [...named, ...others].slice(0, maxShocks);
}
