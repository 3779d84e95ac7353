import { formatFreshShare, freshPricesDefinition, toFreshShare } from '../lib/fresh-prices.ts';

/** What a column with the weight of fresh prices has; `read` returns the weight of unchanged ones. */
export const freshPricesColumn = <Row>(read: (row: Row) => number | null | undefined) => ({
  label: 'Fresh prices',
  window: 'of weight',
  definition: freshPricesDefinition,
  align: 'right' as const,
  csv: { fresh_prices_pct: (row: Row) => toFreshShare(read(row)) },
  cell: (row: Row) => formatFreshShare(read(row)),
});
