import type { Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { plainResponse, startSocketServer } from './socket-server.ts';

/*
 * A server in a worker thread. It responds to `GET /x` with the asset `x`, at once or after `pause`
 * ms, and sends a second, unrequested response about another asset `delay` ms later. Bodies are
 * JSON: `{"asset": …}`.
 */

const { delay, pause } = workerData as { readonly delay: number; readonly pause: number };

const respond = (socket: Socket, asset: string): void => {
  if (socket.destroyed) return;
  socket.write(plainResponse(JSON.stringify({ asset, price: 1, timestamp: 1, source: 'test' })));
};

const respondTwice = (socket: Socket, asset: string): void => {
  respond(socket, asset);
  if (delay === 0) setImmediate(respond, socket, 'unrequested');
  else setTimeout(respond, delay, socket, 'unrequested');
};

const server = await startSocketServer((socket) => {
  socket.setNoDelay();
  socket.on('data', (bytes) => {
    for (const [, asset = ''] of bytes
      .toString('latin1')
      .matchAll(/^GET \/(?:price\?asset=)?(\w+)[ &]/gm)) {
      if (pause === 0) respondTwice(socket, asset);
      else setTimeout(respondTwice, pause, socket, asset);
    }
  });
});
parentPort?.postMessage(server.port);
