import { describe, expect, test } from 'vitest';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { postJson } from '../support/post-json.ts';
import { type FakeDataNode, progressEvent } from './support/fake-data-node.ts';
import { input, publicProgress, simulation } from './support/operations.ts';
import { readEvents } from './support/read-events.ts';
import { withFakeDataNode } from './support/with-fake-data-node.ts';

let node: FakeDataNode;
let gateway: TestGateway;
withFakeDataNode((world) => {
  ({ node, gateway } = world);
});

const addressOf = (query: string, variables: object = {}, path = '/graphql/stream') =>
  `${gateway.url}${path}?${new URLSearchParams({ query, variables: JSON.stringify(variables) })}`;

describe('a connection', () => {
  test('behavior: a connection that dies takes its operations with it', async () => {
    const url = `${gateway.url}/graphql/stream`;
    const token = await (await fetch(url, { method: 'PUT' })).text();
    const headers = { 'x-graphql-event-stream-token': token };
    const connection = await readEvents(url, headers);
    const operate = await postJson(
      url,
      { query: simulation, variables: { input }, extensions: { operationId: 'one' } },
      { headers },
    );
    expect(operate.status).toBe(202);
    const run = await node.nextRun();
    run.send(progressEvent(25));
    await expect
      .poll(() => connection.events())
      .toEqual([{ id: 'one', payload: publicProgress(25) }]);
    const before = performance.now();
    connection.disconnect();
    await run.closed;
    expect(performance.now() - before).toBeLessThan(1000);
    await expect.poll(async () => (await fetch(url, { headers })).status).toBe(404);
  });

  test('behavior: operations may begin before their stream is opened', async () => {
    const url = `${gateway.url}/graphql/stream`;
    const token = await (await fetch(url, { method: 'PUT' })).text();
    const body = { query: '{ __typename }', extensions: { operationId: 'early' } };
    expect((await postJson(`${url}?token=${token}`, body)).status).toBe(202);
    const connection = await readEvents(`${url}?token=${token}`);
    await expect
      .poll(() => connection.events())
      .toEqual([{ id: 'early', payload: { data: { __typename: 'Query' } } }, { id: 'early' }]);
    const second = await readEvents(`${url}?token=${token}`);
    expect(second.status).toBe(409);
    connection.disconnect();
  });

  const json = { 'content-type': 'application/json' };
  const events = { accept: 'text/event-stream' };
  test.each([
    [
      'a form',
      { method: 'POST', headers: { ...events, 'content-type': 'text/plain' }, body: 'x' },
      415,
    ],
    ['no JSON', { method: 'POST', headers: { ...events, ...json }, body: '{' }, 400],
    ['no query', { method: 'POST', headers: { ...events, ...json }, body: '{}' }, 400],
    [
      'variables that are a list',
      { method: 'POST', headers: { ...events, ...json }, body: '{"query":"{a}","variables":[]}' },
      400,
    ],
    [
      'a body of 300 kB',
      { method: 'POST', headers: { ...events, ...json }, body: `"${'x'.repeat(300_000)}"` },
      413,
    ],
    ['another method', { method: 'PATCH', headers: events }, 405],
    [
      'neither a stream nor a token',
      { method: 'POST', headers: json, body: '{"query":"{__typename}"}' },
      404,
    ],
    [
      'an unknown token',
      { headers: { ...events, 'x-graphql-event-stream-token': '__proto__' } },
      404,
    ],
  ])('error: %s', async (_what, init, status) => {
    const response = await fetch(`${gateway.url}/graphql/stream`, init as RequestInit);
    expect(response.status).toBe(status);
    const { errors } = (await response.json()) as { errors: { message: string }[] };
    expect(errors[0]?.message).toBeTruthy();
  });

  test('error: a mutation does not come over GET', async () => {
    const query =
      'mutation { requestFaucet(input: {address: "0x0000000000000000000000000000000000000001"}) { success } }';
    const response = await fetch(addressOf(query), { headers: events });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST');
  });

  test.each(['HEAD', 'PATCH'])(
    'error: %s neither operates nor opens the stream',
    async (method) => {
      const url = `${gateway.url}/graphql/stream`;
      const token = await (await fetch(url, { method: 'PUT' })).text();
      const query =
        'mutation { requestFaucet(input: {address: "0x0000000000000000000000000000000000000001"}) { success } }';
      const extensions = JSON.stringify({ operationId: 'one' });
      for (const accept of ['*/*', 'text/event-stream']) {
        const search = new URLSearchParams({ token, query, extensions });
        const response = await fetch(`${url}?${search}`, { method, headers: { accept } });
        expect(response.status).toBe(405);
        expect(response.headers.get('allow')).toBe('GET, POST, PUT, DELETE, OPTIONS');
      }
      const connection = await readEvents(`${url}?token=${token}`);
      expect(connection.status).toBe(200);
      expect(connection.text()).toBe(':\n\n');
      connection.disconnect();
    },
  );

  test('error: what a client reserves counts among its streams, and is refused with a reason', async () => {
    await using narrow = await startGateway({ STREAM_LIMIT_PER_CLIENT: '2' });
    const url = `${narrow.url}/graphql/stream`;
    const reserve = () => fetch(url, { method: 'PUT' });
    const token = await (await reserve()).text();
    await (await reserve()).text();
    const refused = await reserve();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10']);
    const { errors } = (await refused.json()) as { errors: { extensions: { code: string } }[] };
    expect(errors[0]?.extensions.code).toBe('RATE_LIMITED');
    const other = await readEvents(`${url}?${new URLSearchParams({ query: '{ __typename }' })}`);
    expect(other.status).toBe(429);
    const connection = await readEvents(`${url}?token=${token}`);
    expect(connection.status).toBe(200);
    connection.disconnect();
    await expect.poll(async () => (await reserve()).status).toBe(201);
  });
});
