import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type FaultyWorld, startFaultyWorld } from '../support/faulty-world.ts';
import { startGateway } from '../support/gateway.ts';

// Audits the protocol document of graphql-transport-ws with a plain WebSocket.

let world: FaultyWorld;
beforeAll(async () => {
  world = await startFaultyWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

type Message = { readonly id?: string; readonly type: string; readonly payload?: unknown };

type Client = {
  readonly socket: WebSocket;
  readonly send: (message: unknown) => void;
  readonly next: () => Promise<Message>;
  readonly closed: Promise<readonly [number, string]>;
};

const opened: WebSocket[] = [];
afterEach(() => {
  for (const socket of opened.splice(0)) socket.terminate();
});

async function connect(
  options: { path?: string; protocol?: string; origin?: string; base?: string } = {},
): Promise<Client> {
  const {
    path = '/graphql',
    protocol = 'graphql-transport-ws',
    base = world.gateway.url,
  } = options;
  const headers = options.origin === undefined ? {} : { origin: options.origin };
  const socket = new WebSocket(base.replace('http', 'ws') + path, protocol, { headers });
  opened.push(socket);
  const waiting: ((message: Message) => void)[] = [];
  const received: Message[] = [];
  socket.on('message', (data) => {
    const message = JSON.parse(String(data)) as Message;
    const wake = waiting.shift();
    if (wake) wake(message);
    else received.push(message);
  });
  const closed = new Promise<readonly [number, string]>((resolve) =>
    socket.on('close', (code, reason) => resolve([code, String(reason)])),
  );
  await once(socket, 'open');
  return {
    socket,
    send: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    next: () => {
      const first = received.shift();
      return first ? Promise.resolve(first) : new Promise((resolve) => waiting.push(resolve));
    },
    closed,
  };
}

async function connectAndInit(options?: Parameters<typeof connect>[0]): Promise<Client> {
  const client = await connect(options);
  client.send({ type: 'connection_init' });
  expect(await client.next()).toEqual({ type: 'connection_ack' });
  return client;
}

const subscribe = (id: string, query: string, more: object = {}) => ({
  id,
  type: 'subscribe',
  payload: { query, ...more },
});
const wallet = '0x0000000000000000000000000000000000000001';
const endless = `subscription { portfolio(address: "${wallet}") { totalValueUsd } }`;

describe('the connection', () => {
  test('default: is acknowledged once it is initialised', async () => {
    const client = await connect();
    expect(client.socket.protocol).toBe('graphql-transport-ws');
    client.send({ type: 'connection_init', payload: { any: 'thing' } });
    expect(await client.next()).toEqual({ type: 'connection_ack' });
  });

  test.each(['graphql-ws', 'mqtt'])('error: the subprotocol %s is 4406', async (protocol) => {
    const socket = new WebSocket(`${world.gateway.url.replace('http', 'ws')}/graphql`, protocol);
    opened.push(socket);
    // The client refuses a response without a subprotocol before it reads the close.
    await expect(once(socket, 'open')).rejects.toThrow('subprotocol');
    const silent = new WebSocket(`${world.gateway.url.replace('http', 'ws')}/graphql`);
    opened.push(silent);
    const [code, reason] = await once(silent, 'close');
    expect([code, String(reason)]).toEqual([4406, 'Subprotocol not acceptable']);
  });

  test('error: one that is not initialised within 3 s is closed with 4408', async () => {
    const client = await connect();
    const startedAt = performance.now();
    expect(await client.closed).toEqual([4408, 'Connection initialisation timeout']);
    expect(performance.now() - startedAt).toBeGreaterThan(2500);
  });

  test('error: a second initialisation is 4429', async () => {
    const client = await connectAndInit();
    client.send({ type: 'connection_init' });
    expect(await client.closed).toEqual([4429, 'Too many initialisation requests']);
  });

  test('error: an operation before the acknowledgement is 4401', async () => {
    const client = await connect();
    client.send(subscribe('1', '{ __typename }'));
    expect(await client.closed).toEqual([4401, 'Unauthorized']);
  });

  test.each([
    'no JSON',
    '{}',
    '{"type":"unknown"}',
    '{"type":"subscribe","payload":{"query":"{ __typename }"}}',
    '{"type":"subscribe","id":"","payload":{"query":"{ __typename }"}}',
    '{"type":"subscribe","id":"1"}',
    '{"type":"subscribe","id":"1","payload":{"query":7}}',
    '{"type":"complete"}',
    '{"type":"ping","payload":"text"}',
    '{"type":"connection_ack"}',
    '{"type":"next","id":"1","payload":{}}',
  ])('error: the message %s is 4400', async (text) => {
    const client = await connectAndInit();
    client.send(text);
    expect(await client.closed).toEqual([4400, 'Invalid message received']);
  });

  test('error: a binary message is 4400, one of more than 256 kB is 1009', async () => {
    const binary = await connectAndInit();
    binary.socket.send(Buffer.from('{"type":"ping"}'), { binary: true });
    expect((await binary.closed)[0]).toBe(4400);
    const large = await connectAndInit();
    large.send({ type: 'ping', payload: { text: 'x'.repeat(256 * 1024) } });
    expect((await large.closed)[0]).toBe(1009);
  });

  test('default: pings of both kinds are answered, also before the acknowledgement', async () => {
    const client = await connect();
    client.send({ type: 'ping', payload: { at: 1 } });
    expect(await client.next()).toEqual({ type: 'pong', payload: { at: 1 } });
    client.send({ type: 'ping' });
    expect(await client.next()).toEqual({ type: 'pong' });
    client.send({ type: 'pong' });
    client.socket.ping('hello');
    const [data] = await once(client.socket, 'pong');
    expect(String(data)).toBe('hello');
  });
});

describe('operations', () => {
  test('default: a query has one result, then it is complete', async () => {
    const client = await connectAndInit();
    client.send(subscribe('a', '{ assets(first: 1) { edges { node { symbol } } } }'));
    const next = await client.next();
    expect(next).toMatchObject({
      id: 'a',
      type: 'next',
      payload: { data: { assets: { edges: [{}] } } },
    });
    expect(await client.next()).toEqual({ id: 'a', type: 'complete' });
  });

  test('default: @defer comes in parts', async () => {
    const client = await connectAndInit();
    client.send(subscribe('d', '{ gateway { version ... @defer { ready } } }'));
    const parts: Message[] = [];
    for (;;) {
      const message = await client.next();
      if (message.type === 'complete') break;
      parts.push(message);
    }
    expect(parts[0]).toMatchObject({ type: 'next', payload: { data: { gateway: {} } } });
    expect(parts.at(-1)?.payload).toMatchObject({ hasNext: false });
  });

  test.each([
    ['{', 'GRAPHQL_PARSE_FAILED'],
    ['{ nothing }', 'GRAPHQL_VALIDATION_FAILED'],
    ['query A { __typename } query B { __typename }', 'OPERATION_RESOLUTION_FAILURE'],
    [
      '{ simulationResults(first: 100) { edges { node { navSeries { date nav } } } } }',
      'LIMIT_EXCEEDED',
    ],
    ['subscription { nothing }', 'GRAPHQL_VALIDATION_FAILED'],
    ['', 'INVALID_INPUT'],
  ])('error: %s is an error message, and the id is free again', async (query, code) => {
    const client = await connectAndInit();
    for (let count = 0; count < 2; count += 1) {
      client.send(subscribe('e', query));
      const message = await client.next();
      expect(message).toMatchObject({
        id: 'e',
        type: 'error',
        payload: [{ extensions: { code } }],
      });
      expect(JSON.stringify(message)).not.toContain('"http"');
    }
  });

  test('error: an id in use is 4409', async () => {
    const client = await connectAndInit();
    client.send(subscribe('same', endless));
    await client.next();
    client.send(subscribe('same', endless));
    expect(await client.closed).toEqual([4409, 'Subscriber for same already exists']);
  });

  test('behavior: a completed operation sends nothing more, and its id is free', async () => {
    const client = await connectAndInit();
    client.send(subscribe('s', endless));
    expect(await client.next()).toMatchObject({ id: 's', type: 'next' });
    client.send({ id: 's', type: 'complete' });
    client.send(subscribe('s', '{ __typename }'));
    expect(await client.next()).toEqual({
      id: 's',
      type: 'next',
      payload: { data: { __typename: 'Query' } },
    });
    expect(await client.next()).toEqual({ id: 's', type: 'complete' });
  });

  test('error: more than 100 operations, and ids of more than 200 characters, are refused', async () => {
    const client = await connectAndInit();
    client.send(subscribe('x'.repeat(201), '{ __typename }'));
    expect(await client.next()).toMatchObject({
      type: 'error',
      payload: [{ extensions: { code: 'INVALID_INPUT' } }],
    });
    for (let count = 0; count <= 100; count += 1) client.send(subscribe(`${count}`, endless));
    const errors: Message[] = [];
    for (let count = 0; count <= 100; count += 1) {
      const message = await client.next();
      if (message.type === 'error') errors.push(message);
    }
    expect(errors).toMatchObject([
      { id: '100', payload: [{ extensions: { code: 'RATE_LIMITED' } }] },
    ]);
  });
});

describe('the upgrade', () => {
  const upgrade = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    new Promise<{ status: number; body: string }>((resolve, reject) => {
      const { hostname, port } = new URL(world.gateway.url);
      const sent = request({
        hostname,
        port,
        path,
        method,
        headers: {
          connection: 'Upgrade',
          upgrade: 'websocket',
          'sec-websocket-version': '13',
          'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
          ...headers,
        },
      });
      sent.on('upgrade', (response, socket) => {
        socket.destroy();
        resolve({ status: response.statusCode ?? 0, body: '' });
      });
      sent.on('response', async (response) => {
        const body = (await response.toArray()).join('');
        resolve({ status: response.statusCode ?? 0, body });
      });
      sent.on('error', reject);
      sent.end();
    });

  test.each(['/graphql', '/graphql/', '/graphql?any=thing'])(
    'default: is served at %s',
    async (path) => {
      expect((await upgrade(path)).status).toBe(101);
    },
  );

  test.each([
    ['/healthz', 200],
    ['/nothing', 404],
    ['/api/dtfs', 404],
  ])('behavior: %s ignores it', async (path, status) => {
    expect((await upgrade(path)).status).toBe(status);
  });

  test('behavior: an upgrade to HTTP/2 is ignored', async () => {
    const { status } = await upgrade('/graphql?query={__typename}', { upgrade: 'h2c' });
    expect(status).toBe(200);
  });

  test.each([
    [{ 'sec-websocket-version': '7' }, 'GET', 400],
    [{ 'sec-websocket-key': 'short' }, 'GET', 400],
    [{}, 'POST', 400],
    [{ origin: 'nonsense' }, 'GET', 403],
    [{ origin: 'https://page.example' }, 'GET', 101],
    [{ origin: 'null' }, 'GET', 101],
  ])('error: a handshake with %o by %s is %i', async (headers, method, status) => {
    const seen = await upgrade('/graphql', headers as Record<string, string>, method);
    expect(seen.status).toBe(status);
    if (status !== 101) expect(JSON.parse(seen.body)).toHaveProperty('error');
  });

  test('error: a client with too many streams is 429, until one is closed', async () => {
    await using gateway = await startGateway({ STREAM_LIMIT_PER_CLIENT: '1' });
    const first = await connectAndInit({ base: gateway.url });
    await expect(connect({ base: gateway.url })).rejects.toThrow('429');
    first.socket.close();
    await first.closed;
    await expect
      .poll(() =>
        connectAndInit({ base: gateway.url }).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
  });

  test('behavior: CONNECTION_LIMIT counts them', async () => {
    await using gateway = await startGateway({ CONNECTION_LIMIT: '2' });
    await connectAndInit({ base: gateway.url });
    await connectAndInit({ base: gateway.url });
    await expect(connect({ base: gateway.url })).rejects.toThrow();
  });

  test('behavior: a shutdown closes them with 1001, and ends also where a client does not answer', async () => {
    const gateway = await startGateway();
    const polite = await connectAndInit({ base: gateway.url });
    const deaf = await connectAndInit({ base: gateway.url });
    deaf.socket.pause();
    const startedAt = performance.now();
    await gateway[Symbol.asyncDispose]();
    expect(await polite.closed).toEqual([1001, 'the service is restarting; try again']);
    expect(performance.now() - startedAt).toBeLessThan(5000);
  });
});
