import { memoizeByString } from '../../lib/collections/memoize-by-string.ts';

/**
 * More funds than a data node lists. At this size the memo is emptied, so invented ids cannot grow
 * it.
 */
const maxFunds = 1000;

/** Memoizes a function of a fund's id; funds are few and requested often. */
export function memoizeByFund<T>(make: (id: string) => T): (id: string) => T {
  return memoizeByString(maxFunds, make);
}
