import { setImmediate as nextTurn } from 'node:timers/promises';
import { type ExecutionResult, GraphQLError } from 'graphql';
import { jsonSize, jsonSizeUpperBound } from '../lib/encoding/json-size.ts';
import { createAsyncIterator, iterationEnd } from '../streaming/create-async-iterator.ts';
import { spliceTexts } from './compiled-executor/fragment-cache/splice-json.ts';
import { formatWithoutHttpExtension } from './graphql-errors.ts';

/** The only result of an operation, encoded. */
export type EncodedResult = {
  readonly json: string | readonly Buffer[];
  readonly errors: readonly GraphQLError[];
  /** False for an operation that was refused before it was executed. */
  readonly hasData: boolean;
};

/** Maximum bytes of `{"data":,"errors":}` and of the members of an incremental part. */
const envelopeBytes = 100;

/**
 * Encodes a result, or an error if its JSON would have more than `maxBytes`; a large result in the
 * next turn of the event loop, because computing it took this one.
 *
 * @param texts - JSON that replaces the placeholders in the data.
 */
export function encodeOnlyResult(
  result: ExecutionResult,
  maxBytes: number,
  texts: readonly string[] = [],
): EncodedResult | Promise<EncodedResult> {
  const { data, errors = [] } = result;
  const farTooLarge = maxOverestimate * maxBytes;
  const size = jsonSizeUpperBound(data, farTooLarge);
  const encode = (): EncodedResult => {
    if (size <= farTooLarge) {
      const json = spliceTexts(stringifyResult(result), texts);
      if (Buffer.byteLength(json) <= maxBytes) return { json, errors, hasData: data !== undefined };
    }
    const refusal = resultTooLarge(maxBytes);
    return { json: stringifyResult(refusal), errors: refusal.errors ?? [], hasData: false };
  };
  return size > shortBytes ? nextTurn().then(encode) : encode();
}

/** The most by which `jsonSizeUpperBound` exceeds the size: an ASCII text could be all escapes. */
const maxOverestimate = 6;

/** Results of more bytes are encoded in a turn of their own. */
const shortBytes = 1024 * 1024;

/** Calls `use` now, or in the next turn of the event loop if the result is large. */
export function useInFreshTurn<T>(result: ExecutionResult, use: () => T): T | Promise<T> {
  const { data, incremental } = result as ExecutionResult & Later;
  const size = jsonSizeUpperBound({ data, incremental }, shortBytes);
  return size > shortBytes ? nextTurn().then(use) : use();
}

/** Encodes a result as JSON, without `extensions.http`. Errors come first, as in graphql-js. */
export function stringifyResult({ errors, ...rest }: ExecutionResult): string {
  return JSON.stringify(
    errors ? { errors: errors.map(formatWithoutHttpExtension), ...rest } : rest,
  );
}

/** Returns a result, or an error if its JSON has more than `maxBytes`. */
export const limitResultSize = (result: ExecutionResult, maxBytes: number): ExecutionResult =>
  resultSize(result, maxBytes) <= maxBytes ? result : resultTooLarge(maxBytes);

/** Like `limitResultSize`, for the parts of one response; the limit applies to their sum. */
export function limitTotalResultSize(
  parts: AsyncIterable<ExecutionResult>,
  maxBytes: number,
): AsyncIterableIterator<ExecutionResult, undefined> {
  const source = parts[Symbol.asyncIterator]();
  let left = maxBytes;
  const stop = () => {
    left = -1;
    return source.return?.();
  };
  return createAsyncIterator<ExecutionResult>(async () => {
    if (left < 0) return iterationEnd;
    const { value, done } = await source.next();
    if (done) return iterationEnd;
    const bytes = resultSize(value, left);
    if (bytes <= left) {
      left -= bytes;
      return useInFreshTurn(value, () => ({ value, done: false }) as const);
    }
    await stop();
    const last = { ...resultTooLarge(maxBytes), hasNext: false };
    return { value: last, done: false };
  }, stop);
}

type Later = { readonly incremental?: readonly ExecutionResult[] };

/** Upper bound of a result's bytes; any number above `limit` when it is larger. */
function resultSize(result: ExecutionResult, limit: number): number {
  const { data, errors, extensions } = result;
  const isPlain = !errors && !extensions && !('incremental' in result);
  if (isPlain) return envelopeBytes + jsonSize(data, limit - envelopeBytes);
  const { incremental = [] } = result as Later;
  const later = incremental.map((part) => ({ ...part, errors: plainErrors(part.errors) }));
  const whole = { data, errors: plainErrors(errors), extensions, later };
  return envelopeBytes + jsonSize(whole, limit - envelopeBytes);
}

const plainErrors = (errors: ExecutionResult['errors']) =>
  errors?.map((error) => ({ ...error.toJSON() }));

const resultTooLarge = (maxBytes: number): ExecutionResult => ({
  errors: [
    new GraphQLError(
      `the response would have more than ${maxBytes.toLocaleString('en')} bytes: ask for fewer objects or fields`,
      { extensions: { code: 'RESPONSE_TOO_LARGE', http: { status: 413 } } },
    ),
  ],
});
