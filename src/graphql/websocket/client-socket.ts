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
   * Sends a text message: JSON between two others. Returns false if the client has not read what was
   * sent before; then wait for `onDrain`.
   */
  readonly send: (before: Buffer, json: FrameBytes, behind: Buffer) => boolean;
  /** Calls back once when the client has read everything, not after the connection has closed. */
  readonly onDrain: (call: () => void) => () => void;
  /** Whether the client has not read what was sent. */
  readonly isBehind: () => boolean;
  /** Resolves when the client has read everything, or the connection has closed. */
  readonly drained: () => Promise<void>;
};

/** Payloads of more bytes are sent as fragments, because a copy for each client takes memory. */
const maxCopied = 32 * 1024;

/**
 * Encodes a text message of at most 64 kB as one frame (RFC 6455 §5.2) in one buffer, which is written
 * at once: the package ws writes head and payload of a frame one after the other, and an event costs
 * half as much again. Frames do not interleave, because without compression the package writes its
 * own at once, too.
 */
function toTextFrame(before: Buffer, json: Uint8Array, behind: Buffer): Buffer {
  const length = before.length + json.length + behind.length;
  const isShort = length < extendedLength;
  const head = isShort ? 2 : 4;
  const frame = Buffer.allocUnsafe(head + length);
  frame[0] = finalText;
  frame[1] = isShort ? length : extendedLength;
  if (!isShort) frame.writeUInt16BE(length, 2);
  frame.set(before, head);
  frame.set(json, head + before.length);
  frame.set(behind, head + before.length + json.length);
  return frame;
}

/** The first byte of a frame with a whole text message. */
const finalText = 0x81;
/** Says that the length is in the next two bytes. */
const extendedLength = 126;

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
      if (json instanceof Uint8Array && json.length <= maxCopied) {
        return socket.write(toTextFrame(before, json, behind));
      }
      const pieces = json instanceof Uint8Array ? [json] : json;
      const all = [before, ...pieces, behind];
      for (const [at, piece] of all.entries()) {
        webSocket.send(piece, { binary: false, fin: at === all.length - 1 });
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
