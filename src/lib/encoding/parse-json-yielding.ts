import { isUtf8 } from 'node:buffer';
import { totalLength } from '../collections/total-length.ts';
import { runYielding } from '../event-loop-turns.ts';
import { jsonSyntaxError, parseJsonInSteps } from './parse-json-in-steps.ts';

const usualBatch = 64 * 1024;

/** Encodes and concatenates chunks in steps, because filling a large new buffer takes long. */
function* gather(chunks: readonly (Buffer | string)[]): Generator<undefined, Buffer> {
  const buffers: Buffer[] = [];
  for (const chunk of chunks) {
    buffers.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
    yield;
  }
  const whole = Buffer.allocUnsafe(totalLength(buffers));
  let at = 0;
  for (const buffer of buffers) {
    at += buffer.copy(whole, at);
    yield;
  }
  return whole;
}

function* parseChunks(
  chunks: readonly (Buffer | string)[],
  batch: number,
): Generator<undefined, unknown> {
  const bytes = yield* gather(chunks);
  if (!isUtf8(bytes)) throw jsonSyntaxError('it is not UTF-8');
  yield;
  return yield* parseJsonInSteps(bytes, hasMark(bytes) ? 3 : 0, batch);
}

/** Whether the text begins with the byte order mark of UTF-8, which is not part of it. */
const hasMark = (bytes: Buffer) => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;

/**
 * Parses UTF-8 JSON a few milliseconds in each turn of the event loop. Rejects nesting of more than
 * 1,000 levels and strings of more than 4 MiB.
 *
 * @param chunks - The bytes, split anywhere, or text, split between code points.
 * @param options.signal - Stops the parsing; the promise rejects with its reason.
 * @param options.batchBytes - Approximate bytes per `JSON.parse` call; default 64 KiB.
 * @throws {SyntaxError} the bytes are not UTF-8 or not JSON.
 */
export function parseJsonYielding(
  chunks: readonly (Buffer | string)[],
  options: { readonly signal?: AbortSignal; readonly batchBytes?: number } = {},
): Promise<unknown> {
  const { signal, batchBytes = usualBatch } = options;
  return runYielding(parseChunks(chunks, batchBytes), signal);
}
