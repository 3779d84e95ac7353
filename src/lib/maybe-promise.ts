import { NotFoundError } from './errors.ts';

/**
 * Calls `use` with the value: at once, or when the promise resolves. `handleMaybePromise` of
 * `@whatwg-node/promise-helpers` fails on JSON that has a `then` member.
 *
 * @example mapMaybePromise(2, (number) => number + 1) // 3
 */
export function mapMaybePromise<T, U>(
  value: T | Promise<T>,
  use: (value: T) => U | Promise<U>,
): U | Promise<U> {
  return value instanceof Promise ? value.then(use) : use(value);
}

/** Returns two values as a pair; a promise of the pair if one of them is a promise. */
export function allMaybePromises<A, B>(
  first: A | Promise<A>,
  second: B | Promise<B>,
): readonly [A, B] | Promise<readonly [A, B]> {
  return first instanceof Promise || second instanceof Promise
    ? Promise.all([first, second])
    : [first, second];
}

/** Returns the result of `find`, or that of `recover` if `find` throws or rejects. */
export function catchMaybePromise<T, U>(
  find: () => T | Promise<T>,
  recover: (error: unknown) => U | Promise<U>,
): T | U | Promise<T | U> {
  try {
    const found = find();
    return found instanceof Promise ? found.catch(recover) : found;
  } catch (error) {
    return recover(error);
  }
}

/** Returns the result of `find`, or `missing` if `find` fails with a `NotFoundError`. */
export function valueOrIfNotFound<T, U>(
  find: () => T | Promise<T>,
  missing: U,
): T | U | Promise<T | U> {
  return catchMaybePromise(find, (error) => {
    if (error instanceof NotFoundError) return missing;
    throw error;
  });
}
