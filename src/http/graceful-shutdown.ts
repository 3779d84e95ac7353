import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Millis } from '../lib/units.ts';
import { closeListener } from './connections/close-listener.ts';

/** When nothing was sent or heard for so long, connections that are kept are closed. */
export const idleConnectionGrace: Millis = 500;
/** How often that is looked at. */
const idleCheck: Millis = 25;
/** Work under way at the end gets this long. */
const drainTime: Millis = 10_000;

/**
 * Prepares the end of a server that has not begun to listen. It loses nothing that clients have sent
 * already: who has connected is taken, answers under way are written, and connections that are kept
 * are left to their next request for a while, which ends them. What comes at the moment of closing
 * is lost, and balancers repeat no POST.
 *
 * @param grace - How long kept connections are left after the last byte on any of them.
 * @returns what closes the server.
 */
export function createGracefulShutdown(server: Server, grace: Millis): () => Promise<void> {
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
    // Node hangs up on them all when it closes.
    server.closeIdleConnections = () => {};
    const drained = new Promise<void>((resolve) => server.once('close', resolve));
    await closeListener(server);
    let seen = traffic();
    let quietSince = performance.now();
    const idle = setInterval(() => {
      const now = performance.now();
      const bytes = traffic();
      // What has come is read before: nothing is closed that lies in the system with its request.
      if (bytes === seen && now - quietSince >= grace) setImmediate(closeIdle);
      if (bytes !== seen) quietSince = now;
      seen = bytes;
    }, idleCheck);
    const end = setTimeout(() => server.closeAllConnections(), drainTime);
    await drained;
    clearInterval(idle);
    clearTimeout(end);
  };
}
