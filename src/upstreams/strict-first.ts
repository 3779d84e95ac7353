import type { z } from 'zod';

/** Parses an upstream response: a zod schema, or one with a fast path (`strictFirst`). */
export type SafeParser<T> = Pick<z.ZodType<T>, 'safeParse'>;

/**
 * Returns a parser that tries `read` first and the schema only if `read` returns null. `read` is a
 * handwritten parser for bodies that match the upstream's documentation exactly. It must return
 * what the schema would; tests compare the two.
 *
 * The schemas accept legacy variants and several encodings of numbers, which takes a union, a
 * transformation and a check for each field. `read` needs much less CPU.
 */
export function strictFirst<T>(
  schema: z.ZodType<T>,
  read: (value: unknown) => T | null,
): SafeParser<T> {
  return {
    safeParse: (value, options) => {
      const data = read(value);
      return data === null ? schema.safeParse(value, options) : { success: true, data };
    },
  };
}
