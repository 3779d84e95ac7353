import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import type { Millis } from '../lib/units.ts';
import { nodeInternals, readInternal } from './node-internals.ts';

/** Time in which the close waits for a moment without handshakes in progress. */
const carefulTime: Millis = 2000;
/** Maximum further turns of the event loop for which clients that keep connecting can delay it. */
const mostTurns = 500;
/** Pause after an attempt that found a client's connection; a client resends after 200 ms. */
const attemptPause: Millis = 10;
/** Length of the accept queue just before it is closed. */
const shortBacklog = 1;
/** Node's default length of the accept queue. */
const usualBacklog = 511;
/** Number of connections that fill the queue: Linux holds one more than the backlog. */
const fillers = shortBacklog + 1;

/** Node's internal handle of a listening socket or a connection. */
type Handle = {
  /** Also changes the backlog of a socket that is listening already. */
  readonly listen?: (backlog: number) => number;
  /**
   * Reads the peer address into `result`. Returns 0 if the connection is established, else an error
   * number.
   */
  readonly getpeername?: (result: object) => number;
};

const handleOf = (owner: Server | Socket) =>
  readInternal(owner, nodeInternals.handle) as Handle | null | undefined;

const setBacklog = (server: Server, backlog: number): void =>
  void handleOf(server)?.listen?.(backlog);

/**
 * Closes the listening socket without losing established connections. `server.close` alone resets
 * all connections in the accept queue, although their clients may have sent a request.
 *
 * First, all queued connections are accepted. Clients could still connect between the last accept
 * and the close. The queue is therefore shortened and filled with local connections: once these are
 * established, the queue holds no client's connection and accepts no further one. They are opened,
 * checked and closed together with the queue within one turn of the event loop, unless a client's
 * handshake is in progress; then all queued connections are accepted again. After 2 s of that, the
 * queue is shortened first, which keeps most clients out but may reject a handshake that has begun. The system drops a
 * connection attempt made meanwhile; the client retries it and is refused.
 *
 * On systems that do not establish local connections at once, this calls `server.close` alone.
 * Accepted clients are served after the listening socket has closed.
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
  /** Whether a turn has passed in which no client connected. */
  async function isQuiet(): Promise<boolean> {
    // Node accepts one connection per turn: wait for the rest of this turn and one full turn.
    await turn();
    await turn();
    const taken = before;
    before = countTaken();
    return taken === before;
  }

  const end = performance.now() + carefulTime;
  while (performance.now() < end) {
    if (!(await isQuiet())) continue;
    if (await closeFilled(server, address, { allowsHandshakes: false })) return;
    await sleep(attemptPause);
  }
  // Too many clients connect: a short queue keeps most of them out.
  setBacklog(server, shortBacklog);
  for (let turns = 0; turns < mostTurns; turns += 1) {
    if ((await isQuiet()) && (await closeFilled(server, address, { allowsHandshakes: true }))) {
      return;
    }
  }
  server.close();
}

/**
 * Fills the accept queue with local connections, and closes the server if no other connection is in
 * the queue or on its way into it.
 *
 * @returns false when there was another connection; the server then keeps listening.
 */
function closeFilled(
  server: Server,
  { address, port }: AddressInfo,
  { allowsHandshakes }: { readonly allowsHandshakes: boolean },
): Promise<boolean> {
  const host = { '0.0.0.0': '127.0.0.1', '::': '::1' }[address] ?? address;
  setBacklog(server, shortBacklog);
  const own = Array.from({ length: fillers }, () =>
    connect({ host, port }).on('error', () => undefined),
  );
  return new Promise((resolve) => {
    // Node connects at the end of this tick, before this callback.
    process.nextTick(() => {
      const isClosable = own.every(isEstablished) && (allowsHandshakes || !hasHandshake(port));
      if (isClosable) server.close();
      // A short queue would reject handshakes that have begun.
      else if (!allowsHandshakes) setBacklog(server, usualBacklog);
      for (const socket of own) socket.destroy();
      resolve(isClosable);
    });
  });
}

/**
 * Whether a connection to the port is half established: the client may regard it as open and have
 * sent a request, but the full queue rejects it. False on systems that do not list connections.
 */
function hasHandshake(port: number): boolean {
  const local = port.toString(16).toUpperCase().padStart(4, '0');
  // Local address, remote address and state, of which 3 is SYN_RECV (proc_net_tcp(5)).
  const pattern = new RegExp(`:${local} [0-9A-F]+:[0-9A-F]{4} 03 `);
  return ['/proc/net/tcp', '/proc/net/tcp6'].some((file) => {
    try {
      return pattern.test(readFileSync(file, 'latin1'));
    } catch {
      return false;
    }
  });
}

function isEstablished(socket: Socket): boolean {
  return handleOf(socket)?.getpeername?.({}) === 0;
}
