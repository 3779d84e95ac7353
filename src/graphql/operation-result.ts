import { type ExecutionResult, GraphQLError } from 'graphql';
import { type EncodedJson, encodeJson, jsonLength } from '../lib/encoding/encode-json.ts';
import { jsonSizeUpperBound } from '../lib/encoding/json-size.ts';
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
  const refuse = (): EncodedResult => {
    const refusal = resultTooLarge(maxBytes);
    return { json: encodeResult(refusal), errors: refusal.errors ?? [], hasData: false };
  };
  if (isFarTooLong(data, maxBytes)) return refuse();
  const shown = toShownResult(result);
  const encoded =
    texts.length === 0 ? encodeJson(shown) : spliceTexts(JSON.stringify(shown), texts);
  return mapMaybePromise<EncodedJson, EncodedResult>(encoded, (json) =>
    jsonLength(json) <= maxBytes ? { json, errors, hasData: data !== undefined } : refuse(),
  );
}

/** The most by which `jsonSizeUpperBound` exceeds the size: an ASCII text could be all escapes. */
const maxOverestimate = 6;

/** Whether the JSON of a value certainly has more than `maxBytes`, which is found out sooner than encoded. */
function isFarTooLong(value: unknown, maxBytes: number): boolean {
  const limit = maxOverestimate * maxBytes;
  return jsonSizeUpperBound(value, limit) > limit;
}

/** What `encodeAhead` has encoded. */
const encodedAhead = new WeakMap<ExecutionResult, EncodedJson>();

/**
 * Encodes a result for `encodeResult`, which must not block the event loop. Returns the bytes, or
 * Infinity, encoding nothing, if they are certainly more than `maxBytes`.
 */
function encodeAhead(result: ExecutionResult, maxBytes: number): number | Promise<number> {
  const shown = toShownResult(result);
  if (isFarTooLong(shown, maxBytes)) return Number.POSITIVE_INFINITY;
  return mapMaybePromise(encodeJson(shown), (json) => {
    encodedAhead.set(result, json);
    return jsonLength(json);
  });
}

/** Encodes a result as JSON, without `extensions.http`. */
export const encodeResult = (result: ExecutionResult): EncodedJson =>
  encodedAhead.get(result) ?? JSON.stringify(toShownResult(result));

/** Errors come first, as in graphql-js. */
const toShownResult = ({ errors, ...rest }: ExecutionResult) =>
  errors ? { errors: errors.map(formatWithoutHttpExtension), ...rest } : rest;

/** Returns a result, encoded ahead, or an error if its JSON has more than `maxBytes`. */
export const limitResultSize = (
  result: ExecutionResult,
  maxBytes: number,
): ExecutionResult | Promise<ExecutionResult> =>
  mapMaybePromise(encodeAhead(result, maxBytes), (bytes) =>
    bytes <= maxBytes ? result : resultTooLarge(maxBytes),
  );

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
    const bytes = await encodeAhead(value, left);
    if (bytes <= left) {
      left -= bytes;
      return { value, done: false };
    }
    await stop();
    const last = { ...resultTooLarge(maxBytes), hasNext: false };
    return { value: last, done: false };
  }, stop);
}

const resultTooLarge = (maxBytes: number): ExecutionResult => ({
  errors: [
    new GraphQLError(
      `the response would have more than ${maxBytes.toLocaleString('en')} bytes: ask for fewer objects or fields`,
      { extensions: { code: 'RESPONSE_TOO_LARGE', http: { status: 413 } } },
    ),
  ],
});
