import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** When this many requests wait on a connection, reading from it stops. */
const mostWaiting = 32;

const waiting = new WeakMap<Socket, number>();

/**
 * Starts a request when all earlier responses of its connection are sent: at once, unless it is
 * pipelined. Beyond `mostWaiting` waiting requests the connection is paused.
 *
 * @param begin - Called once; never when the client disconnects before.
 */
export function startAfterPreviousResponses(
  request: IncomingMessage,
  response: ServerResponse,
  begin: () => void,
): void {
  if (response.socket !== null) {
    begin();
    return;
  }
  const { socket } = request;
  const ahead = (waiting.get(socket) ?? 0) + 1;
  waiting.set(socket, ahead);
  if (ahead > mostWaiting) socket.pause();
  response.once('socket', () => {
    const left = (waiting.get(socket) ?? 1) - 1;
    waiting.set(socket, left);
    // Node has not finished with the previous response yet.
    process.nextTick(() => {
      if (left <= mostWaiting) socket.resume();
      if (!response.destroyed) begin();
    });
  });
}
