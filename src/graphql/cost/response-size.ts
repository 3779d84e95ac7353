import { type ExecutionResult, GraphQLError } from 'graphql';
import { jsonSize } from '../../lib/encoding/json-size.ts';

/** What an operation leads to: a result, or one in parts. */
export type Bounded = ExecutionResult | AsyncIterable<ExecutionResult>;

/** The parts of a result that come later. */
type Later = { readonly incremental?: readonly ExecutionResult[] };

/** `{"data":,"errors":}`, and what says that a part is one. */
const envelope = 100;

/** Whether a result takes at most so many bytes as JSON; nothing is encoded to find it. */
export const isResultWithin = (result: ExecutionResult, maxBytes: number): boolean =>
  resultSize(result, maxBytes) <= maxBytes;

/** Bytes of a result at most; more than the limit where it is larger. */
function resultSize(result: ExecutionResult, limit: number): number {
  const { data, errors } = result;
  if (!errors && !('incremental' in result)) return envelope + jsonSize(data, limit - envelope);
  const { incremental = [] } = result as Later;
  const later = incremental.map((part) => ({ ...part, errors: plainErrors(part.errors) }));
  return envelope + jsonSize({ data, errors: plainErrors(errors), later }, limit - envelope);
}

/** Errors as they are encoded. */
const plainErrors = (errors: ExecutionResult['errors']) =>
  errors?.map((error) => ({ ...error.toJSON() }));

/** The error of a response that is too large. */
export const responseTooLarge = (maxBytes: number): GraphQLError =>
  new GraphQLError(
    `the response would have more than ${maxBytes.toLocaleString('en')} bytes: ask for fewer objects or fields`,
    { extensions: { code: 'RESPONSE_TOO_LARGE', http: { status: 413 } } },
  );

/** The result, or an error in its place where it is too large; what comes in parts counts together. */
export function boundedResult(result: Bounded, maxBytes: number): Bounded {
  return Symbol.asyncIterator in result
    ? boundedParts(result, maxBytes)
    : boundedWhole(result, maxBytes);
}

/** A whole result, or an event of a subscription. */
export const boundedWhole = (result: ExecutionResult, maxBytes: number): ExecutionResult =>
  isResultWithin(result, maxBytes) ? result : { errors: [responseTooLarge(maxBytes)] };

/** Ends with an error where the parts together are too large. */
function boundedParts(
  parts: AsyncIterable<ExecutionResult>,
  maxBytes: number,
): AsyncIterableIterator<ExecutionResult, undefined> {
  const source = parts[Symbol.asyncIterator]();
  let left = maxBytes;
  const leave = async () => {
    left = -1;
    await source.return?.();
    return { value: undefined, done: true } as const;
  };
  return {
    next: async () => {
      if (left < 0) return { value: undefined, done: true };
      const { value, done } = await source.next();
      if (done) return { value: undefined, done: true };
      left -= resultSize(value, left);
      if (left >= 0) return { value, done: false };
      await leave();
      const last = { errors: [responseTooLarge(maxBytes)], hasNext: false };
      return { value: last, done: false };
    },
    return: leave,
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
