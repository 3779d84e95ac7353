import { ServiceError } from '../../lib/http-service.ts';
import { InvalidRunError } from '../engine/parameters/invalid-run-error.ts';
import { PoolError } from './pool/sim-pool.ts';

/** Returns the error message for the client of a failed run. */
export function getPublicErrorMessage(error: unknown): string {
  if (error instanceof InvalidRunError || error instanceof PoolError) return error.message;
  return 'simulation failed';
}

/**
 * Returns the response to a failed run: 400 or 404 for an invalid request, 503 for a full pool,
 * otherwise 500.
 */
export function toErrorResponse(error: unknown): unknown {
  if (error instanceof InvalidRunError) return new ServiceError(error.status, error.message);
  if (!(error instanceof PoolError)) return error;
  return error.reason === 'failed'
    ? new ServiceError(500, error.message)
    : new ServiceError(503, error.message, { 'retry-after': '1' });
}

/** Runs a handler and converts its errors to responses. */
export async function withErrorResponse<T>(handle: () => T | Promise<T>): Promise<T> {
  try {
    return await handle();
  } catch (error) {
    throw toErrorResponse(error);
  }
}
