import { isUtf8 } from 'node:buffer';
import { runInTurns } from '../run-in-turns.ts';
import { invalid } from './json-bytes.ts';
import { parseSteps } from './json-steps.ts';

/** `JSON.parse` gets about so many bytes at once. */
const usualBatch = 64 * 1024;

/** One buffer of several, copied in slices: to touch 30 MB of new memory takes 150 ms. */
function* gather(chunks: readonly Buffer[]): Generator<undefined, Buffer> {
  const whole = Buffer.allocUnsafe(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    at += chunk.copy(whole, at);
    yield;
  }
  return whole;
}

function* parseChunks(chunks: readonly Buffer[], batch: number): Generator<undefined, unknown> {
  const bytes = yield* gather(chunks);
  if (!isUtf8(bytes)) throw invalid('it is not UTF-8');
  yield;
  return yield* parseSteps(bytes, hasMark(bytes) ? 3 : 0, batch);
}

/** UTF-8's byte order mark stands before the text, and is no part of it. */
const hasMark = (bytes: Buffer) => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;

/**
 * The value that `JSON.parse` makes of a text in UTF-8, parsed in slices of some milliseconds. Beyond
 * what `JSON.parse` refuses it refuses containers nested more than 1,000 deep and strings of more than 4 MB.
 *
 * @param chunks - Its bytes, in any pieces.
 * @param options.signal - Ends it between two slices.
 * @param options.batchBytes - `JSON.parse` gets about so many bytes at once.
 * @throws {SyntaxError} it is no UTF-8, or no JSON.
 */
export function parseJsonInTurns(
  chunks: readonly Buffer[],
  options: { readonly signal?: AbortSignal; readonly batchBytes?: number } = {},
): Promise<unknown> {
  const { signal, batchBytes = usualBatch } = options;
  return runInTurns(parseChunks(chunks, batchBytes), signal);
}
