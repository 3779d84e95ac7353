import { z } from 'zod';

/** A finite number, sent as a number or as a decimal string (wire-facts 1.7: upstream decimals are strings). */
export const looseNumber = z
  .union([z.number(), z.string().regex(/^-?\d+(\.\d+)?([eE][+-]?\d{1,3})?$/)])
  .transform(Number)
  .refine(Number.isFinite, 'not a finite number');

/** Whole wei, as a decimal string or a number that is exact. */
export const looseWei = z.union([
  z.string().regex(/^\d{1,78}$/),
  z.int().nonnegative().transform(String),
]);

/** Unix seconds, sent as such or as an ISO 8601 string; a time without an offset is UTC. */
export const looseSeconds = z.union([z.number(), z.string()]).transform((value, issues) => {
  const seconds = typeof value === 'number' ? Math.floor(value) : parseIsoSeconds(value);
  if (Number.isFinite(seconds)) return seconds;
  issues.addIssue('not a time');
  return z.NEVER;
});

/**
 * Unix seconds of an ISO 8601 time; a missing offset is read as UTC (wire-facts 1.16). NaN when it is none.
 *
 * @example parseIsoSeconds('2026-01-01T00:00:00') // 1767225600
 */
export function parseIsoSeconds(text: string): number {
  if (!/^\d{4}-\d{2}-\d{2}/.test(text)) return Number.NaN;
  const hasTime = /[T ]\d{2}:\d{2}/.test(text);
  const hasOffset = /(Z|[+-]\d{2}:?\d{2})$/.test(text);
  const iso = hasTime && !hasOffset ? `${text.replace(' ', 'T')}Z` : text;
  return Math.floor(Date.parse(iso) / 1000);
}

/** ISO 8601 in UTC without fractions: what upstreams take as a time. */
export function isoSeconds(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
}
