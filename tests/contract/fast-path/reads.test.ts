import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createExactClient } from '../../support/exact-http-client.ts';
import { countParsedRequests, startGateway, startUpstream } from '../../support/gateway.ts';
import { requestIdFor } from '../../support/request-id-for.ts';

/** A gateway on a data node with one price. */
async function startWorld() {
  const stack = new AsyncDisposableStack();
  const lines: { readonly requestId?: string; readonly status?: number }[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line));
  const node = stack.use(
    await startUpstream((_request, response) => {
      response.setHeader('content-type', 'application/json');
      response.end('{"asset":"BTC","price":1,"timestamp":1,"source":"data-node"}');
    }),
  );
  const gateway = stack.use(
    await startGateway(
      { DATA_NODE_URL: node.url, FAST_PATH: 'on', COMPILED_EXECUTION: 'on' },
      { clock: { now: () => 1_800_000_000_000 }, log: pino({ level: 'info' }, { write }) },
    ),
  );
  const client = stack.adopt(createExactClient(), (one) => one.close());
  const { parsed } = stack.use(countParsedRequests(gateway));
  return {
    ...{ gateway, client, lines, parsed },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

const path = '/api/price?asset=BTC';

test('default: cached responses on a reused connection are complete, counted and logged', async () => {
  await using world = await startWorld();
  const { client, gateway } = world;
  const seen = [];
  for (let time = 0; time < 10; time += 1) {
    const headers = { 'x-request-id': requestIdFor(`r-${time}`) };
    seen.push(await client.request(gateway.url, { path, headers }));
  }
  // One to be looked at from then on, one to find the end of a request.
  expect(world.parsed()).toBe(2);
  const [, second, ...later] = seen;
  for (const [index, response] of later.entries()) {
    const headers = {
      ...second?.headers,
      'x-cache': 'HIT',
      'x-request-id': requestIdFor(`r-${index + 2}`),
    };
    expect(response).toEqual({ ...second, headers });
  }
  const metrics = await (await fetch(`${gateway.url}/metrics`)).text();
  expect(metrics).toMatch(/response_cache_reads_total\{api="rest",outcome="HIT"\} 9\n/);
  await expect
    .poll(() => world.lines.map(({ requestId }) => requestId))
    .toContain(requestIdFor('r-9'));
  const held = { path, headers: { 'if-none-match': second?.headers.etag ?? '' } };
  expect(await client.request(gateway.url, held)).toMatchObject({ status: 304, body: '' });
  expect(await client.request(gateway.url, { path, method: 'HEAD' })).toMatchObject({ body: '' });
  expect(await client.request(gateway.url, { path: '/api/none' })).toMatchObject({ status: 404 });
});
