import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { startGateway, startUpstream } from '../support/gateway.ts';
import { postJson } from '../support/post-json.ts';

/** More responses than the system's buffers take. */
const several = 6;

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
const post = (query: string, accept = 'application/json') => {
  const body = JSON.stringify({ query });
  const head = `Host: x\r\nAccept: ${accept}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`;
  return `POST /graphql HTTP/1.1\r\n${head}\r\n\r\n${body}`;
};

const megabyte = 1024 * 1024;

/** Prices of so many assets that a response has some 4 MB. */
const prices: Record<string, number> = {};
for (let index = 0; index < 110_000; index += 1) prices[`ASSET${index}${'X'.repeat(20)}`] = 1.5;
const priceText = JSON.stringify(prices);

/** Far more observations than a history has, so that a permitted document has a response of 3 MB. */
const observations = Array.from({ length: 20_000 }, (_, at) => ({
  timestamp: 1_600_000_000 + at,
  value: at / 7,
}));
const historyText = JSON.stringify({ prices: observations });
const long = 'x'.repeat(100);
const history = `marketHistory(source: "crypto", asset: "BTC") { ${long}: timestamp value }`;
/** What asks the graph for it: executed, from memory, in parts. */
const documents = {
  posted: Array.from({ length: several }, (_, at) => post(`{ a${at}: ${history} }`)).join(''),
  cached: get(`/graphql?query=${encodeURIComponent(`{ ${history} }`)}`).repeat(several),
  deferred: post(
    `{ __typename ${Array.from({ length: 4 }, (_, at) => `... @defer { a${at}: ${history} }`).join(' ')} }`,
    'multipart/mixed',
  ).repeat(several),
  events: Array.from({ length: several }, (_, at) =>
    post(`{ a${at}: ${history} }`, 'text/event-stream'),
  ).join(''),
};

/** Calls of the tool that executes a document; each result has at most 400 kB. */
const calls = Array.from({ length: 40 }, (_, at) => {
  const params = { name: 'execute', arguments: { query: `{ a${at}: ${history} }` } };
  const body = JSON.stringify({ jsonrpc: '2.0', id: at, method: 'tools/call', params });
  const head = `Host: x\r\nAccept: application/json, text/event-stream\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`;
  return `POST /mcp HTTP/1.1\r\n${head}\r\n\r\n${body}`;
}).join('');

/** A data node with a large price map, and an endless body at any path below `/endless`. */
function startLargeNode() {
  const chunk = Buffer.alloc(64 * 1024, 'x');
  return startUpstream((request, response) => {
    if (request.url?.startsWith('/endless')) {
      const write = () => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on('drain', write);
      write();
      return;
    }
    if (request.url?.startsWith('/slow')) {
      setTimeout(() => response.end(`slow ${request.url}`), 30);
      return;
    }
    const text = request.url?.startsWith('/market/') ? historyText : priceText;
    response.setHeader('content-type', 'application/json').end(text);
  });
}

/** A clock by which nothing grows old. */
const stopped = { now: () => 1_767_225_600_000 };

/** A client that sends and reads nothing; tells when it is disconnected. */
async function stall(url: string, bytes: string) {
  const { port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.pause();
  socket.write(bytes);
  return socket;
}

/** Waits until so many clients were disconnected. */
const waitForCuts = (url: string, count: number) =>
  expect.poll(() => metric(url, 'gateway_stalled_clients_total')).toBe(count);

async function metric(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(new RegExp(`^${name}(?:\\{.*\\})? (\\d+)`, 'm').exec(text)?.[1] ?? 0);
}

async function receiveAll(url: string, bytes: string, isComplete: (text: string) => boolean) {
  const { port, hostname } = new URL(url);
  const socket: Socket = connect(Number(port), hostname, () => socket.write(bytes));
  let text = '';
  socket.setEncoding('latin1').on('data', (more) => {
    text += more;
  });
  await expect.poll(() => isComplete(text)).toBe(true);
  socket.destroy();
  return text;
}

describe('a client that does not take its response', () => {
  test.each([
    ['responses of REST', get('/api/latest-prices').repeat(several)],
    ['a response of /dn', get('/dn/endless')],
    ['a pipelined response of /dn', get('/healthz') + get('/dn/endless') + get('/healthz')],
    ['responses of GraphQL', documents.posted],
    ['cached responses of GraphQL', documents.cached],
    ['parts of GraphQL', documents.deferred],
    ['results of MCP', calls],
  ])('behavior: %s, is disconnected, and the memory is free', async (_what, bytes) => {
    await using upstream = await startLargeNode();
    await using gateway = await startGateway({
      DATA_NODE_URL: upstream.url,
      RESPONSE_STALL_SECONDS: '1',
    });
    const socket = await stall(gateway.url, bytes);
    await waitForCuts(gateway.url, 1);
    expect(await metric(gateway.url, 'gateway_pending_response_bytes')).toBe(0);
    socket.destroy();
  });

  test('behavior: also one that has read responses before', async () => {
    await using upstream = await startLargeNode();
    await using gateway = await startGateway({
      DATA_NODE_URL: upstream.url,
      RESPONSE_STALL_SECONDS: '1',
    });
    const { port, hostname } = new URL(gateway.url);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    let length = 0;
    socket.on('data', (chunk) => {
      length += chunk.length;
    });
    for (let times = 1; times <= 3; times += 1) {
      socket.write(get('/api/latest-prices'));
      await expect.poll(() => length).toBeGreaterThan(times * priceText.length);
      await pause(20);
    }
    socket.pause();
    for (let times = 0; times < several; times += 1) {
      socket.write(get('/api/latest-prices'));
      await pause(50);
    }
    await waitForCuts(gateway.url, 1);
    socket.destroy();
  });

  test.each([
    ['a response of /dn', get('/dn/endless')],
    ['responses of REST', get('/api/latest-prices').repeat(40)],
  ])('behavior: one that reads %s slowly is not disconnected', async (_what, bytesSent) => {
    await using upstream = await startLargeNode();
    await using gateway = await startGateway({
      DATA_NODE_URL: upstream.url,
      RESPONSE_STALL_SECONDS: '1',
    });
    const { port, hostname } = new URL(gateway.url);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(bytesSent);
    let bytes = 0;
    const before = performance.now();
    // 4 MB each 200 ms: a second of it takes much longer than the limit.
    socket.on('data', (chunk) => {
      bytes += chunk.length;
      if (bytes < 4 * megabyte) return;
      bytes = 0;
      socket.pause();
      setTimeout(() => socket.resume(), 200);
    });
    while (performance.now() - before < 3000) await pause(100);
    expect(socket.destroyed).toBe(false);
    expect(await metric(gateway.url, 'gateway_stalled_clients_total')).toBe(0);
    socket.destroy();
  });
});

describe('memory that is held by responses that are not taken', () => {
  test.each([
    ['REST', 1, get('/api/latest-prices').repeat(several)],
    ['GraphQL', 1, documents.posted],
    ['GraphQL, in parts', 1, documents.deferred],
    ['GraphQL, as events', 1, documents.events],
    // Results that are refused were computed, so that this share is soon held.
    ['MCP', 8, calls],
  ])(
    'error: a client that holds its share by %s, on %i connections, gets 429 on both APIs and /dn',
    async (_by, connections, bytes) => {
      await using upstream = await startLargeNode();
      await using gateway = await startGateway({
        DATA_NODE_URL: upstream.url,
        PENDING_RESPONSE_CLIENT_MB: '1',
        TRUSTED_PROXIES: '127.0.0.1',
      });
      const stalled = await Promise.all(
        Array.from({ length: connections }, () => stall(gateway.url, bytes)),
      );
      // The system's buffers are filled first: with results of 400 kB this takes dozens of calls.
      await expect
        .poll(() => metric(gateway.url, 'gateway_pending_response_bytes'), { timeout: 60_000 })
        .toBeGreaterThan(megabyte);
      // While the gateway computes what is left of the calls, upstream calls may be late.
      await expect
        .poll(async () => (await fetch(`${gateway.url}/api/latest-prices`)).status, {
          timeout: 60_000,
        })
        .toBe(429);
      for (const path of ['/api/latest-prices', '/dn/slow/1']) {
        const refused = await fetch(gateway.url + path);
        expect(refused.status).toBe(429);
        expect(refused.headers.get('retry-after')).toBe('10');
        expect(Object.keys((await refused.json()) as object)).toEqual(['error']);
      }
      const ask = (query: string) => postJson(`${gateway.url}/graphql`, { query });
      for (const name of ['other', 'another', 'other']) {
        const refused = await ask(`{ ${name}: ${history} }`);
        expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10']);
        expect(await refused.json()).toMatchObject({
          errors: [{ extensions: { code: 'RATE_LIMITED' } }],
        });
      }
      // Small responses, and other clients, are served.
      expect((await ask('{ __typename }')).status).toBe(200);
      expect((await fetch(`${gateway.url}/healthz`)).status).toBe(200);
      const other = await fetch(`${gateway.url}/api/latest-prices`, {
        headers: { 'x-forwarded-for': '10.1.2.3' },
      });
      expect(other.status).toBe(200);
      await other.arrayBuffer();
      for (const socket of stalled) socket.destroy();
      await expect.poll(() => metric(gateway.url, 'gateway_pending_response_bytes')).toBe(0);
      expect((await fetch(`${gateway.url}/dn/slow/1`)).status).toBe(200);
      expect(await metric(gateway.url, 'gateway_refused_responses_total')).toBeGreaterThan(1);
    },
  );

  test('error: 503 when all clients together hold the total', async () => {
    await using upstream = await startLargeNode();
    await using gateway = await startGateway({
      DATA_NODE_URL: upstream.url,
      PENDING_RESPONSE_TOTAL_MB: '2',
    });
    const stalled = await stall(gateway.url, get('/api/latest-prices').repeat(several));
    await expect
      .poll(() => metric(gateway.url, 'gateway_pending_response_bytes'))
      .toBeGreaterThan(2 * megabyte);
    expect((await fetch(`${gateway.url}/api/latest-prices`)).status).toBe(503);
    const refused = await postJson(`${gateway.url}/graphql`, { query: `{ ${history} }` });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '10']);
    stalled.destroy();
  });

  test('behavior: a response from memory that many do not take is held once', async () => {
    await using upstream = await startLargeNode();
    await using gateway = await startGateway({ DATA_NODE_URL: upstream.url }, { clock: stopped });
    for (let times = 0; times < 3; times += 1) {
      await (await fetch(`${gateway.url}/api/latest-prices`)).arrayBuffer();
    }
    const stalled = await Promise.all(
      Array.from({ length: 10 }, () =>
        stall(gateway.url, get('/api/latest-prices').repeat(several)),
      ),
    );
    await expect
      .poll(() => metric(gateway.url, 'gateway_pending_response_bytes'))
      .toBeGreaterThan(2 * megabyte);
    await pause(300);
    expect(await metric(gateway.url, 'gateway_pending_response_bytes')).toBeLessThan(
      3 * priceText.length,
    );
    for (const socket of stalled) socket.destroy();
  });
});

describe('pipelined requests', () => {
  test('default: get their responses one after the other, in order, however many come at once', async () => {
    await using upstream = await startLargeNode();
    await using gateway = await startGateway({ DATA_NODE_URL: upstream.url });
    const count = 120;
    let bytes = '';
    for (let index = 0; index < count; index += 1) {
      bytes += index % 3 === 0 ? get(`/dn/slow/${index}`) : post(`{ a${index}: __typename }`);
    }
    const last = `"a${count - 1}"`;
    const text = await receiveAll(gateway.url, bytes, (all) => all.includes(last));
    const order = [...text.matchAll(/slow \/slow\/(\d+)|\{"data":\{"a(\d+)"/g)];
    expect(order.map(([, slow, query]) => Number(slow ?? query))).toEqual(
      Array.from({ length: count }, (_, index) => index),
    );
    // None was begun before the one before it was sent.
    expect(upstream.asked).toHaveLength(count / 3);
  });

  test('behavior: a request that waits is not begun when its client leaves', async () => {
    await using upstream = await startLargeNode();
    await using gateway = await startGateway({ DATA_NODE_URL: upstream.url });
    const socket = await stall(gateway.url, get('/dn/endless') + get('/dn/slow/after'));
    await expect.poll(() => upstream.asked.length).toBe(1);
    socket.destroy();
    await pause(200);
    expect(upstream.asked).toEqual(['GET /endless']);
  });
});
