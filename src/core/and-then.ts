/**
 * Goes on with a value that may be at hand or under way: at once in the first case, so that what is
 * at hand costs no promise. An `async` function would wait for either.
 *
 * @example andThen(2, (number) => number + 1) // 3
 */
export function andThen<T, U>(
  value: T | Promise<T>,
  use: (value: T) => U | Promise<U>,
): U | Promise<U> {
  return value instanceof Promise ? value.then(use) : use(value);
}
