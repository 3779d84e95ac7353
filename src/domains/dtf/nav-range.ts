import type { NavRange } from '../../../generated/graphql/resolvers.ts';
import type { NavRange as WireNavRange } from './schema.ts';

const wireRanges: Readonly<Record<string, WireNavRange>> = {
  D1: '1d',
  D7: '7d',
  D30: '30d',
  D90: '90d',
  Y1: '1y',
};

/** Returns the wire name of a value of the GraphQL enum; null for those that only GraphQL has. */
export const wireNavRangeOf = (range: NavRange): WireNavRange | null => wireRanges[range] ?? null;

/** Days of each range. */
export const navRangeDays: Readonly<Record<NavRange, number>> = {
  D1: 1,
  D7: 7,
  D30: 30,
  D90: 90,
  Y1: 365,
  Y3: 3 * 365,
  Y5: 5 * 365,
  MAX: Number.POSITIVE_INFINITY,
};
