import type { ServerResponse } from 'node:http';

/** Bytes that are sent one after the other, never copied together: many answers share them. */
export type BufferList = { readonly buffers: readonly Buffer[]; readonly length: number };

/** A body on its way out: text of bytes (latin1), bytes, or pieces. */
export type ResponseBody = string | Buffer | BufferList;

/** The pieces with their length in all. */
export function toBufferList(pieces: readonly Buffer[]): BufferList {
  return { buffers: pieces, length: pieces.reduce((sum, { length }) => sum + length, 0) };
}

/** The bytes of a body in one. */
export function toBuffer(body: ResponseBody): Buffer {
  if (typeof body === 'string') return Buffer.from(body, 'latin1');
  return 'buffers' in body ? Buffer.concat(body.buffers, body.length) : body;
}

/** Ends a response with a body; all of it goes to the socket in one write. */
export function endResponse(response: ServerResponse, body: ResponseBody): void {
  if (typeof body === 'string' || !('buffers' in body)) {
    response.end(body, 'latin1');
    return;
  }
  for (const piece of body.buffers) response.write(piece);
  response.end();
}
