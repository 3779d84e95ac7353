import { z } from 'zod';
import {
  BusyError,
  ForbiddenError,
  GatewayError,
  InternalError,
  InvalidInputError,
  NotConfiguredError,
  NotFoundError,
  RateLimitedError,
  RefusedError,
  UpstreamFailedError,
  UpstreamTimeoutError,
  UpstreamUnavailableError,
} from '../errors.ts';

const portable = z.object({
  name: z.string(),
  message: z.string(),
  status: z.number(),
  retryAfter: z.number(),
});

/** What may be told of a thrown value, as plain data: another replica shows it as this one would. */
export function packError(thrown: unknown): z.output<typeof portable> {
  const error =
    thrown instanceof GatewayError ? thrown : new InternalError('Internal server error');
  const status = error instanceof UpstreamFailedError ? error.upstreamStatus : error.status;
  const retryAfter = error instanceof RateLimitedError ? error.retryAfter : 1;
  return { name: error.name, message: error.message, status, retryAfter };
}

/** The error again; null for data that is none. */
export function unpackError(data: unknown): GatewayError | null {
  const parsed = portable.safeParse(data);
  if (!parsed.success) return null;
  const { name, message, status, retryAfter } = parsed.data;
  switch (name) {
    case 'InvalidInputError':
      return new InvalidInputError(message);
    case 'ForbiddenError':
      return new ForbiddenError(message);
    case 'NotFoundError':
      return new NotFoundError(message);
    case 'RefusedError':
      return new RefusedError(status, message);
    case 'RateLimitedError':
      return new RateLimitedError(message, retryAfter);
    case 'BusyError':
      return new BusyError(message, retryAfter);
    case 'NotConfiguredError':
      return new NotConfiguredError(message);
    case 'UpstreamTimeoutError':
      return new UpstreamTimeoutError(message);
    case 'UpstreamFailedError':
      return new UpstreamFailedError(message, status);
    case 'UpstreamUnavailableError':
      return new UpstreamUnavailableError(message);
    default:
      return new InternalError('Internal server error');
  }
}
