import Negotiator from 'negotiator';
import { memoizeByString } from '../lib/collections/memoize-by-string.ts';

/** Longer headers are parsed each time. */
const longestKnown = 200;

/**
 * Creates a function that returns which of some media types an `Accept` header allows (RFC 9110
 * §12.5.1), the preferred one first; all of them without a header.
 */
export function createMediaTypeNegotiator<T extends string>(
  available: readonly T[],
): (accept: string | undefined) => readonly T[] {
  const read = (accept: string) =>
    new Negotiator({ headers: { accept } }).mediaTypes([...available]) as T[];
  const known = memoizeByString(100, read);
  return (accept) => {
    const given = accept || '*/*';
    return given.length > longestKnown ? read(given) : known(given);
  };
}

/** Returns the types and ranges that an `Accept` header lists, without parameters, the preferred first. */
export const listAcceptedMediaTypes = (accept: string): readonly string[] =>
  new Negotiator({ headers: { accept: accept.toLowerCase() } }).mediaTypes();
