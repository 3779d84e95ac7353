import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import type { FrameBytes } from '../../http/sse/sse-frame-types.ts';

/** A client's WebSocket, and the socket below it, whose write buffer says whether the client reads. */
export type ClientSocket = {
  readonly webSocket: WebSocket;
  readonly request: IncomingMessage;
  /** Aborted when the connection closes. */
  readonly signal: AbortSignal;
  /**
   * Sends a text message: JSON between two texts. Returns false if the client has not read what was
   * sent before; then wait for `onDrain`.
   */
  readonly send: (before: string, json: FrameBytes, behind: string) => boolean;
  /** Calls back once when the client has read everything, not after the connection has closed. */
  readonly onDrain: (call: () => void) => () => void;
  /** Whether the client has not read what was sent. */
  readonly isBehind: () => boolean;
  /** Resolves when the client has read everything, or the connection has closed. */
  readonly drained: () => Promise<void>;
};

/** Payloads of more bytes are sent as fragments, because a copy for each client takes memory. */
const maxCopied = 64 * 1024;

/** Creates the sending side of a connection. */
export function createClientSocket(
  webSocket: WebSocket,
  request: IncomingMessage,
  socket: Socket,
): ClientSocket {
  const closing = new AbortController();
  const waiting = new Set<() => void>();
  const wake = () => {
    const woken = [...waiting];
    waiting.clear();
    for (const call of woken) call();
  };
  socket.on('drain', wake);
  webSocket.on('close', () => {
    waiting.clear();
    closing.abort(new DOMException('the client has disconnected', 'AbortError'));
  });

  const onDrain = (call: () => void) => {
    waiting.add(call);
    return () => void waiting.delete(call);
  };

  return {
    webSocket,
    request,
    signal: closing.signal,
    send: (before, json, behind) => {
      if (webSocket.readyState !== webSocket.OPEN) return true;
      const pieces = json instanceof Uint8Array ? [json] : json;
      const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
      const all = [Buffer.from(before), ...pieces, Buffer.from(behind)];
      if (length <= maxCopied) {
        webSocket.send(Buffer.concat(all), { binary: false });
      } else {
        for (const [at, piece] of all.entries()) {
          webSocket.send(piece, { binary: false, fin: at === all.length - 1 });
        }
      }
      return !socket.writableNeedDrain;
    },
    onDrain,
    isBehind: () => socket.writableNeedDrain,
    drained: () =>
      new Promise((resolve) => {
        if (!socket.writableNeedDrain || closing.signal.aborted) return resolve();
        onDrain(resolve);
        closing.signal.addEventListener('abort', () => resolve(), { once: true });
      }),
  };
}
