import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { Certificate } from './certificate.ts';

/** A server of bytes: what its sockets say is the caller's. */
export type SocketServer = {
  readonly port: number;
  /** Connections that are open. */
  readonly sockets: ReadonlySet<Socket>;
  /** Cuts them all; closing twice is closing once. */
  readonly close: () => Promise<void>;
};

/** Starts it on a free port of the loopback; with a certificate it speaks TLS. */
export async function startSocketServer(
  onSocket: (socket: Socket) => void,
  certificate?: Certificate,
): Promise<SocketServer> {
  const sockets = new Set<Socket>();
  const accept = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    onSocket(socket);
  };
  const server = certificate
    ? createTlsServer({ ...certificate, ALPNProtocols: ['http/1.1'] }, accept)
    : createServer(accept);
  server.on('tlsClientError', () => undefined);
  server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 });
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    sockets,
    close: async () => {
      if (!server.listening) return;
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A complete answer with a measured body. */
export const plainResponse = (body: string, headers = '', status = '200 OK'): string =>
  `HTTP/1.1 ${status}\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
