import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** When this many requests wait on a connection, reading from it stops. */
const mostWaiting = 32;

/** Node's internal count of pending bytes; above the high-water mark it stops reading. */
type Counting = ServerResponse & { readonly _onPendingData: (bytes: number) => void };

const waiting = new WeakMap<Socket, number>();

/**
 * Starts a request when all earlier responses of its connection are sent: at once, unless the
 * request is pipelined. A connection thus holds one response at a time.
 *
 * Waiting requests are parsed already. Beyond `mostWaiting` of them the connection is paused, so at
 * most the rest of one read is added. Node pauses by a count of pending bytes and offers no call
 * for it; each further request is therefore counted as more bytes than the high-water mark.
 *
 * @param begin - Called once; never when the client disconnects before.
 */
export function inTurn(
  request: IncomingMessage,
  response: ServerResponse,
  begin: () => void,
): void {
  if (response.socket !== null) {
    begin();
    return;
  }
  const { socket } = request;
  const ahead = waiting.get(socket) ?? 0;
  waiting.set(socket, ahead + 1);
  const counted = ahead >= mostWaiting ? socket.writableHighWaterMark + 1 : 0;
  const counting = response as Counting;
  if (counted > 0) counting._onPendingData(counted);
  response.once('socket', () => {
    waiting.set(socket, (waiting.get(socket) ?? 1) - 1);
    // Node has not finished with the previous response yet.
    process.nextTick(() => {
      if (counted > 0) counting._onPendingData(-counted);
      if (!response.destroyed) begin();
    });
  });
}
