import { z } from 'zod';
import {
  ForbiddenError,
  type GatewayError,
  InvalidInputError,
  NotFoundError,
  RefusedError,
  UpstreamUnavailableError,
} from '../core/errors.ts';
import type { UpstreamAnswer } from './http-client.ts';
import type { Shape } from './short-cut.ts';

const errorBody = z.object({ error: z.string().min(1).max(500) });
/** What an address, a path or a stack trace would look like in a message. */
const revealing =
  /:\/\/|\blocalhost\b|\b\d{1,3}(?:\.\d{1,3}){3}\b|\/(?:home|usr|var|root|tmp)\/|\bat .+:\d+/;

/** The words an upstream gave for its refusal; null when it gave none or they show its insides. */
export function refusalMessage(answer: UpstreamAnswer): string | null {
  const body = errorBody.safeParse(answer.value);
  return body.success && !revealing.test(body.data.error) ? body.data.error : null;
}

/**
 * The error that an upstream's 4xx stands for: the same status with its message when it gave one
 * (decisions.md 2), NotFound for a bare 404, else unavailable. Null for an answer below 400.
 */
export function refusalOf(answer: UpstreamAnswer, upstream: string): GatewayError | null {
  if (answer.status < 300) return null;
  const message = refusalMessage(answer);
  if (answer.status === 404) return new NotFoundError(message ?? 'not found');
  if (message === null || answer.status < 400 || answer.status === 401) {
    return new UpstreamUnavailableError(`the ${upstream} refused the request`);
  }
  if (answer.status === 400) return new InvalidInputError(message);
  if (answer.status === 403) return new ForbiddenError(message);
  return new RefusedError(answer.status, message);
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
