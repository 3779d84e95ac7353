import { type ExecutionResult, GraphQLError } from 'graphql';
import { type EncodedJson, encodeJson, jsonLength } from '../lib/encoding/encode-json.ts';
import { jsonSize, jsonSizeUpperBound } from '../lib/encoding/json-size.ts';
import { mapMaybePromise } from '../lib/maybe-promise.ts';
import { createAsyncIterator, iterationEnd } from '../streaming/create-async-iterator.ts';
import { spliceTexts } from './compiled-executor/fragment-cache/splice-json.ts';
import { formatWithoutHttpExtension } from './graphql-errors.ts';

/** The only result of an operation, encoded. */
export type EncodedResult = {
  readonly json: EncodedJson;
  readonly errors: readonly GraphQLError[];
  /** False for an operation that was refused before it was executed. */
  readonly hasData: boolean;
};

/** Maximum bytes of `{"data":,"errors":}` and of the members of an incremental part. */
const envelopeBytes = 100;

/**
 * Encodes a result, or an error if its JSON would have more than `maxBytes`.
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
  const refuse = (): EncodedResult => {
    const refusal = resultTooLarge(maxBytes);
    return { json: encodeResult(refusal), errors: refusal.errors ?? [], hasData: false };
  };
  if (jsonSizeUpperBound(data, farTooLarge) > farTooLarge) return refuse();
  const shown = toShownResult(result);
  const encoded =
    texts.length === 0 ? encodeJson(shown) : spliceTexts(JSON.stringify(shown), texts);
  return mapMaybePromise<EncodedJson, EncodedResult>(encoded, (json) =>
    jsonLength(json) <= maxBytes ? { json, errors, hasData: data !== undefined } : refuse(),
  );
}

/** The most by which `jsonSizeUpperBound` exceeds the size: an ASCII text could be all escapes. */
const maxOverestimate = 6;

/** What `encodeAhead` has encoded. */
const encodedAhead = new WeakMap<ExecutionResult, EncodedJson>();

/** Encodes a result for `encodeResult`, which must not block the event loop; returns the result. */
export const encodeAhead = <T extends ExecutionResult>(result: T): T | Promise<T> =>
  mapMaybePromise(encodeJson(toShownResult(result)), (json) => {
    encodedAhead.set(result, json);
    return result;
  });

/** Encodes a result as JSON, without `extensions.http`. */
export const encodeResult = (result: ExecutionResult): EncodedJson =>
  encodedAhead.get(result) ?? JSON.stringify(toShownResult(result));

/** Errors come first, as in graphql-js. */
const toShownResult = ({ errors, ...rest }: ExecutionResult) =>
  errors ? { errors: errors.map(formatWithoutHttpExtension), ...rest } : rest;

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
      return mapMaybePromise(
        encodeAhead(value),
        (ready) => ({ value: ready, done: false }) as const,
      );
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
