import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { totalLength } from '../../lib/collections/total-length.ts';
import type { FrameBytes } from './sse-frame-types.ts';

/** A chunk of the chunked transfer coding; a large one as a list of its pieces. */
export type EncodedHttpChunk = Buffer | readonly Uint8Array[];

/** Encodes a frame once as a chunk of the chunked transfer coding (RFC 9112 §7.1). */
export function toEncodedHttpChunk(frame: FrameBytes): EncodedHttpChunk {
  const pieces = frame instanceof Uint8Array ? [frame] : frame;
  const length = totalLength(pieces);
  // A chunk of length 0 would end the response.
  if (length === 0) return Buffer.alloc(0);
  const size = Buffer.from(`${length.toString(16)}\r\n`, 'latin1');
  const chunk = [size, ...pieces, lineEnd];
  return frame instanceof Uint8Array && length <= maxCopied ? Buffer.concat(chunk) : chunk;
}

/** Returns the data of a chunk, in pieces, without copying. */
function fromHttpChunk(chunk: EncodedHttpChunk): readonly Uint8Array[] {
  if (!Buffer.isBuffer(chunk)) return chunk.slice(1, -1);
  return [chunk.subarray(chunk.indexOf('\n') + 1, -lineEnd.length)];
}

/** Frames of more bytes are not copied, because allocating memory for the copy is slow. */
const maxCopied = 64 * 1024;
const lineEnd = Buffer.from('\r\n', 'latin1');

/** A response to which chunks are written. */
export type ChunkedResponseTarget = {
  readonly response: ServerResponse;
  /** The response's socket if it accepts encoded chunks directly, else null. */
  readonly socket: Socket | null;
};

/** Returns the socket for writing encoded chunks; null for HTTP/1.0 and pipelined requests. */
export function getChunkSocket(response: ServerResponse): Socket | null {
  return response.headersSent && response.chunkedEncoding ? response.socket : null;
}

/** Writes a chunk. Returns false if the write buffer is full; then wait for `onNextDrain`. */
export function writeChunk(
  { response, socket }: ChunkedResponseTarget,
  chunk: EncodedHttpChunk,
): boolean {
  // A socket that is no longer writable is about to close.
  if (socket ? !socket.writable : response.destroyed) return true;
  const target = socket ?? response;
  if (socket && Buffer.isBuffer(chunk)) return socket.write(chunk);
  target.cork();
  let keepsUp = true;
  const pieces = socket ? (chunk as readonly Uint8Array[]) : fromHttpChunk(chunk);
  for (const piece of pieces) keepsUp = target.write(piece);
  target.uncork();
  return keepsUp;
}

/** Calls back once after the next `drain`; returns a function that removes the listener. */
export function onNextDrain(
  { response, socket }: ChunkedResponseTarget,
  call: () => void,
): () => void {
  const target = socket ?? response;
  target.once('drain', call);
  return () => void target.off('drain', call);
}
