import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { startGateway, startUpstream } from '../support/gateway.ts';

/** What a new connection hears to a request for `/healthz`; empty when it is hung up on. */
async function hear(url: string): Promise<{ readonly socket: Socket; readonly text: string }> {
  const { port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname).setEncoding('utf8');
  socket.on('error', () => undefined);
  socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
  const [text = ''] = await Promise.race([once(socket, 'data'), once(socket, 'close')]);
  return { socket, text: typeof text === 'string' ? text : '' };
}

test('error: a connection beyond the limit is closed, one that ends makes room', async () => {
  await using gateway = await startGateway({ CONNECTION_LIMIT: '2' });
  const [one, two] = [await hear(gateway.url), await hear(gateway.url)];
  expect([one.text, two.text]).toEqual(Array(2).fill(expect.stringContaining('200 OK')));
  expect((await hear(gateway.url)).text).toBe('');
  one.socket.destroy();
  const after = async () => {
    const { socket, text } = await hear(gateway.url);
    socket.destroy();
    return text;
  };
  await expect.poll(after).toContain('200 OK');
  two.socket.destroy();
});

const price = { price: 1, timestamp: 1, source: 'x' };
const assetIn = (url: string) => new URL(url, 'http://x').searchParams.get('asset');
/** What the data node says to a path. */
const bodyOf = (url = '') =>
  JSON.stringify(url.startsWith('/price') ? { asset: assetIn(url), ...price } : { BTC: 1 });

/** Some heads are node's, some are ours. */
const requests = [
  { what: 'a page', line: 'GET /healthz', status: 200 },
  { what: 'an answer from memory', line: 'GET /api/price?asset=BTC', status: 200 },
  { what: 'the head of one', line: 'HEAD /api/price?asset=BTC', status: 200 },
  { what: 'a new answer', line: 'GET /api/price?asset=NEW', status: 200 },
  { what: 'an answer passed on', line: 'GET /dn/price?asset=BTC', status: 200 },
  { what: 'an error', line: 'GET /api/price', status: 400 },
  { what: 'a query', line: 'GET /graphql?query={asset(symbol:"BTC"){price}}', status: 200 },
  {
    what: 'an answer in parts',
    line: 'GET /graphql?query={asset(symbol:"BTC"){...@defer{price}}}',
    status: 200,
  },
];

/** The next answer on a connection, to its end. */
async function answerOn(socket: Socket): Promise<string> {
  let text = String(await once(socket, 'data'));
  while (text.includes('Transfer-Encoding: chunked') && !text.endsWith('\r\n0\r\n\r\n')) {
    text += await once(socket, 'data');
  }
  return text;
}

test('behavior: a connection that a balancer keeps for later takes what is posted then', async () => {
  await using gateway = await startGateway();
  const { socket } = await hear(gateway.url);
  await setTimeout(8000);
  const body = '{"query":"{ __typename }"}';
  const head = `Host: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`;
  socket.write(`POST /graphql HTTP/1.1\r\n${head}\r\n\r\n${body}`);
  expect(await answerOn(socket)).toMatch(/^HTTP\/1.1 200 /);
  socket.destroy();
}, 15_000);

describe('behavior: a connection ends, as announced, with its thousandth response', () => {
  test.each(requests)('$what', async ({ line, status }) => {
    await using upstream = await startUpstream(({ url }, response) => {
      const body = bodyOf(url);
      response.setHeader('Content-Length', body.length).end(body);
    });
    await using gateway = await startGateway({ DATA_NODE_URL: upstream.url });
    const { socket, text } = await hear(gateway.url);
    expect(text).toContain('Keep-Alive: timeout=65, max=1000');
    const closed = once(socket, 'close');
    const statuses = new Set<string>();
    let asked = 1;
    for (let response = text; !response.includes('Connection: close'); asked += 1) {
      socket.write(`${line} HTTP/1.1\r\nHost: x\r\n\r\n`);
      response = await answerOn(socket);
      statuses.add(response.slice(0, 12));
    }
    const answeredAt = performance.now();
    await closed;
    // Not only when a connection without requests would be closed.
    expect(performance.now() - answeredAt).toBeLessThan(4000);
    expect({ asked, statuses: [...statuses] }).toEqual({
      asked: 1000,
      statuses: [`HTTP/1.1 ${status}`],
    });
  });
});

describe('behavior: a connection ends with the first response to a request that arrives during shutdown', () => {
  test.each(requests)('$what', async ({ line, status }) => {
    const held = Promise.withResolvers<() => void>();
    await using upstream = await startUpstream(({ url }, response) => {
      const body = bodyOf(url);
      const answer = () => void response.setHeader('Content-Length', body.length).end(body);
      if (url?.includes('HELD')) held.resolve(answer);
      else answer();
    });
    await using gateway = await startGateway({ DATA_NODE_URL: upstream.url });
    const { socket } = await hear(gateway.url);
    const get = (what: string) => socket.write(`${what} HTTP/1.1\r\nHost: x\r\n\r\n`);
    for (const again of ['one', 'two', 'three']) {
      get('GET /api/price?asset=BTC');
      expect(String(await once(socket, 'data')), again).toContain('200 OK');
    }
    get('GET /api/price?asset=HELD');
    const response = await held.promise;
    const stopped = gateway[Symbol.asyncDispose]();
    get(line);
    let text = '';
    socket.on('data', (more) => {
      text += more;
    });
    const closed = once(socket, 'close');
    response();
    await Promise.all([closed, stopped]);
    expect(text.match(/HTTP\/1.1 \d+|\bConnection: .*/g)).toEqual([
      'HTTP/1.1 200',
      'Connection: keep-alive',
      `HTTP/1.1 ${status}`,
      'Connection: close',
    ]);
  });
});
