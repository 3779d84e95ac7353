import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { Certificate } from './certificate.ts';

/** A TCP or TLS server whose sockets the caller handles. */
export type SocketServer = {
  readonly port: number;
  /** The open connections. */
  readonly sockets: ReadonlySet<Socket>;
  /** Closes the server and all connections; may be called twice. */
  readonly close: () => Promise<void>;
};

/** Starts the server on a free loopback port; with a certificate it uses TLS. */
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

/** Formats a complete response with Content-Length. */
export const plainResponse = (body: string, headers = '', status = '200 OK'): string =>
  `HTTP/1.1 ${status}\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
