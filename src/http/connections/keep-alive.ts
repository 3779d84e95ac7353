import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * An idle connection is closed after this time, milliseconds. Load balancers close theirs after 60
 * s and should do so first: a request sent while the gateway closes is lost, which is a 502 for a
 * POST.
 */
const keepAliveTimeout = 65_000;
/** Requests per connection; counts only those that node's parser reads. */
const requestsPerConnection = 1000;

/** The last lines of a response head on a keep-alive connection, as node formats them. */
export const keepAliveLines = `Connection: keep-alive\r\nKeep-Alive: timeout=${keepAliveTimeout / 1000}, max=${requestsPerConnection}\r\n\r\n`;

const requestCount = Symbol('requestCount');
type Counted = Duplex & { [requestCount]?: number };

/**
 * Sets the keep-alive limits of a server. Node announces the close of a connection with its last
 * response, but closes it only with `shouldKeepAlive = false`. After `shutdownSignal` each connection
 * closes with its next response; one that always has a request in progress would otherwise never be
 * closed as idle.
 */
export function configureKeepAlive(server: Server, shutdownSignal: AbortSignal): void {
  server.keepAliveTimeout = keepAliveTimeout;
  server.maxRequestsPerSocket = requestsPerConnection;
  server.prependListener('request', ({ socket }, response) => {
    const count = ((socket as Counted)[requestCount] ?? 0) + 1;
    (socket as Counted)[requestCount] = count;
    if (count >= requestsPerConnection || shutdownSignal.aborted) response.shouldKeepAlive = false;
  });
}
