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
  return mapMaybePromise<EncodedJson | null, EncodedResult>(
    encodeWithin(result, maxBytes, texts),
    (json) => {
      if (json !== null) return { json, errors, hasData: data !== undefined };
      const refusal = resultTooLarge(maxBytes);
      return { json: encodeResult(refusal), errors: refusal.errors ?? [], hasData: false };
    },
  );
}

/** The most by which `jsonSizeUpperBound` exceeds the size: an ASCII text could be all escapes. */
const maxOverestimate = 6;

/**
 * Encodes a result without blocking the event loop; null if its JSON would have more than
 * `maxBytes`. One far longer is not encoded to find that out.
 */
function encodeWithin(
  result: ExecutionResult,
  maxBytes: number,
  texts: readonly string[] = [],
): EncodedJson | null | Promise<EncodedJson | null> {
  const shown = toShownResult(result);
  const farTooLarge = maxOverestimate * maxBytes;
  const bytes = jsonSizeUpperBound(shown, farTooLarge);
  if (bytes > farTooLarge) return null;
  const encoded =
    texts.length === 0 ? encodeJson(shown, { bytes }) : spliceTexts(JSON.stringify(shown), texts);
  return mapMaybePromise(encoded, (json) => (jsonLength(json) <= maxBytes ? json : null));
}

/** The JSON of results that were encoded to learn their size. */
const encodedAhead = new WeakMap<ExecutionResult, EncodedJson>();

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
  mapMaybePromise(encodeWithin(result, maxBytes), (json) => {
    if (json === null) return resultTooLarge(maxBytes);
    encodedAhead.set(result, json);
    return result;
  });

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
    const json = await encodeWithin(value, left);
    if (json !== null) {
      encodedAhead.set(value, json);
      left -= jsonLength(json);
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
