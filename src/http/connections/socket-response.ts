import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** The responses of each connection, in the order of their requests. */
const openResponses = new WeakMap<Duplex, readonly ServerResponse[]>();

const isOpen = (response: ServerResponse) => !response.writableFinished && !response.destroyed;

const tracked = new WeakSet<Server>();

/** Records the responses of each connection of a server, for `getSocketResponse`. */
export function trackResponsesBySocket(server: Server): void {
  if (tracked.has(server)) return;
  tracked.add(server);
  server.prependListener('request', ({ socket }, response) => {
    const before = openResponses.get(socket)?.filter(isOpen) ?? [];
    openResponses.set(socket, [...before, response]);
  });
}

/** Returns the oldest unfinished response of a connection, or null. It is sent now or next. */
export function getSocketResponse(socket: Duplex): ServerResponse | null {
  return openResponses.get(socket)?.find(isOpen) ?? null;
}
