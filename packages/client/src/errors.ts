import { DtfGraphError, type ErrorDetails, NetworkError, TimeoutError } from './dtf-graph-error.ts';
import { errorClasses } from './generated/errors.ts';

/** A GraphQL response: `data`, and `errors` if a part or the request failed. */
export type GraphqlResult = {
  readonly data?: unknown;
  readonly errors?: readonly {
    readonly message: string;
    readonly path?: readonly (string | number)[];
    readonly extensions?: { readonly code?: unknown };
  }[];
  /** Status of the HTTP response, if there was one. */
  readonly status?: number | undefined;
};

/** Returns the error of a code, as an object of its class. */
export function createError(message: string, code: string, details: ErrorDetails): DtfGraphError {
  if (code === 'NETWORK') return new NetworkError(message, details);
  const ErrorClass = errorClasses[code] ?? DtfGraphError;
  return new ErrorClass(message, code, details);
}

/**
 * Returns the data of a result.
 *
 * @throws {DtfGraphError} the result has errors; the first one is thrown, with the data.
 */
export function getData(result: GraphqlResult, details: ErrorDetails = {}): unknown {
  const error = findError(result, details);
  if (error !== undefined) throw error;
  return result.data;
}

/** Returns the first error of a result, with the data; undefined if it has none. */
export function findError(
  { data, errors: [error] = [] }: GraphqlResult,
  details: ErrorDetails = {},
): DtfGraphError | undefined {
  if (error === undefined) return undefined;
  const { message, path, extensions } = error;
  const code = typeof extensions?.code === 'string' ? extensions.code : 'INTERNAL';
  return createError(message, code, { ...details, path, data });
}

const temporaryCode = /^(NETWORK|TIMEOUT|BUSY|RATE_LIMITED|CHAIN_BEHIND|UPSTREAM_.+)$/;

/** Returns whether the same request may succeed later. */
export const isTemporary = (
  error: Pick<DtfGraphError, 'code'> & Partial<Pick<DtfGraphError, 'status'>>,
): boolean => temporaryCode.test(error.code) || error.status === 429 || (error.status ?? 0) >= 500;

/** Reads the error of an HTTP response that has no GraphQL result, or one with errors. */
export async function readErrorResponse(response: Response): Promise<DtfGraphError> {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  const details = {
    status: response.status,
    retryAfter: Number.isFinite(seconds) ? seconds : undefined,
  };
  const body: unknown = await response.json().catch(() => null);
  try {
    getData((body ?? {}) as GraphqlResult, details);
  } catch (error) {
    if (error instanceof DtfGraphError) return error;
  }
  const code = response.status === 429 ? 'RATE_LIMITED' : 'UPSTREAM_UNAVAILABLE';
  return createError(`the service responded with status ${response.status}`, code, details);
}

/** Returns the error for a failed `fetch`. An abort by the caller's own signal is thrown as it is. */
export function explainFetchError(error: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) return signal.reason;
  if (error instanceof DtfGraphError) return error;
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return new TimeoutError('the service did not respond in time', { cause: error });
  }
  return new NetworkError('the service cannot be reached', { cause: error });
}
