import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { readEvents } from '../sim/support/read-events.ts';
import { startGateway, startUpstream, unreachableUrl } from '../support/gateway.ts';

/** An oracle that streams, behind one that is down, and what it writes to. */
async function setup(stack: AsyncDisposableStack) {
  const streams: ServerResponse[] = [];
  const oracle = stack.use(
    await startUpstream((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'set-cookie': 'a=b' });
      response.write('data: {"tick":1}\n\n');
      streams.push(response);
    }),
  );
  const gateway = stack.use(await startGateway({ ORACLE_URLS: `${unreachableUrl},${oracle.url}` }));
  const reader = await readEvents(`${gateway.url}/api/vision/sse/settlements`);
  stack.defer(() => reader.disconnect());
  await expect.poll(reader.events).toEqual([{ tick: 1 }]);
  return { gateway, reader, streams };
}

test('behavior: what is forwarded brings its header lines, and its caller’s secrets stay', async () => {
  await using stack = new AsyncDisposableStack();
  const oracle = stack.use(
    await startUpstream(({ url, headers }, response) => {
      response.writeHead(206, { ETag: '"v1"', 'Set-Cookie': 'a=b' });
      response.end(JSON.stringify({ url, headers }));
    }),
  );
  const gateway = stack.use(await startGateway({ ORACLE_URLS: oracle.url }));
  const response = await fetch(`${gateway.url}/api/vision/rounds/1?a=%2F&a=2`, {
    headers: { range: 'bytes=0-9', 'if-none-match': '"v0"', cookie: 'c=d', authorization: 'x' },
  });
  expect([response.status, response.headers.get('etag')]).toEqual([206, '"v1"']);
  expect(response.headers.get('set-cookie')).toBeNull();
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  const { url, headers } = (await response.json()) as { url: string; headers: object };
  expect(url).toBe('/vision/rounds/1?a=%2F&a=2');
  expect(headers).toMatchObject({ range: 'bytes=0-9', 'if-none-match': '"v0"' });
  expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['cookie']));
  expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['authorization']));
});

test('default: an event stream of an oracle comes through as it is written', async () => {
  await using stack = new AsyncDisposableStack();
  const { reader, streams } = await setup(stack);
  expect(reader.headers['x-accel-buffering']).toBe('no');
  expect(reader.headers['set-cookie']).toBeUndefined();
  streams[0]?.write('data: {"tick":2}\n\n');
  await expect.poll(reader.events).toEqual([{ tick: 1 }, { tick: 2 }]);
  streams[0]?.end();
  expect(await reader.ended).toEqual({ clean: true });
});

test('behavior: the gateway closes the upstream call of a disconnected client', async () => {
  await using stack = new AsyncDisposableStack();
  const { reader, streams } = await setup(stack);
  reader.disconnect();
  await expect.poll(() => streams[0]?.destroyed).toBe(true);
});

test('behavior: a gateway that stops ends the stream between two events, with a hint', async () => {
  await using stack = new AsyncDisposableStack();
  const { gateway, reader } = await setup(stack);
  await gateway[Symbol.asyncDispose]();
  expect(await reader.ended).toEqual({ clean: true });
  expect(reader.text()).toMatch(/retry: \d+\n\n$/);
});

test('error: a stream that breaks, or is stopped in the middle of an event, does not end cleanly', async () => {
  await using stack = new AsyncDisposableStack();
  const broken = await setup(stack);
  broken.streams[0]?.destroy();
  expect(await broken.reader.ended).toEqual({ clean: false });
  const stopped = await setup(stack);
  stopped.streams[0]?.write('data: {"ti');
  await expect.poll(stopped.reader.text).toMatch(/\{"ti$/);
  await stopped.gateway[Symbol.asyncDispose]();
  expect(await stopped.reader.ended).toEqual({ clean: false });
});
