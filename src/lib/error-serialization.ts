import { z } from 'zod';
import {
  ForbiddenError,
  GatewayError,
  InternalError,
  InvalidInputError,
  NotConfiguredError,
  NotFoundError,
  OverloadedError,
  RateLimitedError,
  UpstreamRejectedError,
  UpstreamServerError,
  UpstreamTimeoutError,
  UpstreamUnavailableError,
} from './errors.ts';

const serializedErrorSchema = z.object({
  name: z.string(),
  message: z.string(),
  status: z.number(),
  retryAfter: z.number(),
});

/**
 * Converts an error to plain data for `deserializePublicError` in another replica. It contains only
 * what clients may see; other errors become an `InternalError`.
 */
export function serializePublicError(thrown: unknown): z.output<typeof serializedErrorSchema> {
  const error =
    thrown instanceof GatewayError ? thrown : new InternalError('Internal server error');
  const status = error instanceof UpstreamServerError ? error.upstreamStatus : error.status;
  const retryAfter = error instanceof RateLimitedError ? error.retryAfter : 1;
  return { name: error.name, message: error.message, status, retryAfter };
}

/** Classes whose instances are made of a message alone. */
const withMessageOnly: Readonly<Record<string, new (message: string) => GatewayError>> = {
  InvalidInputError,
  ForbiddenError,
  NotFoundError,
  NotConfiguredError,
  UpstreamTimeoutError,
  UpstreamUnavailableError,
};

/** Converts the result of `serializePublicError` back to an error; null for other data. */
export function deserializePublicError(data: unknown): GatewayError | null {
  const parsed = serializedErrorSchema.safeParse(data);
  if (!parsed.success) return null;
  const { name, message, status, retryAfter } = parsed.data;
  const WithMessage = Object.hasOwn(withMessageOnly, name) ? withMessageOnly[name] : undefined;
  if (WithMessage !== undefined) return new WithMessage(message);
  switch (name) {
    case 'UpstreamRejectedError':
      return new UpstreamRejectedError(status, message);
    case 'RateLimitedError':
      return new RateLimitedError(message, retryAfter);
    case 'OverloadedError':
      return new OverloadedError(message, retryAfter);
    case 'UpstreamServerError':
      return new UpstreamServerError(message, status);
    default:
      return new InternalError('Internal server error');
  }
}
