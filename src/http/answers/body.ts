import type { ServerResponse } from 'node:http';

/** Bytes that are sent one after the other, never copied together: many answers share them. */
export type Pieces = { readonly pieces: readonly Buffer[]; readonly length: number };

/** A body on its way out: text of bytes (latin1), bytes, or pieces. */
export type Body = string | Buffer | Pieces;

/** The pieces with their length in all. */
export function toPieces(pieces: readonly Buffer[]): Pieces {
  return { pieces, length: pieces.reduce((sum, { length }) => sum + length, 0) };
}

/** The bytes of a body in one. */
export function bytesOf(body: Body): Buffer {
  if (typeof body === 'string') return Buffer.from(body, 'latin1');
  return 'pieces' in body ? Buffer.concat(body.pieces, body.length) : body;
}

/** Ends a response with a body; all of it goes to the socket in one write. */
export function endWith(response: ServerResponse, body: Body): void {
  if (typeof body === 'string' || !('pieces' in body)) {
    response.end(body, 'latin1');
    return;
  }
  for (const piece of body.pieces) response.write(piece);
  response.end();
}
