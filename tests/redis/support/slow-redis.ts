import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** What happens to a chunk on its way; `pass` sends it on. */
type OnWay = (chunk: Buffer | string, pass: () => void, write: (text: string) => void) => void;

const onwards: OnWay = (_chunk, pass) => pass();

/** A way to a Redis on which everything takes `delay` milliseconds more; closes with its connections. */
export function startDelayedRedis(redisUrl: string, delay: number) {
  return startWay(redisUrl, { there: (_chunk, pass) => setTimeout(pass, delay) });
}

/**
 * Two ways to a Redis that answers `asker` before it writes to `listener` what was published, as any
 * does, and is so busy in between that it goes on with `asker`'s next command only.
 */
export async function startBusyRedis(redisUrl: string) {
  const held: (() => void)[] = [];
  const asker = await startWay(redisUrl, {
    there: (_chunk, pass) => {
      // What was published before may be on its way to here, and is read before the answer to this.
      setTimeout(() => {
        for (const release of held.splice(0)) release();
        setTimeout(pass, 20);
      }, 10);
    },
  });
  const listener = await startWay(redisUrl, {
    back: (chunk, pass) => {
      if (chunk.includes('"forget"')) held.push(pass);
      else pass();
    },
  });
  return { asker, listener };
}

/**
 * An address that leads new connections to another Redis after `leadTo`, like one of a cluster after
 * a failover. `rewrite` changes the text of responses.
 */
export async function startSwitch(redisUrl: string, rewrite: (text: string) => string) {
  let current = redisUrl;
  const way = await startWay(() => current, {
    back: (chunk, _pass, write) => write(rewrite(chunk.toString('latin1'))),
  });
  return {
    ...way,
    leadTo: (url: string) => {
      current = url;
    },
  };
}

async function startWay(redisUrl: string | (() => string), { there = onwards, back = onwards }) {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const url = typeof redisUrl === 'string' ? redisUrl : redisUrl();
    const redis = connect(Number(new URL(url).port), '127.0.0.1');
    const toRedis = (text: string) => redis.write(text, 'latin1');
    const toClient = (text: string) => client.write(text, 'latin1');
    client.on('data', (chunk) => there(chunk, () => redis.write(chunk), toRedis));
    redis.on('data', (chunk) => back(chunk, () => client.write(chunk), toClient));
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
