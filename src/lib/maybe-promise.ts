import { NotFoundError } from './errors.ts';

/**
 * Goes on with a value that may be at hand or under way: at once in the first case, so that what is
 * at hand costs no promise. An `async` function would wait for either.
 *
 * @example andThen(2, (number) => number + 1) // 3
 */
export function mapMaybePromise<T, U>(
  value: T | Promise<T>,
  use: (value: T) => U | Promise<U>,
): U | Promise<U> {
  return value instanceof Promise ? value.then(use) : use(value);
}

/** Two values that may be at hand or under way, together. */
export function allMaybePromises<A, B>(
  first: A | Promise<A>,
  second: B | Promise<B>,
): readonly [A, B] | Promise<readonly [A, B]> {
  return first instanceof Promise || second instanceof Promise
    ? Promise.all([first, second])
    : [first, second];
}

/** What is looked for, at hand or under way, or what is made of its failure, now or later. */
export function catchMaybePromise<T, U>(
  find: () => T | Promise<T>,
  recover: (error: unknown) => U,
): T | U | Promise<T | U> {
  try {
    const found = find();
    return found instanceof Promise ? found.catch(recover) : found;
  } catch (error) {
    return recover(error);
  }
}

/** What is looked for, or what stands for it when it does not exist. */
export function valueOrIfNotFound<T, U>(
  find: () => T | Promise<T>,
  missing: U,
): T | U | Promise<T | U> {
  return catchMaybePromise(find, (error) => {
    if (error instanceof NotFoundError) return missing;
    throw error;
  });
}
