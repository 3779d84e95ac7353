import { type ExecutionResult, GraphQLError } from 'graphql';
import { type ChunkedJson, encodeInChunks, isSmallJson } from '../../lib/encoding/chunked-json.ts';
import { jsonSize } from '../../lib/encoding/json-size.ts';
import { mapMaybePromise } from '../../lib/maybe-promise.ts';
import { createAsyncIterator, iterationEnd } from '../../streaming/create-async-iterator.ts';

type Bounds = { readonly maxBytes: number; readonly signal?: AbortSignal };

/** A result within the limit, and an upper bound of its bytes as JSON. */
type Bounded = { readonly result: ExecutionResult; readonly bytes: number };

/** Yoga copies each error that it encodes, so results with more errors are encoded in chunks. */
const fewErrors = 20;

/** Property of a result that was encoded in chunks; the copies that Yoga makes have it too. */
const chunks = Symbol('chunks');

/** Returns the JSON of a result that was encoded in chunks, else undefined. */
export const getChunkedResult = (
  result: ExecutionResult & { readonly [chunks]?: ChunkedJson },
): ChunkedJson | undefined => result[chunks];

/**
 * Returns a result, or an error if its JSON has more than `maxBytes`. A large result is encoded
 * over several turns; `getChunkedResult` returns its JSON.
 */
export const limitResultSize = (
  result: ExecutionResult,
  bounds: Bounds,
): ExecutionResult | Promise<ExecutionResult> =>
  mapMaybePromise(
    bound(result, bounds),
    (bounded) => bounded?.result ?? { errors: [responseTooLarge(bounds.maxBytes)] },
  );

/** Like `limitResultSize`, for the parts of one response; the limit applies to their sum. */
export function limitTotalIncrementalSize(
  parts: AsyncIterable<ExecutionResult>,
  { maxBytes, ...bounds }: Bounds,
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
    const bounded = await bound(value, { ...bounds, maxBytes: left });
    if (bounded) {
      left -= bounded.bytes;
      return { value: bounded.result, done: false };
    }
    await stop();
    const last = { errors: [responseTooLarge(maxBytes)], hasNext: false };
    return { value: last, done: false };
  }, stop);
}

function bound(result: ExecutionResult, bounds: Bounds): Bounded | null | Promise<Bounded | null> {
  if (needsChunks(result)) return encode(result, bounds);
  const bytes = resultSize(result, bounds.maxBytes);
  return bytes <= bounds.maxBytes ? { result, bytes } : null;
}

/** Whether a result is encoded in chunks; Yoga encodes small ones and those with an HTTP status. */
function needsChunks({ errors = [], ...rest }: ExecutionResult): boolean {
  if (errors.some(({ extensions }) => extensions.http !== undefined)) return false;
  return (errors.length > fewErrors && rest.data !== undefined) || !isSmallJson(rest);
}

async function encode(result: ExecutionResult, bounds: Bounds): Promise<Bounded | null> {
  const { errors, ...rest } = result;
  const text = await encodeInChunks(errors ? { errors, ...rest } : rest, bounds);
  if (!text) return null;
  return { result: { ...result, [chunks]: text } as ExecutionResult, bytes: text.length };
}

type Later = { readonly incremental?: readonly ExecutionResult[] };

/** Maximum bytes of `{"data":,"errors":}` and of the members of an incremental part. */
export const maxResponseEnvelopeBytes = 100;

/** Whether a result takes at most `maxBytes` as JSON. The size is computed without encoding. */
export const isResultWithin = (result: ExecutionResult, maxBytes: number): boolean =>
  resultSize(result, maxBytes) <= maxBytes;

/** Upper bound of a result's bytes; any number above `limit` when it is larger. */
function resultSize(result: ExecutionResult, limit: number): number {
  const { data, errors, extensions } = result;
  const isPlain = !errors && !extensions && !('incremental' in result);
  if (isPlain) return maxResponseEnvelopeBytes + jsonSize(data, limit - maxResponseEnvelopeBytes);
  const { incremental = [] } = result as Later;
  const later = incremental.map((part) => ({ ...part, errors: plainErrors(part.errors) }));
  return (
    maxResponseEnvelopeBytes +
    jsonSize(
      { data, errors: plainErrors(errors), extensions, later },
      limit - maxResponseEnvelopeBytes,
    )
  );
}

const plainErrors = (errors: ExecutionResult['errors']) =>
  errors?.map((error) => ({ ...error.toJSON() }));

const responseTooLarge = (maxBytes: number): GraphQLError =>
  new GraphQLError(
    `the response would have more than ${maxBytes.toLocaleString('en')} bytes: ask for fewer objects or fields`,
    { extensions: { code: 'RESPONSE_TOO_LARGE', http: { status: 413 } } },
  );
