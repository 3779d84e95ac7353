import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ServedPeer } from './graph/context.ts';

/** Starts an HTTP server on a free port of the loopback interface. */
export async function listen(listener: RequestListener): Promise<ServedPeer> {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
