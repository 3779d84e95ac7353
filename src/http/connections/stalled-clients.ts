import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Millis } from '../../lib/units.ts';
import { getSocketResponse, trackResponsesBySocket } from './socket-response.ts';

const eventStreams = new WeakSet<IncomingMessage>();

/** Exempts a request from `disconnectStalledClients`: event streams have a timeout of their own. */
export function markEventStream(request: IncomingMessage): void {
  eventStreams.add(request);
}

/** Bytes of the writes that the system had accepted whole at the last progress, and its time. */
type Pending = { sent: number; since: number };

const looks = 10;

/**
 * Disconnects clients that do not read their response: bytes are pending in the process, and the
 * system has accepted no whole write for `limit`. The connection is reset to free the system's buffers, too.
 * One timer checks all connections.
 *
 * @param onCut - Called for each client that is disconnected.
 * @returns a function that stops the checks.
 */
export function disconnectStalledClients(
  server: Server,
  { limit, onCut }: { readonly limit: Millis; readonly onCut: () => void },
): () => void {
  trackResponsesBySocket(server);
  const sockets = new Set<Socket>();
  const pending = new WeakMap<Socket, Pending>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });

  const check = (socket: Socket, now: number): void => {
    const running = getSocketResponse(socket)?.req;
    const isEventStream = running !== undefined && eventStreams.has(running);
    if (socket.writableLength === 0 || socket.destroyed || isEventStream) {
      pending.delete(socket);
      return;
    }
    const sent = socket.bytesWritten - socket.writableLength;
    const known = pending.get(socket);
    if (known?.sent !== sent) {
      pending.set(socket, { sent, since: now });
    } else if (now - known.since >= limit) {
      onCut();
      socket.resetAndDestroy();
    }
  };
  const timer = setInterval(
    () => {
      const now = performance.now();
      for (const socket of sockets) check(socket, now);
    },
    Math.min(1000, limit / looks),
  ).unref();
  return () => clearInterval(timer);
}
