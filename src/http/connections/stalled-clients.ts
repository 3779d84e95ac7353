import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Millis } from '../../lib/units.ts';
import { getInFlightResponse } from '../in-flight-response.ts';

const isEventStream = Symbol('isEventStream');
type Marked = IncomingMessage & { [isEventStream]?: true };

/** Leaves a request whose response is an event stream to that stream's own limit. */
export function markEventStream(request: IncomingMessage): void {
  (request as Marked)[isEventStream] = true;
}

/** What node keeps of a connection: bytes that were written to it, and those the system has not taken. */
type WithHandle = {
  readonly _handle?: { readonly bytesWritten: number; readonly writeQueueSize: number } | null;
};

/** A connection with bytes that the system does not take, because its client does not. */
type Pending = { sent: number; since: number };

/** Connections are looked at so many times within the limit, but once a second at least. */
const looks = 10;

/**
 * Disconnects clients that do not take their response: bytes wait in the process, and for `limit`
 * none of them has gone to the system. A client that reads slowly makes progress and stays. What the
 * system's own buffers have taken counts as sent. The reset frees those buffers, too.
 *
 * One timer looks at all connections, so that a response costs nothing.
 *
 * @param onCut - Told of each client that is disconnected.
 * @returns what ends it.
 */
export function disconnectStalledClients(
  server: Server,
  { limit, onCut }: { readonly limit: Millis; readonly onCut: () => void },
): () => void {
  const sockets = new Set<Socket>();
  const pending = new WeakMap<Socket, Pending>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });

  const check = (socket: Socket, now: number): void => {
    const { _handle: handle } = socket as WithHandle;
    const running = getInFlightResponse(socket)?.req as Marked | undefined;
    if (socket.writableLength === 0 || !handle || running?.[isEventStream]) {
      pending.delete(socket);
      return;
    }
    const sent = handle.bytesWritten - handle.writeQueueSize;
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
