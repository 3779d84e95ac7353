import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Millis } from '../lib/units.ts';

/**
 * At shutdown, idle keep-alive connections close after this long without traffic on any connection.
 */
export const shutdownIdleGrace: Millis = 500;
const idleCheck: Millis = 25;
/** All connections are closed this long after the listening socket, also those in use. */
const finishTime: Millis = 10_000;

/**
 * Prepares the graceful shutdown of a server that does not listen yet: it completes responses in
 * progress and leaves keep-alive connections open for `idleGrace`, for one more request. A request
 * that arrives while its connection is being closed would be lost.
 *
 * @param options.idleGrace - Time without traffic on any connection until idle ones are closed.
 * @returns a function that stops listening; it resolves when all connections are closed.
 */
export function createGracefulShutdown(
  server: Server,
  { idleGrace }: { readonly idleGrace: Millis },
): () => Promise<void> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  const traffic = () => {
    let bytes = 0;
    for (const { bytesRead, bytesWritten } of sockets) bytes += bytesRead + bytesWritten;
    return bytes;
  };

  return async () => {
    const closeIdle = server.closeIdleConnections.bind(server);
    // `server.close()` would close all idle connections at once.
    server.closeIdleConnections = () => {};
    const drained = new Promise<void>((resolve) => server.once('close', resolve));
    server.close();
    let seen = traffic();
    let quietSince = performance.now();
    const idle = setInterval(() => {
      const now = performance.now();
      const bytes = traffic();
      // `setImmediate` runs after pending reads, so no connection with an unread request is closed.
      if (bytes === seen && now - quietSince >= idleGrace) setImmediate(closeIdle);
      if (bytes !== seen) quietSince = now;
      seen = bytes;
    }, idleCheck);
    const end = setTimeout(() => server.closeAllConnections(), finishTime);
    await drained;
    // The last connections, and their responses, close after the server.
    await Promise.all([...sockets].map((socket) => once(socket, 'close')));
    clearInterval(idle);
    clearTimeout(end);
  };
}
