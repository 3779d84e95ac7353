import { memoizeByString } from '../../lib/collections/memoize-by-string.ts';

/** More funds than a data node lists; whoever makes up ids drives out what is remembered, no more. */
const maxFunds = 1000;

/** Remembers what is made of the id of a fund: there are few, and each is asked for again and again. */
export function memoizeByFund<T>(make: (id: string) => T): (id: string) => T {
  return memoizeByString(maxFunds, make);
}
