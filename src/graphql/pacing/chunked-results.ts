import type { ExecutionResult } from 'graphql';
import type { RequestCache } from '../../cache/request-cache.ts';
import { type ChunkedText, encodeInChunks, isSmallJson } from '../../lib/encoding/chunked-json.ts';
import { responseTooLarge } from '../cost/response-size.ts';

type Slicing = {
  readonly requestCache: RequestCache;
  readonly signal: AbortSignal;
  readonly maxBytes: number;
};

const byReader = new WeakMap<RequestCache, ChunkedText>();
const byResult = new WeakMap<ExecutionResult, ChunkedText>();

/**
 * Whether a result is too large to be encoded in one turn of the event loop. False if an error sets
 * an HTTP status; then Yoga encodes the result.
 */
export const needsChunks = ({ data, errors }: ExecutionResult): boolean =>
  !errors?.some(({ extensions }) => extensions.http !== undefined) && !isSmallJson(data);

/**
 * Encodes a large result in chunks, yielding to the event loop, before Yoga encodes it. The
 * returned result makes Yoga write a short placeholder instead of the JSON.
 *
 * @returns a result with an error when the response would be larger than `maxBytes`.
 */
export async function encodeResultInChunks(
  result: ExecutionResult,
  { requestCache, signal, maxBytes }: Slicing,
): Promise<ExecutionResult> {
  const told = result.errors ? { errors: result.errors, data: result.data } : { data: result.data };
  const text = await encodeInChunks(told, { maxBytes, signal });
  if (!text) return { errors: [responseTooLarge(maxBytes)] };
  const sliced = { ...result, stringify: () => '{}' };
  byReader.set(requestCache, text);
  byResult.set(sliced, text);
  return sliced;
}

/** Returns the JSON chunks of a request's large result, by the request cache of the request. */
export const chunksFor = (reader: RequestCache): ChunkedText | undefined => byReader.get(reader);

/** Returns the JSON chunks of a result that `encodeResultInChunks` has returned, else undefined. */
export const chunksOf = (result: ExecutionResult): ChunkedText | undefined => byResult.get(result);
