import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * Idle time after which a connection is closed, ms. Load balancers close theirs earlier (60 s), so
 * that they send no request on a connection that is being closed.
 */
const keepAliveTimeout = 65_000;
/** Requests per connection. */
const requestsPerConnection = 1000;

/**
 * Sets the keep-alive limits of a server. After `shutdownSignal` each connection closes with its
 * next response, since a busy one would never be idle.
 */
export function configureKeepAlive(server: Server, shutdownSignal: AbortSignal): void {
  server.keepAliveTimeout = keepAliveTimeout;
  server.maxRequestsPerSocket = requestsPerConnection;
  const requestCounts = new WeakMap<Duplex, number>();
  server.prependListener('request', ({ socket }, response) => {
    const count = (requestCounts.get(socket) ?? 0) + 1;
    requestCounts.set(socket, count);
    if (count >= requestsPerConnection || shutdownSignal.aborted) response.shouldKeepAlive = false;
  });
}
