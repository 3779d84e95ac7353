import type { Socket } from 'node:net';
import type { Certificate } from './certificate.ts';
import { type SocketServer, startSocketServer } from './socket-server.ts';

/** A socket server that records the requests it receives. */
export type RawServer = SocketServer & {
  readonly origin: string;
  /**
   * Requests in order of arrival, with a body that arrives in the same read; one character per
   * byte.
   */
  readonly requests: readonly string[];
  /** Number of connections accepted so far. */
  readonly accepted: () => number;
};

/** Writes the response to a request. `index` counts the requests of the server from 0. */
export type RawResponder = (socket: Socket, request: string, index: number) => void;

/** Starts the server on a free loopback port; with a certificate it uses TLS. */
export async function startRawServer(
  response: RawResponder,
  certificate?: Certificate,
): Promise<RawServer> {
  const requests: string[] = [];
  let accepted = 0;
  const server = await startSocketServer((socket) => {
    accepted += 1;
    socket.on('data', (bytes) => {
      requests.push(bytes.toString('latin1'));
      response(socket, bytes.toString('latin1'), requests.length - 1);
    });
  }, certificate);
  const host = certificate ? 'https://localhost' : 'http://127.0.0.1';
  return { ...server, origin: `${host}:${server.port}`, requests, accepted: () => accepted };
}

/** The header line of a chunked body, with its CR LF. */
export const chunkedHeaderLine = 'Transfer-Encoding: chunked\r\n';
