import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const aborted = new WeakSet<ServerResponse>();

/**
 * Aborts an incomplete response by closing its connection, so that the client detects the
 * truncation. Responses before it on the connection are still sent in full. `destroy` alone would
 * not close the connection of a response that waits for earlier ones.
 */
export function abortResponse(response: ServerResponse): void {
  if (response.writableFinished || aborted.has(response)) return;
  aborted.add(response);
  const { socket } = response;
  if (socket) {
    closeBroken(response, socket);
    return;
  }
  // Emits `close` now; later writes are dropped.
  response.destroy();
  response.once('socket', (assigned: Socket) => assigned.destroy());
}

/** HTTP/1.0 has no chunked coding: only a reset shows that the body is incomplete. */
function closeBroken(response: ServerResponse, socket: Socket): void {
  if (response.headersSent && response.req.httpVersion === '1.0') socket.resetAndDestroy();
  response.destroy();
}
