import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const isAborted = Symbol('isAborted');
type Abortable = ServerResponse & { [isAborted]?: true };

/**
 * Aborts an incomplete response by closing its connection, so that the client detects the
 * truncation. Works before the head, after it, and while the response waits behind pipelined ones:
 * these are still sent in full before the connection closes. A complete response is left alone,
 * because its connection belongs to the next request.
 *
 * Calling `destroy` on a response without a socket would only mark it; node would then never close
 * the connection at its turn.
 */
export function abortResponse(response: ServerResponse): void {
  const abortable: Abortable = response;
  if (response.writableFinished || abortable[isAborted]) return;
  abortable[isAborted] = true;
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
