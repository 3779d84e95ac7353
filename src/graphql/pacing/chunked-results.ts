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

/** Whether a result takes too long to be encoded in one turn, and nothing in it wants another status. */
export const needsChunks = ({ data, errors }: ExecutionResult): boolean =>
  !errors?.some(({ extensions }) => extensions.http !== undefined) && !isSmallJson(data);

/**
 * Encodes a large result of a request before the engine does, in slices. The engine gets the same result
 * with a short text in the place of its JSON.
 *
 * @returns the error of a response that is too large, where it is.
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

/** The JSON of the large result that was made through a reader. */
export const chunksFor = (reader: RequestCache): ChunkedText | undefined => byReader.get(reader);

/** The JSON of a large result. */
export const chunksOf = (result: ExecutionResult): ChunkedText | undefined => byResult.get(result);
