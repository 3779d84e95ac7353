import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { Certificate } from './certificate.ts';

/** A server of bytes that keeps what it was sent. */
export type RawServer = {
  readonly port: number;
  readonly origin: string;
  /** Requests in order of arrival, each character one byte, with their bodies if they came along. */
  readonly requests: readonly string[];
  /** Connections that are open. */
  readonly sockets: ReadonlySet<Socket>;
  /** How many connections there ever were. */
  readonly accepted: () => number;
  readonly close: () => Promise<void>;
};

/** Writes the answer to the request of this number, which counts from 0. */
export type RawAnswer = (socket: Socket, request: string, index: number) => void;

/** Starts it on a free port; with a certificate it speaks TLS. */
export async function startRawServer(
  answer: RawAnswer,
  certificate?: Certificate,
): Promise<RawServer> {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  let accepted = 0;
  const onSocket = (socket: Socket): void => {
    accepted += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (bytes) => {
      requests.push(bytes.toString('latin1'));
      answer(socket, bytes.toString('latin1'), requests.length - 1);
    });
  };
  const server = certificate
    ? createTlsServer({ ...certificate, ALPNProtocols: ['http/1.1'] }, onSocket)
    : createServer(onSocket);
  server.on('tlsClientError', () => undefined);
  server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    origin: `${certificate ? 'https' : 'http'}://${certificate ? 'localhost' : '127.0.0.1'}:${port}`,
    requests,
    sockets,
    accepted: () => accepted,
    close: async () => {
      if (!server.listening) return;
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A complete answer with a measured body. */
export const measured = (body: string, lines = ''): string =>
  `HTTP/1.1 200 OK\r\n${lines}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

/** Header lines of an answer, each with its end. */
export const chunked = 'Transfer-Encoding: chunked\r\n';
