import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createCluster } from '../../src/cluster/index.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { createTelemetry } from '../../src/telemetry/telemetry.ts';
import { configOf, createCounter, pause, startReplica } from './support/replica.ts';
import { type Topology, topologies } from './support/topologies.ts';

/** Something that listens where Redis should. */
async function startWrong(response: (socket: Socket, sent: Buffer) => void) {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (sent) => response(socket, Buffer.from(sent)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket));
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const info = 'redis_version:7.0.15\r\nloading:0';
/** How many commands are in what was sent. */
const commands = (sent: Buffer) => sent.toString('latin1').match(/^\*\d+\r$/gm)?.length ?? 0;

const wrong: Readonly<Record<string, (socket: Socket, sent: Buffer) => void>> = {
  'says nothing': () => undefined,
  'hangs up at every word': (socket) => socket.destroy(),
  'speaks HTTP': (socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'),
  'refuses everything': (socket, sent) =>
    socket.write('-NOAUTH Authentication required.\r\n'.repeat(commands(sent))),
  'says OK to everything': (socket, sent) => {
    const isInfo = sent.toString('latin1').includes('info');
    const first = isInfo ? `$${info.length}\r\n${info}\r\n` : '+OK\r\n';
    socket.write(first + '+OK\r\n'.repeat(Math.max(0, commands(sent) - 1)));
  },
  'says more than was asked': (socket, sent) =>
    socket.write(`$${info.length}\r\n${info}\r\n`.repeat(commands(sent) + 3)),
};

/** The URL by which a gateway takes the same listener for a server, a cluster's node or a sentinel. */
const urlOf: Readonly<Record<Topology, (url: string) => string>> = {
  'one server': (url) => url,
  'a cluster': (url) => `${url}/?cluster=true`,
  'a server behind sentinels': (url) => `${url.replace('redis:', 'redis-sentinel:')}/0?master=main`,
};

test.each(Object.entries(wrong))(
  'error: a Redis that %s harms nothing',
  async (_name, response) => {
    await using redis = await startWrong(response);
    await Promise.all(topologies.map((topology) => expectNoHarm(urlOf[topology](redis.url))));
  },
);

/** Reads and writes at a replica for a while, without Redis in effect. */
async function expectNoHarm(url: string): Promise<void> {
  await using replica = await startReplica(url);
  const { cache } = replica;
  const upstream = createCounter(1);
  const begun = Date.now();
  let slowest = 0;
  for (let n = 0; Date.now() - begun < 1500; n += 1) {
    const before = performance.now();
    const read = { policy: 'price', key: String(n), fetch: upstream.fetch } as const;
    expect(await cache.read(read)).toMatchObject({ value: n + 1 });
    cache.invalidate('wallet', String(n));
    cache.put('simRun', String(n), { value: n, bytes: 8 });
    slowest = Math.max(slowest, performance.now() - before);
    await pause(5);
  }
  expect(slowest, url).toBeLessThan(500);
}

// All topologies send commands by the same client, so its deadline is tested with one server.
test('error: a slow Redis delays no request by more than its deadline', async () => {
  let belongsToRequest = false;
  await using redis = await startWrong((socket, sent) => {
    const isInfo = sent.toString('latin1').includes('info');
    const response = isInfo
      ? `$${info.length}\r\n${info}\r\n`
      : '*2\r\n$1\r\n1\r\n$1\r\n1\r\n'.repeat(commands(sent));
    const asked = sent.toString('latin1').includes('eval');
    belongsToRequest ||= asked;
    setTimeout(() => socket.write(response), asked ? 3000 : 0);
  });
  await using replica = await startReplica(redis.url);
  const upstream = createCounter(1);
  for (let n = 0; n < 30; n += 1) {
    const before = performance.now();
    await replica.cache.read({ policy: 'price', key: String(n), fetch: upstream.fetch });
    expect(performance.now() - before).toBeLessThan(1500);
  }
  expect([belongsToRequest, upstream.calls]).toEqual([true, 30]);
});

test.each(topologies)(
  'behavior: the warning at the start says why %s is not there',
  async (topology) => {
    await using redis = await startWrong((socket, sent) =>
      socket.write('-WRONGPASS invalid username-password pair\r\n'.repeat(commands(sent))),
    );
    const url = urlOf[topology](redis.url);
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) });
    const config = configOf({ REDIS_URL: url.replace('//', '//:wrong@') });
    const telemetry = createTelemetry();
    const replicas = createCluster({ config, clock: systemClock, log, telemetry });
    await replicas?.start();
    await replicas?.close();
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      {
        msg: expect.stringContaining('redis is not there'),
        err: { message: expect.stringContaining('WRONGPASS') },
      },
    ]);
  },
);
