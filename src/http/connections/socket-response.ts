import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

const open = Symbol('openResponses');
type Tracked = Duplex & { [open]?: ServerResponse[] };

const isOpen = (response: ServerResponse) => !response.writableFinished && !response.destroyed;

const tracked = new WeakSet<Server>();

/** Records the responses of each connection of a server, for `getSocketResponse`. */
export function trackResponsesBySocket(server: Server): void {
  if (tracked.has(server)) return;
  tracked.add(server);
  server.prependListener('request', ({ socket }, response) => {
    const connection: Tracked = socket;
    const before = connection[open];
    connection[open] = before?.some(isOpen) ? [...before.filter(isOpen), response] : [response];
  });
}

/** Returns the oldest unfinished response of a connection, or null. It is sent now or next. */
export function getSocketResponse(socket: Duplex): ServerResponse | null {
  return (socket as Tracked)[open]?.find(isOpen) ?? null;
}
