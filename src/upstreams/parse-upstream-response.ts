import { z } from 'zod';
import {
  createUpstreamUnavailableError,
  ForbiddenError,
  type GatewayError,
  InvalidInputError,
  NotFoundError,
  RateLimitedError,
  UpstreamRejectedError,
  UpstreamUnavailableError,
} from '../lib/errors.ts';
import { runYielding } from '../lib/event-loop-turns.ts';
import { lazy } from '../lib/lazy-properties.ts';
import { isRecord } from '../lib/parse.ts';
import { collectDroppedRows } from '../lib/parse-rows.ts';
import type { Millis } from '../lib/units.ts';
import { replacementMessage } from './checks/public-messages.ts';
import type { UpstreamJsonResponse } from './json-request.ts';

const errorBody = z.object({ error: z.string().min(1) });
const messageBody = z.object({ message: z.string().min(1) });
/** Returns an upstream's error message (`{error}`) if clients may see it, else null. */
export function publicUpstreamMessage(response: UpstreamJsonResponse): string | null {
  const words = rawUpstreamMessage(response);
  return words !== null && response.isPublicMessage?.(words) ? words : null;
}

/** Returns an upstream's error message (`{error}`), which clients must not see, else null. */
export function rawUpstreamMessage(response: UpstreamJsonResponse): string | null {
  const body = errorBody.safeParse(response.value);
  return body.success ? body.data.error : null;
}

/**
 * Translates an upstream's error response to the client's error; null for a success. A 404 becomes
 * a `NotFoundError`; another 4xx except 401 keeps its status if its body has `{error}`; everything
 * else becomes an `UpstreamUnavailableError`.
 *
 * @param stated - Fallback message for a status that the route documents; such a 4xx keeps its
 * status without `{error}` too.
 */
export function toUpstreamError(
  response: UpstreamJsonResponse,
  upstream: string,
  stated?: string,
): GatewayError | null {
  const { status, retryAfter } = response;
  if (status < 300) return null;
  const message =
    publicUpstreamMessage(response) ?? (stated ? (otherWords(response) ?? stated) : null);
  if (status === 404) return new NotFoundError(message ?? 'not found');
  const words = message ?? replacementMessage(status, upstream);
  const isTold = message !== null || errorBody.safeParse(response.value).success;
  if (!isTold || status < 400 || status === 401) {
    return new UpstreamUnavailableError(`the ${upstream} refused the request`);
  }
  if (status === 400) return new InvalidInputError(words);
  if (status === 403) return new ForbiddenError(words);
  if (status === 429 && retryAfter) return new RateLimitedError(words, retryAfter);
  return new UpstreamRejectedError(status, words);
}

function otherWords(response: UpstreamJsonResponse): string | null {
  const body = messageBody.safeParse(response.value);
  return body.success && response.isPublicMessage?.(body.data.message) ? body.data.message : null;
}

/** Like `parseResponse`, for requests that name no resource: a 404 is a failure of the upstream. */
export function parseRequiredResponse<T>(
  response: UpstreamJsonResponse,
  shape: z.ZodType<T>,
  upstream: string,
): T {
  if (response.status !== 404) return parseResponse(response, shape, upstream);
  throw createUpstreamUnavailableError(upstream);
}

const shortBytes = 256 * 1024;
/** Target duration of parsing one chunk of rows. */
const sliceAim: Millis = 4;
/** Maximum rows of a chunk. It limits how long a chunk takes if V8 deoptimizes the parser. */
const chunkRows = 64;

/** Property names to search for the list of rows, unless the body itself is the list. */
type RowNames = readonly string[];

/**
 * Like `parseResponse`, but validates large bodies in chunks of rows and yields between them. The
 * schema must treat rows independently, and return the list of rows or an object with lists of
 * rows.
 *
 * @throws {GatewayError} as `parseResponse`.
 */
export async function parseLargeResponse<T>(
  response: UpstreamJsonResponse,
  options: {
    readonly shape: z.ZodType<T>;
    readonly upstream: string;
    readonly rows: RowNames;
    /** Name of the list in the metric of dropped rows, if `shape` drops invalid rows. */
    readonly resource?: string;
    readonly signal?: AbortSignal;
  },
): Promise<T> {
  const { shape, upstream, rows, resource, signal } = options;
  const whole = response.bytes <= shortBytes ? null : rowsOf(response.value, rows);
  if (whole === null || whole.list.length === 0) return parseResponse(response, shape, upstream);
  const { list, withRows } = whole;
  const exact = lazy(() => rowsOf(parseWithExactNumbers(response.text), rows)?.list);
  function* parseAll(): Generator<undefined, T> {
    const parts: T[] = [];
    let failure: unknown;
    let count = 1;
    for (let at = 0; at < list.length; ) {
      const began = performance.now();
      const end = at + count;
      const chunk = { ...response, value: withRows(list.slice(at, end)) };
      try {
        parts.push(
          parseWithRetry(chunk, { shape, upstream }, () => {
            const found = exact();
            return found ? withRows(found.slice(at, end)) : null;
          }),
        );
      } catch (error) {
        if (resource === undefined || response.status >= 300) throw error;
        failure ??= error;
        const dropped = Math.min(count, list.length - at);
        for (let row = 0; row < dropped; row += 1) {
          response.onDroppedRow?.({ resource, reason: 'shape' });
        }
      }
      at = end;
      const took = performance.now() - began;
      count = took > sliceAim ? Math.max(1, Math.floor(count / 2)) : Math.min(chunkRows, count * 2);
      yield;
    }
    if (parts.length === 0) throw failure;
    return joined(parts);
  }
  return runYielding(parseAll(), signal);
}

/** Returns the rows and a function that rebuilds the body with some of them, or null. */
function rowsOf(value: unknown, names: RowNames) {
  if (Array.isArray(value)) {
    return { list: value as readonly unknown[], withRows: (part: readonly unknown[]) => part };
  }
  if (!isRecord(value)) return null;
  const name = names.find((one) => Object.hasOwn(value, one) && Array.isArray(value[one]));
  if (name === undefined) return null;
  const withRows = (part: readonly unknown[]): unknown => ({ ...value, [name]: part });
  return { list: value[name] as readonly unknown[], withRows };
}

function joined<T>(parts: readonly T[]): T {
  const [first] = parts as [T];
  if (Array.isArray(first)) return (parts as readonly (T & unknown[])[]).flat() as T;
  const whole: Record<string, unknown> = { ...(first as object) };
  for (const [key, value] of Object.entries(whole)) {
    if (!Array.isArray(value)) continue;
    whole[key] = parts.flatMap((part) => (part as Record<string, unknown[]>)[key] ?? []);
  }
  return whole as T;
}

/** Like `parseLargeResponse`, for requests that name no resource, as `parseRequiredResponse`. */
export function parseLargeRequiredResponse<T>(
  response: UpstreamJsonResponse,
  options: Parameters<typeof parseLargeResponse<T>>[1],
): Promise<T> {
  if (response.status !== 404) return parseLargeResponse(response, options);
  throw createUpstreamUnavailableError(options.upstream);
}

/**
 * Returns the body of a successful response as the schema outputs it.
 *
 * @throws {GatewayError} the upstream sent an error, or its body does not match the schema.
 */
export function parseResponse<T>(
  response: UpstreamJsonResponse,
  shape: z.ZodType<T>,
  upstream: string,
): T {
  return parseWithRetry(response, { shape, upstream }, () => parseWithExactNumbers(response.text));
}

/** Like `parseResponse`; what the schema rejects is parsed once more with exact numbers, if any. */
function parseWithRetry<T>(
  response: UpstreamJsonResponse,
  { shape, upstream }: { readonly shape: z.ZodType<T>; readonly upstream: string },
  exactValue: () => unknown,
): T {
  const upstreamError = toUpstreamError(response, upstream);
  if (upstreamError) throw upstreamError;
  let parsed = collectDroppedRows(() => shape.safeParse(response.value));
  if (!parsed.result.success || parsed.dropped.length > 0) {
    const exact = exactValue();
    if (exact !== null) parsed = collectDroppedRows(() => shape.safeParse(exact));
  }
  const { result, dropped } = parsed;
  if (!result.success) {
    throw new UpstreamUnavailableError(`the ${upstream} answered in an unknown shape`, {
      cause: result.error,
    });
  }
  for (const row of dropped) response.onDroppedRow?.(row);
  return result.data;
}

/** A number that may be whole and too large for a double: 16 digits, or an exponent above 9. */
const longNumber = /[[:,\s]-?(?:\d{16}|\d[\d.]*[eE]\+?\d{2})/;

/**
 * Parses JSON with whole numbers that a double cannot hold as the texts that they are; null if there
 * are none. Several times slower than `JSON.parse`.
 */
function parseWithExactNumbers(text: string | undefined): unknown {
  if (text === undefined || !longNumber.test(text)) return null;
  return JSON.parse(text, (_key, value: unknown, context?: { readonly source?: string }) =>
    typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)
      ? context?.source
      : value,
  );
}
