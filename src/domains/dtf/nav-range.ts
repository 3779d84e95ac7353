import type { NavRange } from './schema.ts';

const ranges: Readonly<Record<string, NavRange>> = {
  D1: '1d',
  D7: '7d',
  D30: '30d',
  D90: '90d',
  Y1: '1y',
};

/** Returns the wire name of a value of the GraphQL enum `NavRange`. */
export const navRangeOf = (range: string): NavRange => ranges[range] ?? '30d';
