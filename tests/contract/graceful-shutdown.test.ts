import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { systemClock } from '../../src/lib/clock.ts';
import { startGateway } from '../support/gateway.ts';

const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;

/** A connection that hears one answer after the other. */
async function open(url: string) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).setEncoding('latin1');
  await once(socket, 'connect');
  return {
    socket,
    ask: async (request: string) => {
      socket.write(request);
      const [text] = await Promise.race([once(socket, 'data'), once(socket, 'close')]);
      return String(text);
    },
  };
}

test('behavior: a request on an idle connection shortly after the stop gets its response, which ends it', async () => {
  const gateway = await startGateway({}, { shutdownIdleGrace: 1000 });
  const asked = '{"query":"{ __typename }"}';
  const head = `Host: x\r\nContent-Type: application/json\r\nContent-Length: ${asked.length}`;
  const post = `POST /graphql HTTP/1.1\r\n${head}\r\n\r\n${asked}`;
  const clients = await Promise.all([open(gateway.url), open(gateway.url)]);
  for (const { ask } of clients) {
    for (let times = 0; times < 4; times += 1) expect(await ask(post)).toContain('200 OK');
  }
  const silent = await open(gateway.url);
  const stopped = gateway[Symbol.asyncDispose]();
  await pause(100);
  expect(await clients[0]?.ask(post)).toMatch(/200 OK[\s\S]*Connection: close/);
  expect(await clients[1]?.ask(get('/readyz'))).toMatch(/503 [\s\S]*"status":"draining"/);
  expect(await silent.ask(get('/healthz'))).toMatch(/200 OK[\s\S]*Connection: close/);
  const before = performance.now();
  await stopped;
  expect(performance.now() - before).toBeLessThan(500);
});

test('behavior: a connection that stays without requests is closed after a while', async () => {
  const gateway = await startGateway({}, { shutdownIdleGrace: 300 });
  const { socket, ask } = await open(gateway.url);
  await ask(get('/healthz'));
  const closed = once(socket, 'close');
  const before = performance.now();
  await Promise.all([gateway[Symbol.asyncDispose](), closed]);
  expect(performance.now() - before).toBeGreaterThan(250);
  expect(performance.now() - before).toBeLessThan(2000);
});

test('behavior: a gateway that drains is not ready and serves new connections until the time is over', async () => {
  const gateway = await startGateway({ DRAIN_SECONDS: '1' });
  const before = performance.now();
  const stopped = gateway[Symbol.asyncDispose]();
  const answers: string[] = [];
  while (performance.now() - before < 700) {
    const { ask, socket } = await open(gateway.url);
    answers.push(await ask(get('/readyz')), await ask(get('/healthz')));
    socket.destroy();
    await pause(50);
  }
  expect(answers.every((answer, at) => answer.includes(at % 2 === 0 ? ' 503 ' : ' 200 '))).toBe(
    true,
  );
  await stopped;
  expect(performance.now() - before).toBeGreaterThan(1000);
  await expect(open(gateway.url)).rejects.toThrow('ECONNREFUSED');
});

test('behavior: a process that goes on does not keep a gateway that is closed', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const closed: WeakRef<object>[] = [];
  for (let times = 0; times < 3; times += 1) {
    const clock = { ...systemClock };
    closed.push(new WeakRef(clock));
    const gateway = await startGateway({}, { clock });
    await gateway.query('{ __typename }');
    await gateway.rest('/nothing');
    await gateway[Symbol.asyncDispose]();
  }
  // What runs here may hold the last one.
  await expect
    .poll(() => {
      collectGarbage();
      return closed.filter((gateway) => gateway.deref()).length;
    })
    .toBeLessThan(2);
});
