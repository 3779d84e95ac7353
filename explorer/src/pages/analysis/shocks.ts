/** A change of a price that the reader set: ticker and percent. */
export type Shock = { readonly symbol: string; readonly pct: number };

/** What is shown at first: a fall of the two largest assets. */
const usual: readonly Shock[] = [
  { symbol: 'BTC', pct: -30 },
  { symbol: 'ETH', pct: -40 },
];

const pattern = /^([A-Za-z0-9]{1,20}):(-?\d{1,4}(?:\.\d{1,2})?)$/;

/** Reads the shocks of a page's address: `BTC:-30,ETH:-40`; the usual ones without a parameter. */
export function readShocks(text: string | null): readonly Shock[] {
  if (text === null) return usual;
  return text.split(',').flatMap((part) => {
    const [, symbol, pct] = pattern.exec(part) ?? [];
    return symbol === undefined || Number(pct) < -100
      ? []
      : [{ symbol: symbol.toUpperCase(), pct: Number(pct) }];
  });
}

/** Formats shocks for a page's address. */
export const formatShocks = (shocks: readonly Shock[]): string =>
  shocks.map(({ symbol, pct }) => `${symbol}:${pct}`).join(',');
