import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { sendSuccess } from '../support/faulty-upstream.ts';
import { type FaultyWorld, startFaultyWorld } from '../support/faulty-world.ts';
import { startGateway } from '../support/gateway.ts';
import {
  createWebSocketClients,
  type Message,
  subscribe,
  type WebSocketClient,
} from '../support/websocket-clients.ts';

// graphql-ws has a protocol document (PROTOCOL.md) and no audit suite, as graphql-http has for HTTP.
// These tests are the audit: each message and each close code of the document, with a plain WebSocket.
// 4403 is never sent, because a forbidden origin is refused with HTTP 403 before there is a connection.

let world: FaultyWorld;
beforeAll(async () => {
  world = await startFaultyWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const { connect, opened, closeAll } = createWebSocketClients(() => world.gateway.url);
afterEach(closeAll);

async function connectAndInit(options?: Parameters<typeof connect>[0]): Promise<WebSocketClient> {
  const client = await connect(options);
  client.send({ type: 'connection_init' });
  expect(await client.next()).toEqual({ type: 'connection_ack' });
  return client;
}

const wallet = '0x0000000000000000000000000000000000000001';
const endless = `subscription { portfolio(address: "${wallet}") { totalValueUsd } }`;

describe('the connection', () => {
  test('default: is acknowledged once it is initialised', async () => {
    const client = await connect();
    expect(client.socket.protocol).toBe('graphql-transport-ws');
    client.send({ type: 'connection_init', payload: { any: 'thing' } });
    expect(await client.next()).toEqual({ type: 'connection_ack' });
  });

  test('args: the payload of the initialisation is an object, null or left out', async () => {
    const client = await connect();
    client.send({ type: 'connection_init', payload: null });
    expect(await client.next()).toEqual({ type: 'connection_ack' });
    const wrong = await connect();
    wrong.send({ type: 'connection_init', payload: 'text' });
    expect(await wrong.closed).toEqual([4400, 'Invalid message received']);
  });

  test('behavior: a client that closes it with 1000 is answered, and its operations end', async () => {
    const openStreams = async () => {
      const text = await (await fetch(`${world.gateway.url}/metrics`)).text();
      return /^gateway_open_streams\{stream="[^"]*websocket"\} (\d+)/m.exec(text)?.[1];
    };
    await expect.poll(openStreams).toBe('0');
    const client = await connectAndInit();
    client.send(subscribe('1', endless));
    await client.next();
    expect(await openStreams()).toBe('1');
    client.socket.close(1000, 'done');
    expect((await client.closed)[0]).toBe(1000);
    await expect.poll(openStreams).toBe('0');
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
    '{"type":"pong","payload":"text"}',
    '{"type":"error","id":"1","payload":[]}',
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

  test('error: an id in use is 4409 for another type of operation too', async () => {
    const client = await connectAndInit();
    client.send(subscribe('same', endless));
    await client.next();
    client.send(subscribe('same', '{ __typename }'));
    expect(await client.closed).toEqual([4409, 'Subscriber for same already exists']);
  });

  test('default: operations of a connection run at the same time', async () => {
    const client = await connectAndInit();
    client.send(subscribe('stream', endless));
    expect(await client.next()).toMatchObject({ id: 'stream', type: 'next' });
    const nothing = { operationName: null, variables: null, extensions: null };
    client.send(subscribe('single', '{ __typename }', nothing));
    expect(await client.next()).toMatchObject({ id: 'single', type: 'next' });
    expect(await client.next()).toEqual({ id: 'single', type: 'complete' });
    client.send({ id: 'stream', type: 'complete' });
  });

  test('behavior: the result of a query that is completed before is not sent', async () => {
    let isAsked = () => {};
    const asked = new Promise<void>((resolve) => {
      isAsked = resolve;
    });
    let answer = () => {};
    world.setFault('dataNode', {
      name: 'late',
      kind: 'harmless',
      respond: (exchange) => {
        answer = () => sendSuccess(exchange);
        isAsked();
      },
    });
    const client = await connectAndInit();
    client.send(subscribe('early', '{ simulationCategories { id } }'));
    await asked;
    client.send({ id: 'early', type: 'complete' });
    client.send({ type: 'ping' });
    expect(await client.next()).toEqual({ type: 'pong' });
    world.setFault('dataNode', null);
    answer();
    client.send(subscribe('late', '{ simulationCategories { id } }'));
    expect(await client.next()).toMatchObject({ id: 'late', type: 'next' });
    expect(await client.next()).toEqual({ id: 'late', type: 'complete' });
  });

  test('behavior: the completion of an operation that is over or unknown is ignored', async () => {
    const client = await connectAndInit();
    client.send(subscribe('a', '{ __typename }'));
    expect(await client.next()).toMatchObject({ id: 'a', type: 'next' });
    expect(await client.next()).toEqual({ id: 'a', type: 'complete' });
    client.send({ id: 'a', type: 'complete' });
    client.send({ id: 'unknown', type: 'complete' });
    client.send({ type: 'ping' });
    expect(await client.next()).toEqual({ type: 'pong' });
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
