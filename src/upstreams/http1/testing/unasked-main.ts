import type { Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { plainResponse, startSocketServer } from './socket-server.ts';

/*
 * A server in a thread of its own that responds to `/x` with `/x`, at once or after a pause, and once
 * more, unasked and about something else, some milliseconds later. A body is JSON: `{"asset": …}`.
 */

const { delay, pause } = workerData as { readonly delay: number; readonly pause: number };

const respond = (socket: Socket, asset: string): void => {
  if (socket.destroyed) return;
  socket.write(plainResponse(JSON.stringify({ asset, price: 1, timestamp: 1, source: 'test' })));
};

const respondTwice = (socket: Socket, asset: string): void => {
  respond(socket, asset);
  if (delay === 0) setImmediate(respond, socket, 'unasked');
  else setTimeout(respond, delay, socket, 'unasked');
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
