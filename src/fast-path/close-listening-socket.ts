import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import type { Millis } from '../lib/units.ts';
import { nodeInternals, readNodeInternal } from './node-internals.ts';

/** Maximum time in which clients that keep connecting can delay the close. */
const maxDelay: Millis = 5000;
/** Pause for the last packet of a handshake, which a client resends after 200 ms. */
const handshakePause: Millis = 250;
/** Length of the accept queue just before it is closed. */
const shortBacklog = 1;
/** Node's default length of the accept queue. */
const usualBacklog = 511;
/** Number of our own connections that fill the queue: Linux holds one more than the backlog. */
const ownConnections = shortBacklog + 1;

/** Node's internal handle of a listening socket or a connection. */
type Handle = {
  /** Also changes the backlog of a socket that is listening already. */
  readonly listen?: (backlog: number) => number;
  /** Reads the peer address into `result`; returns 0 if connected, else an error number. */
  readonly getpeername?: (result: object) => number;
};

const handleOf = (owner: Server | Socket) =>
  readNodeInternal(owner, nodeInternals.handle) as Handle | null | undefined;

const setBacklog = (server: Server, backlog: number): void =>
  void handleOf(server)?.listen?.(backlog);

/**
 * Closes the listening socket without losing established connections. `server.close` alone resets
 * all connections in the accept queue, although their clients may have sent a request. Steps:
 *
 * 1. Accept connections until none was accepted for one turn of the event loop.
 * 2. Within one turn, shorten the accept queue and fill it with local connections, so that no
 *    client can connect. The system drops attempts that find the queue full; clients repeat them.
 * 3. In the same turn, read the system's list of sockets. If the queue holds only the local
 *    connections and no handshake is in progress, close the socket; it refuses repeated attempts.
 * 4. Otherwise restore the length of the queue, serve the connections accepted so far and start
 *    again.
 *
 * After 5 s of attempts, `server.close` is called alone. This is always so on systems that do not
 * establish local connections at once.
 */
export async function closeListeningSocket(server: Server): Promise<void> {
  const held = holdConnections(server);
  const address = server.address();
  if (address !== null && typeof address === 'object') {
    await closeWhenEmpty(server, address, held);
  } else {
    server.close();
  }
  held.end();
}

/** Holds the new connections of a server unserved, so that they are accepted quickly. */
function holdConnections(server: Server) {
  const listeners = server.rawListeners('connection') as ((socket: Socket) => void)[];
  let held: Socket[] = [];
  let count = 0;
  server.removeAllListeners('connection');
  server.on('connection', (socket) => {
    held.push(socket);
    count += 1;
    socket.on('error', () => socket.destroy());
  });
  const serve = () => {
    const sockets = held;
    held = [];
    for (const socket of sockets) {
      if (socket.destroyed) continue;
      for (const listener of listeners) listener.call(server, socket);
    }
  };
  return {
    count: () => count,
    serve,
    /** Serves the held connections, and holds no further one. */
    end: () => {
      server.removeAllListeners('connection');
      for (const listener of listeners) server.on('connection', listener);
      serve();
    },
  };
}

async function closeWhenEmpty(
  server: Server,
  address: AddressInfo,
  held: ReturnType<typeof holdConnections>,
): Promise<void> {
  const end = performance.now() + maxDelay;
  let before = -1;
  while (performance.now() < end) {
    // Node accepts one connection per turn: wait for the rest of this turn and one full turn.
    await turn();
    await turn();
    const isQuiet = before === held.count();
    before = held.count();
    if (!isQuiet) continue;
    const found = await closeFilled(server, address);
    if (found === null) return;
    // Handshakes that the short queue has rejected can be completed now.
    setBacklog(server, usualBacklog);
    held.serve();
    if (found === 'handshake') await sleep(handshakePause);
  }
  server.close();
}

/**
 * Fills the accept queue with local connections, and closes the server if no other connection is in
 * the queue or on its way into it.
 *
 * @returns null if the server is closed; otherwise what was found, with the backlog still reduced.
 */
function closeFilled(
  server: Server,
  { address, port }: AddressInfo,
): Promise<'connection' | 'handshake' | null> {
  const host = { '0.0.0.0': '127.0.0.1', '::': '::1' }[address] ?? address;
  setBacklog(server, shortBacklog);
  const own = Array.from({ length: ownConnections }, () =>
    connect({ host, port }).on('error', () => undefined),
  );
  return new Promise((resolve) => {
    // Node connects in `nextTick` callbacks of its own, which are queued before this one.
    process.nextTick(() => {
      const found = own.every(isEstablished) ? findPendingConnection(port) : 'connection';
      if (found === null) server.close();
      for (const socket of own) socket.destroy();
      resolve(found);
    });
  });
}

function isEstablished(socket: Socket): boolean {
  return handleOf(socket)?.getpeername?.({}) === 0;
}

/**
 * Returns what the system lists for the port besides our own connections that fill the queue: a
 * connection in the accept queue, or a handshake in progress, whose client may regard the
 * connection as open and would be rejected by the full queue. Null for neither, and on systems
 * without the list.
 */
function findPendingConnection(port: number): 'connection' | 'handshake' | null {
  const hexPort = port.toString(16).toUpperCase().padStart(4, '0');
  // Local address, remote address, state, and two sizes (proc_net_tcp(5)).
  const line = new RegExp(`:${hexPort} [0-9A-F]+:[0-9A-F]{4} (03|0A) [0-9A-F]+:([0-9A-F]+)`, 'g');
  for (const file of ['/proc/net/tcp', '/proc/net/tcp6']) {
    for (const [, state, size] of readIfPresent(file).matchAll(line)) {
      // 03 is SYN_RECV, 0A is LISTEN. There the second size is the length of the accept queue.
      if (state === '03') return 'handshake';
      if (Number.parseInt(size ?? '0', 16) > ownConnections) return 'connection';
    }
  }
  return null;
}

function readIfPresent(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}
