import type { Performance } from './performance.ts';

/** Days of the series of a year where a data node has no older values. */
const daysOfYearSeries = 364;

const readers = {
  VOLATILITY: ({ volatilityPct }) => volatilityPct,
  MAX_DRAWDOWN: ({ maxDrawdownPct }) => maxDrawdownPct,
  SHARPE: ({ sharpe }) => sharpe,
  SORTINO: ({ sortino }) => sortino,
  CALMAR: ({ calmar }) => calmar,
  RETURN_30D: (performance) => periodReturnPct(performance, 'MONTH'),
  RETURN_1Y: (performance) =>
    periodReturnPct(performance, 'YEAR') ??
    (performance.returns + performance.missingDays >= daysOfYearSeries
      ? performance.totalReturnPct
      : null),
} as const satisfies Readonly<Record<string, (performance: Performance) => number | null>>;

const periodReturnPct = ({ periodReturns }: Performance, name: 'MONTH' | 'YEAR'): number | null =>
  periodReturns.find(({ period }) => period === name)?.returnPct ?? null;

/** Figures that lists are ordered and filtered by. */
export type ListFigure = keyof typeof readers;

/** Whether an order is by a figure. */
export const isListFigure = (field: string | undefined): field is ListFigure =>
  field !== undefined && Object.hasOwn(readers, field);

/**
 * Whether a list is ordered or filtered by figures. The arguments may have any type, because the cost
 * of a request is estimated before they are validated.
 */
export function needsListFigures(orderBy: unknown, filter: unknown): boolean {
  const { field } = (orderBy ?? {}) as { readonly field?: unknown };
  const { figures } = (filter ?? {}) as { readonly figures?: unknown };
  return isListFigure(String(field)) || figures != null;
}

/** Returns a figure of a list's element; null without a series. */
export const listFigureOf = (
  performance: Performance | null | undefined,
  figure: ListFigure,
): number | null => (performance ? readers[figure](performance) : null);

/** Bounds of a figure, both included. */
export type FigureRange = {
  readonly figure: ListFigure;
  readonly min?: number | null | undefined;
  readonly max?: number | null | undefined;
};

/** Whether all figures are known and within their bounds. */
export const isWithinRanges = (
  performance: Performance | null | undefined,
  ranges: readonly FigureRange[],
): boolean =>
  ranges.every(({ figure, min, max }) => {
    const value = listFigureOf(performance, figure);
    return value !== null && (min == null || value >= min) && (max == null || value <= max);
  });
