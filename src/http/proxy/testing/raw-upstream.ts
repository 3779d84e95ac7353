import type { Socket } from 'node:net';
import {
  type SocketServer,
  startSocketServer,
} from '@dtf-graph/http1-client/testing/socket-server.ts';

/** A TCP upstream that records request heads byte for byte and responds as the test specifies. */
export type RawUpstream = Omit<SocketServer, 'port'> & {
  readonly url: URL;
  /** Request heads in order of arrival, each character one byte. */
  readonly heads: string[];
};

/** Starts the upstream; `response` is called with the socket and each complete request head. */
export async function startRawUpstream(
  response: (socket: Socket, head: string) => void,
): Promise<RawUpstream> {
  const heads: string[] = [];
  const { port, sockets, close } = await startSocketServer((socket) => {
    let pending = '';
    socket.on('data', (chunk) => {
      pending += chunk.toString('latin1');
      for (let end = pending.indexOf('\r\n\r\n'); end >= 0; end = pending.indexOf('\r\n\r\n')) {
        const head = pending.slice(0, end);
        pending = pending.slice(end + 4);
        heads.push(head);
        response(socket, head);
      }
    });
  });
  return { url: new URL(`http://127.0.0.1:${port}`), heads, sockets, close };
}

/** The first lines of an event stream's head. */
export const eventStreamHead = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n';

/** The last lines of the head of a chunked response. */
export const chunkedHead = 'Transfer-Encoding: chunked\r\n\r\n';

/** Formats one chunk of a chunked body. */
export const formatChunk = (text: string): string =>
  `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
