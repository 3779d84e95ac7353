import type { ExecutionResult } from 'graphql';
import type { Reader } from '../../core/cache/reader.ts';
import { encodeInSlices, isWhole, type SlicedText } from '../../core/text/sliced-json.ts';
import { responseTooLarge } from '../cost/response-size.ts';

type Slicing = { readonly reader: Reader; readonly signal: AbortSignal; readonly maxBytes: number };

const byReader = new WeakMap<Reader, SlicedText>();
const byResult = new WeakMap<ExecutionResult, SlicedText>();

/** Whether a result takes too long to be encoded in one turn, and nothing in it wants another status. */
export const wantsSlices = ({ data, errors }: ExecutionResult): boolean =>
  !errors?.some(({ extensions }) => extensions.http !== undefined) && !isWhole(data);

/**
 * Encodes a large result of a request before the engine does, in slices. The engine gets the same result
 * with a short text in the place of its JSON.
 *
 * @returns the error of a response that is too large, where it is.
 */
export async function sliceResult(
  result: ExecutionResult,
  { reader, signal, maxBytes }: Slicing,
): Promise<ExecutionResult> {
  const told = result.errors ? { errors: result.errors, data: result.data } : { data: result.data };
  const text = await encodeInSlices(told, { maxBytes, signal });
  if (!text) return { errors: [responseTooLarge(maxBytes)] };
  const sliced = { ...result, stringify: () => '{}' };
  byReader.set(reader, text);
  byResult.set(sliced, text);
  return sliced;
}

/** The JSON of the large result that was made through a reader. */
export const slicesFor = (reader: Reader): SlicedText | undefined => byReader.get(reader);

/** The JSON of a large result. */
export const slicesOf = (result: ExecutionResult): SlicedText | undefined => byResult.get(result);
