import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { sendRawAndRead } from '../../src/http/proxy/testing/proxy.ts';
import { createExactClient, type ExactRequest } from '../support/exact-http-client.ts';
import { startGateway, startUpstream } from '../support/gateway.ts';
import { requestIdFor } from '../support/request-id-for.ts';

type Line = { readonly requestId?: string; readonly status?: number };

/** A gateway on a data node that never answers for `NEVER`, and late for `SLOW`. */
async function startWorld() {
  const stack = new AsyncDisposableStack();
  const lines: Line[] = [];
  const open: ServerResponse[] = [];
  const node = stack.use(
    await startUpstream((request, response) => {
      response.setHeader('content-type', 'application/json');
      if (request.url?.includes('NEVER')) return void open.push(response);
      const asset = new URL(request.url ?? '', 'http://x').searchParams.get('asset');
      const body = JSON.stringify({ asset, price: 1, timestamp: 1, source: 'data-node' });
      setTimeout(() => response.end(body), asset === 'SLOW' ? 200 : 0);
    }),
  );
  const log = pino(
    { level: 'info', base: null },
    { write: (line) => lines.push(JSON.parse(line)) },
  );
  const gateway = stack.use(await startGateway({ DATA_NODE_URL: node.url }, { log }));
  return { gateway, lines, open, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

const query = 'query Q { marketHistory(source: "s", asset: "NEVER") { timestamp value } }';
const asked: Readonly<Record<string, ExactRequest>> = {
  REST: { path: '/api/price?asset=NEVER' },
  'GraphQL by POST': {
    method: 'POST',
    path: '/graphql',
    body: JSON.stringify({ query }),
    headers: { 'content-type': 'application/json' },
  },
  'GraphQL by GET': { path: `/graphql?query=${encodeURIComponent(query)}` },
};

test.each(Object.entries(asked))(
  'behavior: %s: the upstream call ends when the client leaves, and is logged as 499',
  async (_name, request) => {
    await using world = await startWorld();
    const { gateway, open, lines } = world;
    const client = createExactClient();
    const headers = { ...request.headers, 'x-request-id': requestIdFor('gone') };
    const response = client.request(gateway.url, { ...request, headers });
    response.catch(() => undefined);
    await expect.poll(() => open).toHaveLength(1);
    await pause(20);
    expect(open[0]?.destroyed).toBe(false);
    client.close();
    await expect.poll(() => open[0]?.destroyed).toBe(true);
    const logged = () => lines.find(({ requestId }) => requestId === requestIdFor('gone'));
    await expect.poll(() => logged()?.status).toBe(499);
    await expect(response).rejects.toThrow();
  },
);

test.each([
  { filler: 90_000, middle: ['HTTP/1.1 200', '"__typename"'] },
  { filler: 300_000, middle: ['HTTP/1.1 413'] },
])(
  'behavior: what is sent behind a slow read and a body of $filler bytes is answered in its turn',
  async ({ filler, middle }) => {
    await using world = await startWorld();
    const body = JSON.stringify({ query: `{ __typename } #${'x'.repeat(filler)}` });
    const type = 'Content-Type: application/json';
    const requests = [
      'GET /api/price?asset=SLOW HTTP/1.1\r\nHost: x\r\n\r\n',
      `POST /graphql HTTP/1.1\r\nHost: x\r\n${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      'GET /api/price?asset=LAST HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    ];
    const { port } = new URL(world.gateway.url);
    const responses = await sendRawAndRead(Number(port), requests.join(''));
    const read = ['HTTP/1.1 200', '"price":1'];
    expect(responses.match(/HTTP\/1.1 \d+|"price":1|"__typename"/g)).toEqual([
      ...read,
      ...middle,
      ...read,
    ]);
  },
);
