import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const isAborted = Symbol('isAborted');
type Abortable = ServerResponse & { [isAborted]?: true };

/**
 * Ends a response that cannot be completed, and the connection with it, so that the client sees a
 * broken response and never a complete one. It works in every state of the response: before its
 * head, behind it, and while it waits behind the pipelined responses before it. Those are still
 * sent in full; the connection closes when it is the turn of the aborted one. A response that is
 * complete is left alone, since its connection belongs to the next request.
 *
 * `destroy` of a response without a socket only marks it: node would keep the connection for it for
 * ever once its turn comes.
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
  // Listeners hear `close` now, and what is written from now on is dropped.
  response.destroy();
  response.once('socket', (assigned: Socket) => assigned.destroy());
}

/** HTTP/1.0 has no chunks: the end of the connection may be the end of the body, unless it is a reset. */
function closeBroken(response: ServerResponse, socket: Socket): void {
  if (response.headersSent && response.req.httpVersion === '1.0') socket.resetAndDestroy();
  response.destroy();
}
