import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';

/** Clients that connect faster than they can be accepted hold up the end for so many turns at most. */
const mostTurns = 500;
/** How short the system's queue of established connections is made before it is closed. */
const shortBacklog = 1;
/** A queue of that length is full with one connection more (Linux). */
const fillers = shortBacklog + 1;

/** What node keeps of a listening socket, or of a connection, beside its documented properties. */
type WithHandle = {
  readonly _handle?: {
    /** Also sets the backlog of a socket that listens already. */
    readonly listen?: (backlog: number) => number;
    /** @returns 0 when the connection is established. */
    readonly getpeername?: (result: object) => number;
  } | null;
};

/**
 * Closes the listening socket without losing a connection that the system has established already:
 * closing it resets all that wait in its queue, while their clients may have sent a request.
 *
 * First everything in the queue is accepted. Between the last look at the queue and the close there
 * is still a moment in which clients connect, which is long when the machine is busy. So the queue is
 * made short, and filled with connections of our own: once those are established, no client's can be
 * in it, and none can come. They are opened, checked and closed with the queue without a return to
 * the event loop. What a client sends meanwhile to establish a connection is dropped by the system
 * and sent again later by the client's, when it is refused.
 *
 * Where a system does not establish local connections at once, it is the plain close. The clients
 * that are accepted here are served when the listening socket has gone.
 */
export async function closeListener(server: Server): Promise<void> {
  const address = server.address();
  const listeners = server.rawListeners('connection');
  const taken: Socket[] = [];
  server.removeAllListeners('connection');
  server.on('connection', (socket) => {
    taken.push(socket);
    socket.on('error', () => socket.destroy());
  });
  if (address !== null && typeof address === 'object') {
    (server as WithHandle)._handle?.listen?.(shortBacklog);
    await closeWhenEmpty(server, address, () => taken.length);
  } else {
    server.close();
  }
  server.removeAllListeners('connection');
  for (const listener of listeners) server.on('connection', listener as (socket: Socket) => void);
  for (const socket of taken) if (!socket.destroyed) server.emit('connection', socket);
}

async function closeWhenEmpty(
  server: Server,
  address: AddressInfo,
  countTaken: () => number,
): Promise<void> {
  let before = -1;
  for (let turns = 0; turns < mostTurns; turns += 1) {
    // One connection is accepted in a turn: the rest of this one, and a whole one.
    await turn();
    await turn();
    const isQuiet = countTaken() === before;
    before = countTaken();
    if (isQuiet && (await closeFilled(server, address))) return;
  }
  server.close();
}

/** @returns false when something else was in the queue; the server listens on then. */
function closeFilled(server: Server, { address, port }: AddressInfo): Promise<boolean> {
  const host = { '0.0.0.0': '127.0.0.1', '::': '::1' }[address] ?? address;
  const own = Array.from({ length: fillers }, () =>
    connect({ host, port }).on('error', () => undefined),
  );
  return new Promise((resolve) => {
    // Node connects at the end of this tick, before this call.
    process.nextTick(() => {
      const isFull = own.every(isEstablished);
      if (isFull) server.close();
      for (const socket of own) socket.destroy();
      resolve(isFull);
    });
  });
}

function isEstablished(socket: Socket): boolean {
  return (socket as WithHandle)._handle?.getpeername?.({}) === 0;
}
