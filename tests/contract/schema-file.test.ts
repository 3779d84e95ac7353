import { readFile } from 'node:fs/promises';
import { buildSchema } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startGateway, type TestGateway } from '../support/gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway[Symbol.asyncDispose]());

const ask = (init?: RequestInit) => fetch(`${gateway.url}/schema.graphql`, init);

test('default: /schema.graphql is generated/api.graphql, readable by pages of any origin', async () => {
  const response = await ask();
  const text = await response.text();
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(response.headers.get('access-control-expose-headers')).toContain('ETag');
  expect(text).toBe(await readFile('generated/api.graphql', 'utf8'));
  expect(buildSchema(text).getQueryType()?.getFields().dtf).toBeDefined();
});

test('default: a client that has it gets a 304', async () => {
  const etag = (await ask()).headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[\w-]+"$/);
  const again = await ask({ headers: { 'if-none-match': etag } });
  expect([again.status, await again.text()]).toEqual([304, '']);
  expect((await ask({ headers: { 'if-none-match': '"other"' } })).status).toBe(200);
});

test('error: a service of trusted documents alone shows it no more than by introspection', async () => {
  await using closed = await startGateway({
    PERSISTED_ONLY: 'true',
    PERSISTED_DOCUMENTS: 'schema/operations',
  });
  const response = await fetch(`${closed.url}/schema.graphql`);
  expect([response.status, await response.json()]).toEqual([404, { error: 'unknown path' }]);
});
