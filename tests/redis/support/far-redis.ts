import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A way to a Redis on which everything takes `delay` milliseconds more; closes with its connections. */
export async function startWayTo(redisUrl: string, delay: number) {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const redis = connect(Number(new URL(redisUrl).port), '127.0.0.1');
    client.on('data', (chunk) => setTimeout(() => redis.write(chunk), delay));
    redis.on('data', (chunk) => client.write(chunk));
    for (const [one, other] of [
      [client, redis],
      [redis, client],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
