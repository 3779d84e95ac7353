import { type ExecutionResult, GraphQLError } from 'graphql';
import { jsonSize } from '../../lib/encoding/json-size.ts';
import { createAsyncIterator, iterationEnd } from '../../streaming/async-iterator.ts';

/** The outcome of an operation: one result, or a sequence of incremental results (`@defer`). */
export type SingleOrIncremental = ExecutionResult | AsyncIterable<ExecutionResult>;

/** The incremental parts of a result. */
type Later = { readonly incremental?: readonly ExecutionResult[] };

/** Bytes of `{"data":,"errors":}` and of the members of an incremental part. */
const envelope = 100;

/** Whether a result takes at most `maxBytes` as JSON. The size is computed without encoding. */
export const isResultWithin = (result: ExecutionResult, maxBytes: number): boolean =>
  resultSize(result, maxBytes) <= maxBytes;

/** Upper bound of a result's bytes; any number above `limit` when it is larger. */
function resultSize(result: ExecutionResult, limit: number): number {
  const { data, errors } = result;
  if (!errors && !('incremental' in result)) return envelope + jsonSize(data, limit - envelope);
  const { incremental = [] } = result as Later;
  const later = incremental.map((part) => ({ ...part, errors: plainErrors(part.errors) }));
  return envelope + jsonSize({ data, errors: plainErrors(errors), later }, limit - envelope);
}

/** Errors in their JSON form. */
const plainErrors = (errors: ExecutionResult['errors']) =>
  errors?.map((error) => ({ ...error.toJSON() }));

/** Creates the GraphQL error of a response above the limit; status 413. */
export const responseTooLarge = (maxBytes: number): GraphQLError =>
  new GraphQLError(
    `the response would have more than ${maxBytes.toLocaleString('en')} bytes: ask for fewer objects or fields`,
    { extensions: { code: 'RESPONSE_TOO_LARGE', http: { status: 413 } } },
  );

/**
 * Replaces a result above the limit by an error. The parts of an incremental response count
 * together; the error ends their sequence.
 */
export function limitResponseSize(
  result: SingleOrIncremental,
  maxBytes: number,
): SingleOrIncremental {
  return Symbol.asyncIterator in result
    ? limitIncrementalSize(result, maxBytes)
    : limitResultSize(result, maxBytes);
}

/**
 * Returns a single result or subscription event, or an error in its place if it is above the limit.
 */
export const limitResultSize = (result: ExecutionResult, maxBytes: number): ExecutionResult =>
  isResultWithin(result, maxBytes) ? result : { errors: [responseTooLarge(maxBytes)] };

/** Ends the sequence with an error when its parts together exceed the limit. */
function limitIncrementalSize(
  parts: AsyncIterable<ExecutionResult>,
  maxBytes: number,
): AsyncIterableIterator<ExecutionResult, undefined> {
  const source = parts[Symbol.asyncIterator]();
  let left = maxBytes;
  const leave = () => {
    left = -1;
    return source.return?.();
  };
  return createAsyncIterator<ExecutionResult>(async () => {
    if (left < 0) return iterationEnd;
    const { value, done } = await source.next();
    if (done) return iterationEnd;
    left -= resultSize(value, left);
    if (left >= 0) return { value, done: false };
    await leave();
    const last = { errors: [responseTooLarge(maxBytes)], hasNext: false };
    return { value: last, done: false };
  }, leave);
}
