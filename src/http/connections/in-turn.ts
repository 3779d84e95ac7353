import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** When so many requests wait on a connection, it is not read on. */
const mostWaiting = 32;

/** What node is told of bytes that wait on a connection; above its mark it stops reading. */
type Counting = ServerResponse & { readonly _onPendingData: (bytes: number) => void };

const waiting = new WeakMap<Socket, number>();

/**
 * Begins a request when the responses before it on its connection are sent: at once, unless it is
 * pipelined. So a connection holds one response at a time, however many are asked for.
 *
 * Requests that wait are parsed already, at most what came with one read beyond `mostWaiting`; the
 * connection is not read until those before them are answered. Node has a count of bytes for that,
 * and no call: each request beyond is counted as more than it takes.
 *
 * @param begin - Called once; not at all when the client leaves before.
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
    // Node has not finished with the response before this one.
    process.nextTick(() => {
      if (counted > 0) counting._onPendingData(-counted);
      if (!response.destroyed) begin();
    });
  });
}
