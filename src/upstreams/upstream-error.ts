import { z } from 'zod';
import {
  ForbiddenError,
  type GatewayError,
  InvalidInputError,
  NotFoundError,
  RateLimitedError,
  UpstreamRejectedError,
  UpstreamUnavailableError,
  unavailableUpstream,
} from '../lib/errors.ts';
import { isRecord } from '../lib/parse.ts';
import { runInTurns } from '../lib/run-in-turns.ts';
import type { Millis } from '../lib/units.ts';
import { fixedText, isKnownMessage } from './checks/known-messages.ts';
import type { UpstreamResponse } from './response.ts';
import type { SafeParser } from './strict-first.ts';

const errorBody = z.object({ error: z.string().min(1) });
const messageBody = z.object({ message: z.string().min(1) });
/**
 * The words an upstream gave for its refusal, where clients may read them: those on the list of
 * `known-messages.ts`. Null when it gave none or others.
 */
export function publicUpstreamMessage(response: UpstreamResponse): string | null {
  const words = rawErrorMessage(response);
  return words !== null && isKnownMessage(words) ? words : null;
}

/** The words as they came, to tell refusals apart by them. They are never shown. */
export function rawErrorMessage(response: UpstreamResponse): string | null {
  const body = errorBody.safeParse(response.value);
  return body.success ? body.data.error : null;
}

/**
 * The error that an upstream's refusal stands for: the same 4xx when it said why in `{error}`
 * (decisions.md 2), in a fixed text for the status where its own is not on the list; NotFound for a bare 404, else
 * unavailable. Null for an answer that is none.
 *
 * @param stated - What is told of a status that the specification states for the route, and so
 *   stands without `{error}` as well, when there are no words to be shown.
 */
export function toUpstreamError(
  response: UpstreamResponse,
  upstream: string,
  stated?: string,
): GatewayError | null {
  const { status, retryAfter } = response;
  if (status < 300) return null;
  const message =
    publicUpstreamMessage(response) ?? (stated ? (otherWords(response) ?? stated) : null);
  if (status === 404) return new NotFoundError(message ?? 'not found');
  const words = message ?? fixedText(status, upstream);
  const isTold = message !== null || errorBody.safeParse(response.value).success;
  if (!isTold || status < 400 || status === 401) {
    return new UpstreamUnavailableError(`the ${upstream} refused the request`);
  }
  if (status === 400) return new InvalidInputError(words);
  if (status === 403) return new ForbiddenError(words);
  if (status === 429 && retryAfter) return new RateLimitedError(words, retryAfter);
  return new UpstreamRejectedError(status, words);
}

/** The words of a refusal in `{message}`. */
function otherWords(response: UpstreamResponse): string | null {
  const body = messageBody.safeParse(response.value);
  return body.success && isKnownMessage(body.data.message) ? body.data.message : null;
}

/**
 * Like `parseResponse`, for what nobody asked for by name and so cannot be missing: a 404 is the
 * upstream's failure.
 */
export function parseListResponse<T>(
  response: UpstreamResponse,
  shape: SafeParser<T>,
  upstream: string,
): T {
  if (response.status !== 404) return parseResponse(response, shape, upstream);
  throw unavailableUpstream(upstream);
}

/** Answers of so many bytes are read at once: in 256 kB there are no more than some 10,000 rows. */
const shortBytes = 256 * 1024;
/** A slice of rows is to take about so long. */
const sliceAim: Millis = 4;

/** Where the rows of an answer are: under the first of the names that has a list, unless they are the value itself. */
type RowNames = readonly string[];

/**
 * The same as `parseResponse`, a slice of the rows in each turn of the event loop where there are many. The
 * shape reads every row on its own, and gives the rows as a list, or as lists of an object.
 *
 * @throws {GatewayError} as `parseResponse`.
 */
export async function parseLongResponse<T>(
  response: UpstreamResponse,
  asked: {
    readonly shape: SafeParser<T>;
    readonly upstream: string;
    readonly rows: RowNames;
    readonly signal?: AbortSignal;
  },
): Promise<T> {
  const { shape, upstream, rows, signal } = asked;
  const whole = response.bytes <= shortBytes ? null : rowsOf(response.value, rows);
  if (whole === null || whole.list.length === 0) return parseResponse(response, shape, upstream);
  const { list, withRows } = whole;
  function* parseAll(): Generator<undefined, T> {
    const parts: T[] = [];
    let count = 1;
    for (let at = 0; at < list.length; ) {
      const began = performance.now();
      const value = withRows(list.slice(at, at + count));
      parts.push(parseResponse({ ...response, value }, shape, upstream));
      at += count;
      const took = performance.now() - began;
      count = took > sliceAim ? Math.max(1, Math.floor(count / 2)) : count * 2;
      yield;
    }
    return joined(parts);
  }
  return runInTurns(parseAll(), signal);
}

/** The list of an answer's rows, and what makes an answer of some of them; null without a list. */
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

/** What the parts are together: the lists one after the other, the rest as the first part has it. */
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

/** `parseLongResponse` for what nobody asked for by name, like `parseListResponse`. */
export function parseLongListResponse<T>(
  response: UpstreamResponse,
  asked: Parameters<typeof parseLongResponse<T>>[1],
): Promise<T> {
  if (response.status !== 404) return parseLongResponse(response, asked);
  throw new UpstreamUnavailableError(`the ${asked.upstream} is unavailable`);
}

/**
 * The parsed body of a successful answer.
 *
 * @throws {GatewayError} the upstream refused, or its body does not have the shape.
 */
export function parseResponse<T>(
  response: UpstreamResponse,
  shape: SafeParser<T>,
  upstream: string,
): T {
  const upstreamError = toUpstreamError(response, upstream);
  if (upstreamError) throw upstreamError;
  const parsed = shape.safeParse(response.value);
  if (parsed.success) return parsed.data;
  throw new UpstreamUnavailableError(`the ${upstream} answered in an unknown shape`, {
    cause: parsed.error,
  });
}
