import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startGateway, startUpstream } from '../support/gateway.ts';

let stack: AsyncDisposableStack;
beforeEach(() => {
  stack = new AsyncDisposableStack();
});
afterEach(() => stack.disposeAsync());

const price = { asset: 'BTC', price: 5, timestamp: 1_767_225_600, source: 'binance' };
const runPath =
  '/sim/run-stream?category_id=all&top_n=5&weighting=equal&rebalance_days=30&force=true';
const priceJson = JSON.stringify(price);

async function startBehind(listener: RequestListener, env: Readonly<Record<string, string>> = {}) {
  const node = stack.use(await startUpstream(listener));
  return stack.use(await startGateway({ DATA_NODE_URL: node.url, ...env }));
}

/** Responds with these bytes of HTTP, written by hand. */
const writeRaw = (text: string) => (request: IncomingMessage) => {
  request.socket.end(text, 'latin1');
};

const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';

describe('what upstreams are told', () => {
  test('default: every call names the gateway and what it can read', async () => {
    const seen: IncomingMessage['headers'][] = [];
    const listener: RequestListener = (request, response) => {
      seen.push(request.headers);
      response.setHeader('content-type', 'application/json').end(priceJson);
    };
    const other = stack.use(await startUpstream(listener));
    const gateway = await startBehind(listener, {
      ORACLE_URLS: other.url,
      L3_RPC_URL: other.url,
      SETTLEMENT_RPC_URL: other.url,
      MARKET_DATA_URL: other.url,
      DEFI_DATA_URL: other.url,
    });
    await gateway.rest('/price?asset=BTC');
    await gateway.rest('/itp-enrichment?itp_id=0x01');
    await gateway.rest('/vision/batches');
    await gateway.rest(runPath).then((one) => one.text());
    await fetch(`${gateway.url}/readyz`);
    expect(seen.length).toBeGreaterThan(5);
    for (const headers of seen) {
      expect(headers).toMatchObject({
        'user-agent': expect.stringMatching(/^dtf-graph\/\d+\.\d+\.\d+ \(\+https:\/\/\S+\)$/),
        accept: expect.stringMatching(/application\/json/),
        'accept-encoding': 'gzip, br, identity',
      });
    }
  });

  test('behavior: /dn forwards the User-Agent of the client, and names the gateway without one', async () => {
    const gateway = await startBehind((request, response) =>
      response.end(String(request.headers['user-agent'])),
    );
    const ask = (headers: Readonly<Record<string, string>>) =>
      import('node:http').then(
        ({ get }) =>
          new Promise<string>((resolve) => {
            get(`${gateway.url}/dn/x`, { headers }, async (response) => {
              resolve((await response.toArray()).join(''));
            });
          }),
      );
    expect(await ask({ 'User-Agent': 'bot/1' })).toBe('bot/1');
    expect(await ask({})).toMatch(/^dtf-graph\//);
  });
});

describe('encoded responses', () => {
  const encoders: Readonly<Record<string, [string, (body: string) => Buffer]>> = {
    gzip: ['gzip', gzipSync],
    'x-gzip': ['X-GZIP', gzipSync],
    br: ['br', brotliCompressSync],
    deflate: ['deflate', deflateSync],
    'raw deflate': ['deflate', deflateRawSync],
    identity: ['identity', (body) => Buffer.from(body)],
  };

  test.each(Object.entries(encoders))(
    'behavior: a response in %s is decoded, whatever was asked for',
    async (_name, [coding, encode]) => {
      const gateway = await startBehind((_request, response) => {
        const body = encode(priceJson);
        response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': coding });
        // In two pieces, so that the body is not complete in one read.
        response.write(body.subarray(0, 10));
        setTimeout(() => response.end(body.subarray(10)), 20);
      });
      const response = await gateway.rest('/price?asset=BTC');
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({ price: 5 });
    },
  );

  test.each([
    ['more than the limit when it is decoded', 'gzip', gzipSync(' '.repeat(70_000_000))],
    ['in an unknown coding', 'compress', Buffer.from(priceJson)],
    ['cut off', 'gzip', gzipSync(priceJson).subarray(0, 30)],
    ['not what it says', 'br', Buffer.from(priceJson)],
  ])('error: a response that is %s is 502', async (_what, coding, body) => {
    const gateway = await startBehind((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': coding });
      response.end(body);
    });
    const response = await gateway.rest('/price?asset=BTC');
    expect(response.status).toBe(502);
    expect(await response.json()).toEqual({ error: expect.any(String) });
  });

  test('behavior: a gzipped simulation stream reaches the client event by event', async () => {
    const { createGzip } = await import('node:zlib');
    const gateway = await startBehind((request, response) => {
      if (!request.url?.startsWith('/sim/run-stream')) {
        response
          .setHeader('content-type', 'application/json')
          .end('{"categories":[{"id":"all","name":"All","coin_count":9}]}');
        return;
      }
      response.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' });
      const gzip = createGzip();
      gzip.pipe(response);
      const send = (event: object) => {
        gzip.write(`data: ${JSON.stringify(event)}\n\n`);
        gzip.flush();
      };
      send({ type: 'progress', current_date: '2026-01-01', total_dates: 20, pct: 5 });
      setTimeout(() => {
        send({ type: 'error', error: 'no such category' });
        gzip.end();
      }, 100);
    });
    expect(await (await gateway.rest(runPath)).text()).toContain('"pct":5');
  });
});

describe('informational responses and chunk extensions', () => {
  test.each([
    ['100 Continue', 'HTTP/1.1 100 Continue\r\n\r\n'],
    ['100 twice', 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n'],
    ['102 Processing', 'HTTP/1.1 102 Processing\r\nDate: now\r\n\r\n'],
    ['103 Early Hints', 'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n'],
  ])('behavior: an unasked %s before the response is skipped', async (_name, before) => {
    const gateway = await startBehind(
      writeRaw(`${before}${head}Content-Length: ${priceJson.length}\r\n\r\n${priceJson}`),
    );
    expect((await gateway.rest('/price?asset=BTC')).status).toBe(200);
    expect(await (await fetch(`${gateway.url}/dn/price`)).json()).toEqual(price);
  });

  test('behavior: chunk extensions in quotes are read and ignored', async () => {
    const size = priceJson.length.toString(16);
    const gateway = await startBehind(
      writeRaw(
        `${head}Transfer-Encoding: chunked\r\n\r\n${size};sig="a b;\\"c\\"";x=y\r\n${priceJson}\r\n0;end="1"\r\n\r\n`,
      ),
    );
    expect(await (await gateway.rest('/price?asset=BTC')).json()).toMatchObject({ price: 5 });
    expect(await (await fetch(`${gateway.url}/dn/price`)).json()).toEqual(price);
  });
});

describe('a provider that refuses every call', () => {
  const refuse = (_request: IncomingMessage, response: ServerResponse) =>
    response.writeHead(403, { 'content-type': 'text/plain' }).end('who are you?');

  test('error: it is named in /readyz, once in the log and in the metric, until a call succeeds', async () => {
    let behaviour: RequestListener = refuse;
    const node = stack.use(
      await startUpstream((request, response) => behaviour(request, response)),
    );
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) });
    const gateway = stack.use(await startGateway({ DATA_NODE_URL: node.url }, { log }));
    const readDetails = async () => {
      const response = await fetch(`${gateway.url}/readyz`);
      return ((await response.json()) as { details?: Record<string, string> }).details;
    };
    await gateway.rest('/price?asset=A');
    expect(await readDetails()).toBeUndefined();
    for (const asset of ['B', 'C', 'D', 'E', 'F']) await gateway.rest(`/price?asset=${asset}`);
    expect(await readDetails()).toEqual({ 'data node': 'refuses every call: status 403' });
    const warnings = lines.filter((line) => line.includes('refuses every call'));
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain('data node');
    expect(warnings[0]).not.toContain(node.url);
    const metrics = await (await fetch(`${gateway.url}/metrics`)).text();
    expect(metrics).toMatch(
      /gateway_upstream_call_seconds_count\{upstream="data node",outcome="rejected"\} 6/,
    );

    behaviour = (_request, response) =>
      response.setHeader('content-type', 'application/json').end(priceJson);
    await gateway.rest('/price?asset=BTC');
    expect(await readDetails()).toBeUndefined();
  });
});
