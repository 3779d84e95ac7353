import { z } from 'zod';
import {
  ForbiddenError,
  type GatewayError,
  InvalidInputError,
  NotFoundError,
  RateLimitedError,
  RefusedError,
  UpstreamUnavailableError,
} from '../core/errors.ts';
import type { UpstreamAnswer } from './answer.ts';
import type { Shape } from './short-cut.ts';

const errorBody = z.object({ error: z.string().min(1) });
const messageBody = z.object({ message: z.string().min(1) });
/** Longer words are a page or a dump. */
const maxWords = 500;

/**
 * What addresses, paths, stack traces and secrets look like in a message. Times of day and dates,
 * which follow `at` and hold colons as well, are none of them.
 */
const revealing: readonly RegExp[] = [
  /:\/\/|\blocalhost\b|\b\d{1,3}(?:\.\d{1,3}){3}\b/i,
  // IPv6, and the paths of modules in some languages.
  /::/,
  // A host with its port.
  /\b[a-z][\w.-]*:\d{4,5}(?![\w-]|:\d)/i,
  /\/(?:home|usr|var|root|tmp|srv|opt|app|etc|mnt|proc|Users)\/|\b[a-z]:\\/i,
  // A line of a file: `ledger.ts:42`, `File "ledger.py", line 42`.
  /\.[a-z]\w{0,5}:\d|\bFile ".{1,200}", line \d/i,
  // A line of a stack: `at main:12`, `at Ledger.read (native:42:7)`.
  /\bat (?!\W*\d)\S*:\d{1,5}(?![\w-])/,
  /\bat .{1,200}\((?!\W*\d)[^()]*:\d{1,5}(?![\w-])/,
  /\bbearer \S|\beyJ[\w-]{10}|(?:api[-_]?key|secret|passw(?:or)?d|private[-_]?key|[-_]token)["']?\s*[:=]/i,
];

/** The words an upstream gave for its refusal; null when it gave none or they show its insides. */
export function refusalMessage(answer: UpstreamAnswer): string | null {
  const body = errorBody.safeParse(answer.value);
  return body.success ? usableWords(body.data.error) : null;
}

function usableWords(words: string): string | null {
  return words.length > maxWords || revealing.some((one) => one.test(words)) ? null : words;
}

/**
 * The error that an upstream's refusal stands for: the same 4xx when it said why in `{error}`
 * (decisions.md 2), in general words where its own cannot be shown; NotFound for a bare 404, else
 * unavailable. Null for an answer that is none.
 *
 * @param stated - What is told of a status that the specification states for the route, and so
 *   stands without `{error}` as well, when there are no words to be shown.
 */
export function refusalOf(
  answer: UpstreamAnswer,
  upstream: string,
  stated?: string,
): GatewayError | null {
  const { status, retryAfter } = answer;
  if (status < 300) return null;
  const message = refusalMessage(answer) ?? (stated ? (otherWords(answer) ?? stated) : null);
  if (status === 404) return new NotFoundError(message ?? 'not found');
  const words = message ?? `the ${upstream} refused the request`;
  const isTold = message !== null || errorBody.safeParse(answer.value).success;
  if (!isTold || status < 400 || status === 401) {
    return new UpstreamUnavailableError(`the ${upstream} refused the request`);
  }
  if (status === 400) return new InvalidInputError(words);
  if (status === 403) return new ForbiddenError(words);
  if (status === 429 && retryAfter) return new RateLimitedError(words, retryAfter);
  return new RefusedError(status, words);
}

/** The words of a refusal in `{message}`. */
function otherWords(answer: UpstreamAnswer): string | null {
  const body = messageBody.safeParse(answer.value);
  return body.success ? usableWords(body.data.message) : null;
}

/**
 * Like `parseAnswer`, for what nobody asked for by name and so cannot be missing: a 404 is the
 * upstream's failure.
 */
export function parseListing<T>(answer: UpstreamAnswer, shape: Shape<T>, upstream: string): T {
  if (answer.status !== 404) return parseAnswer(answer, shape, upstream);
  throw new UpstreamUnavailableError(`the ${upstream} is unavailable`);
}

/**
 * The parsed body of a successful answer.
 *
 * @throws {GatewayError} the upstream refused, or its body does not have the shape.
 */
export function parseAnswer<T>(answer: UpstreamAnswer, shape: Shape<T>, upstream: string): T {
  const refusal = refusalOf(answer, upstream);
  if (refusal) throw refusal;
  const parsed = shape.safeParse(answer.value);
  if (parsed.success) return parsed.data;
  throw new UpstreamUnavailableError(`the ${upstream} answered in an unknown shape`, {
    cause: parsed.error,
  });
}
