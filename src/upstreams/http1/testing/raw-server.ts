import type { Socket } from 'node:net';
import type { Certificate } from './certificate.ts';
import { type SocketServer, startSocketServer } from './socket-server.ts';

/** A server of bytes that keeps what it was sent. */
export type RawServer = SocketServer & {
  readonly origin: string;
  /** Requests in order of arrival, each character one byte, with their bodies if they came along. */
  readonly requests: readonly string[];
  /** How many connections there ever were. */
  readonly accepted: () => number;
};

/** Writes the answer to the request of this number, which counts from 0. */
export type RawResponder = (socket: Socket, request: string, index: number) => void;

/** Starts it on a free port; with a certificate it speaks TLS. */
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

/** Header lines of an answer, each with its end. */
export const chunked = 'Transfer-Encoding: chunked\r\n';
