import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Encodes a frame as a chunk of the chunked transfer coding (RFC 9112 §7.1).
 *
 * `response.write` would encode the chunk for each response with several writes. An encoded chunk
 * is one write, and all sockets share its bytes.
 */
export function toHttpChunk(frame: Uint8Array): Buffer {
  // A chunk of length 0 would end the response.
  if (frame.length === 0) return Buffer.alloc(0);
  const size = Buffer.from(`${frame.length.toString(16)}\r\n`, 'latin1');
  return Buffer.concat([size, frame, lineEnd]);
}

/** Returns the frame of a chunk without copying. */
export function fromHttpChunk(chunk: Buffer): Buffer {
  return chunk.subarray(chunk.indexOf('\n') + 1, -lineEnd.length);
}

const lineEnd = Buffer.from('\r\n', 'latin1');

/** Target of encoded chunks. */
export type ChunkTarget = {
  readonly response: ServerResponse;
  /** The response's socket if it accepts encoded chunks directly, else null. */
  readonly socket: Socket | null;
};

/**
 * Returns the socket to which encoded chunks can be written directly, after the response's head.
 * Null for HTTP/1.0, which has no chunked coding, and for a pipelined request, whose response has
 * no socket before its turn.
 */
export function getChunkSocket(response: ServerResponse): Socket | null {
  return response.headersSent && response.chunkedEncoding ? response.socket : null;
}

/** Writes a chunk; returns false when the client has to catch up first (see `onDrained`). */
export function writeChunk({ response, socket }: ChunkTarget, chunk: Buffer): boolean {
  // A socket that is no longer writable is about to close.
  if (socket) return socket.writable ? socket.write(chunk) : true;
  return response.destroyed ? true : response.write(fromHttpChunk(chunk));
}

/** Calls back once after the next `drain`; returns a function that removes the listener. */
export function onDrained({ response, socket }: ChunkTarget, call: () => void): () => void {
  const target = socket ?? response;
  target.once('drain', call);
  return () => void target.off('drain', call);
}
