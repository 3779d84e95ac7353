import type { ServerResponse } from 'node:http';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { sendRawAndRead } from '../../../src/http/proxy/testing/proxy.ts';
import { disconnectMidway } from '../../support/disconnect-midway.ts';
import { createExactClient } from '../../support/exact-http-client.ts';
import { countParsedRequests, startGateway, startUpstream } from '../../support/gateway.ts';
import { requestIdFor } from '../../support/request-id-for.ts';
import { subscribeToChannel } from '../../support/subscribe-to-channel.ts';

const priceOf = (asset: string | null) =>
  JSON.stringify({ asset, price: 1, timestamp: 1, source: 'data-node' });

/** A gateway on a data node that answers some assets with errors, and some never. */
async function startWorld() {
  const stack = new AsyncDisposableStack();
  const lines: { requestId?: string; status?: number; path?: string; method?: string }[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line));
  const open: ServerResponse[] = [];
  const upstreamTraces: unknown[] = [];
  const node = stack.use(
    await startUpstream((request, response) => {
      upstreamTraces.push([request.headers.traceparent, request.headers.tracestate]);
      response.setHeader('content-type', 'application/json');
      const asset = new URL(request.url ?? '', 'http://x').searchParams.get('asset');
      if (asset?.startsWith('NONE')) response.writeHead(404).end('{"error":"no such asset"}');
      else if (asset === 'BAD') response.end('{"price":"dear"}');
      else if (asset === 'NEVER') open.push(response);
      else if (asset === 'SLOW') setTimeout(() => response.end(priceOf(asset)), 200);
      else response.end(priceOf(asset));
    }),
  );
  const start = async (FAST_PATH: 'on' | 'off') =>
    stack.use(
      await startGateway(
        { DATA_NODE_URL: node.url, FAST_PATH },
        {
          clock: { now: () => 1_800_000_000_000 },
          log: pino({ level: 'info', base: null }, { write }),
        },
      ),
    );
  const quick = await start('on');
  const plain = await start('off');
  const { parsed } = stack.use(countParsedRequests(quick));
  const client = stack.adopt(createExactClient(), (one) => one.close());
  return {
    ...{ quick, plain, client, lines, open, parsed, upstreamTraces },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

test.each([
  { path: '/api/price?asset=eth', status: 200 },
  { path: '/api/price?asset=NONE', status: 404 },
  { path: '/api/price?asset=BAD', status: 502 },
  { path: '/api/price?asset=!', status: 400 },
  { path: '/api/price?asset=a&asset=b', status: 400 },
  { path: '/api/price', status: 400 },
])('default: $path is answered past the parser as behind it', async ({ path, status }) => {
  await using world = await startWorld();
  const { quick, plain, client, lines } = world;
  // One that is seen by the parser, and one that shows where a request ends.
  for (const asset of ['one', 'two']) {
    await client.request(quick.url, { path: `/api/price?asset=${asset}` });
  }
  const headers = { 'x-request-id': requestIdFor('mine') };
  const [past, behind] = [
    await client.request(quick.url, { path, headers }),
    await client.request(plain.url, { path, headers }),
  ];
  expect(world.parsed()).toBe(2);
  expect(past).toEqual(behind);
  expect(past.status).toBe(status);
  const logged = () => lines.filter((line) => line.path === '/api/price').slice(-2);
  await expect.poll(() => lines.filter((line) => line.path === '/api/price')).toHaveLength(4);
  const [one, other] = logged().map(({ status, requestId, method }) => [status, requestId, method]);
  expect(one).toEqual(other);
  const count = `gateway_request_seconds_count{api="rest",route="/price",status="${status}"}`;
  const metrics = await Promise.all(
    [quick, plain].map(async ({ url }) => (await fetch(`${url}/metrics`)).text()),
  );
  const counts = metrics.map((text) => Number(text.split(`${count} `)[1]?.split('\n')[0]));
  expect(counts).toEqual([status === 200 ? 3 : 1, 1]);
});

test('behavior: upstream calls continue the trace of a request that bypasses the parser', async () => {
  await using world = await startWorld();
  const { quick, client, upstreamTraces } = world;
  for (const asset of ['one', 'two']) {
    await client.request(quick.url, { path: `/api/price?asset=${asset}` });
  }
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  const headers = { traceparent, tracestate: 'vendor=1' };
  await client.request(quick.url, { path: '/api/price?asset=three', headers });
  await client.request(quick.url, { path: '/api/price?asset=four' });
  expect(world.parsed()).toBe(2);
  const none = [undefined, undefined];
  expect(upstreamTraces).toEqual([none, none, [traceparent, 'vendor=1'], none]);
});

test('behavior: the upstream call ends when the client leaves, and is logged as 499', async () => {
  await using world = await startWorld();
  const { quick, client } = world;
  for (const asset of ['one', 'two']) {
    await client.request(quick.url, { path: `/api/price?asset=${asset}` });
  }
  const path = '/api/price?asset=NEVER';
  const asked = client.request(quick.url, {
    path,
    headers: { 'x-request-id': requestIdFor('gone') },
  });
  await disconnectMidway({ ...world, asked });
});

/** As on a node without the fields that `read-bytes.ts` sets. */
function forbidOneBuffer(): Disposable {
  return subscribeToChannel('net.server.socket', (message) => {
    const { socket } = message as { readonly socket: { readonly _handle: object } };
    Object.assign(socket._handle, { useUserBuffer: undefined });
  });
}

describe.each([
  ['one buffer', () => ({ [Symbol.dispose]: () => {} })],
  ["node's own buffers", forbidOneBuffer],
])('read into %s', (_buffers, prepare) => {
  test.each([
    { filler: 90_000, middle: ['HTTP/1.1 200', '"__typename"'] },
    { filler: 300_000, middle: ['HTTP/1.1 413'] },
  ])(
    'behavior: what is sent behind a slow read and a body of $filler bytes is answered in its turn',
    async ({ filler, middle }) => {
      using _prepared = prepare();
      await using world = await startWorld();
      const body = JSON.stringify({ query: `{ __typename } #${'x'.repeat(filler)}` });
      const type = 'Content-Type: application/json';
      const requests = [
        'GET /api/price?asset=SLOW HTTP/1.1\r\nHost: x\r\n\r\n',
        `POST /graphql HTTP/1.1\r\nHost: x\r\n${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
        'GET /api/price?asset=LAST HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      ];
      const { port } = new URL(world.quick.url);
      const responses = await sendRawAndRead(Number(port), requests.join(''));
      const told = responses.match(/HTTP\/1.1 \d+|"price":1|"__typename"/g);
      const read = ['HTTP/1.1 200', '"price":1'];
      expect(told).toEqual([...read, ...middle, ...read]);
    },
  );
});
