import type { ServerResponse } from 'node:http';

/** Buffers that are sent in order and never copied together, because many responses share them. */
export type BufferList = { readonly buffers: readonly Buffer[]; readonly length: number };

/** A response body: latin1 string, buffer, or list of buffers. */
export type ResponseBody = string | Buffer | BufferList;

/** Returns the buffers with their total length. */
export function toBufferList(pieces: readonly Buffer[]): BufferList {
  return { buffers: pieces, length: pieces.reduce((sum, { length }) => sum + length, 0) };
}

/** Returns the bytes of a body as one buffer. */
export function toBuffer(body: ResponseBody): Buffer {
  if (typeof body === 'string') return Buffer.from(body, 'latin1');
  return 'buffers' in body ? Buffer.concat(body.buffers, body.length) : body;
}

/** Ends a response with a body; node sends all of it in one socket write. */
export function endResponse(response: ServerResponse, body: ResponseBody): void {
  if (typeof body === 'string' || !('buffers' in body)) {
    response.end(body, 'latin1');
    return;
  }
  for (const piece of body.buffers) response.write(piece);
  response.end();
}
