import type { z } from 'zod';

/** What reads an upstream's answer: a schema, or one with a short cut. */
export type SafeParser<T> = Pick<z.ZodType<T>, 'safeParse'>;

/**
 * A schema that is only asked about answers out of the ordinary: `read` takes what looks exactly as
 * documented, in one pass by hand, and gives null for everything else. What it takes must come out as
 * the schema would have it; tests hold the two against each other.
 *
 * The schemas of upstream answers understand several dialects and spellings of each number, which
 * takes a union, a transformation and a check a field. The 43 answers of a nested query take 1.3 ms
 * of CPU by schema and 0.1 ms by short cut (fastest of 25 loops on a busy machine), their
 * `JSON.parse` 0.4 ms.
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
