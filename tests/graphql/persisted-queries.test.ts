import { hash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getIntrospectionQuery } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCountingProxy } from '../support/counting-proxy.ts';
import { type GatewayOnNode, startGatewayOnNode } from '../support/data-node-formats.ts';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { postJson } from '../support/post-json.ts';

const query = '{ dtfs(first: 1) { totalCount edges { node { name } } } }';
const named = 'query Named($first: Int) { dtfs(first: $first) { totalCount } }';
const subscription = 'subscription { nav(itpId: "0x12") { wei } }';
const idOf = (text: string) => `sha256:${hash('sha256', text)}`;
/** What clients send first, in the hope that the service knows the document. */
const extensionsOf = (text: string) => ({
  persistedQuery: { version: 1, sha256Hash: hash('sha256', text) },
});

let folder: string;
let world: GatewayOnNode;
let gateway: TestGateway;
/** A gateway that executes only its trusted documents. */
let strict: TestGateway;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'documents-'));
  const documents = join(folder, 'documents.json');
  const trusted = [query, named, subscription];
  await writeFile(
    documents,
    JSON.stringify(Object.fromEntries(trusted.map((text) => [idOf(text), text]))),
  );
  const operations = [
    { id: 'explorer', name: 'A', type: 'query', body: '{ explorer: __typename }' },
  ];
  const manifest = { format: 'apollo-persisted-query-manifest', version: 1, operations };
  await writeFile(join(folder, 'persisted-documents.json'), JSON.stringify(manifest));
  world = await startGatewayOnNode();
  gateway = world.gateway;
  strict = await startGateway(
    {
      DATA_NODE_URL: world.node.url.spec,
      PERSISTED_DOCUMENTS: documents,
      PERSISTED_ONLY: 'true',
      EXPLORER: 'on',
    },
    { explorerDir: folder },
  );
}, 60_000);
afterAll(async () => {
  await strict[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const json = 'application/json';
const post = (body: unknown, accept = json, at = gateway) =>
  postJson(`${at.url}/graphql`, body, { headers: { accept } });
const get = (params: Readonly<Record<string, unknown>>, accept = json, at = gateway) => {
  const texts = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  const search = new URLSearchParams(Object.fromEntries(texts));
  return fetch(`${at.url}/graphql?${search}`, { headers: { accept } });
};
const codeOf = async (response: Response) => {
  const body = (await response.json()) as { errors?: { extensions?: { code?: string } }[] };
  return [response.status, body.errors?.[0]?.extensions?.code];
};

const types = [json, 'application/graphql-response+json', 'text/event-stream'];

test.each(types)(
  'error: an unknown hash is told in the word that makes clients of %s send the document',
  async (accept) => {
    const extensions = extensionsOf('{ never: __typename }');
    for (let count = 0; count < 4; count += 1) {
      for (const response of [
        await post({ operationName: null, variables: {}, extensions }, accept),
        await get({ extensions }, accept),
      ]) {
        expect(response.headers.get('cache-control')).toBe('no-store');
        expect(await response.json()).toEqual({
          errors: [
            {
              message: 'PersistedQueryNotFound',
              extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' },
            },
          ],
        });
        expect(response.status).toBe(400);
      }
    }
  },
);

test('default: a document that came with its hash is executed by the hash, cached for a CDN over GET', async () => {
  const extensions = extensionsOf(named);
  const expected = { data: { dtfs: { totalCount: expect.any(Number) } } };
  const variables = { first: 2 };
  const first = await get({ query: named, variables, extensions });
  expect(await first.json()).toEqual(expected);
  const byHash = await get({ variables: { first: 3 }, extensions });
  expect(byHash.headers.get('cache-control')).toMatch(
    /^public, s-maxage=\d+, stale-while-revalidate=\d+$/,
  );
  expect(await byHash.json()).toEqual(expected);
  const again = await get({ variables: { first: 3 }, extensions });
  expect(again.headers.get('x-cache')).toBe('HIT');
  expect(again.headers.get('etag')).not.toBeNull();
  expect(await (await post({ variables, extensions })).json()).toEqual(expected);
  const operation = { operationName: 'Named', variables: { first: 4 }, extensions };
  expect(await (await post(operation)).json()).toEqual(expected);
  const late = await post({ ...operation, documentId: idOf(named) });
  expect(await late.json()).toEqual(expected);
});

test('behavior: a subscription by its hash is a stream, over every transport', async () => {
  const extensions = extensionsOf(subscription);
  const code = 'INVALID_INPUT';
  await (await post({ query: subscription, extensions }, 'text/event-stream')).text();
  for (const accept of [
    'text/event-stream',
    `${json}, text/event-stream`,
    'multipart/mixed;boundary="graphql";subscriptionSpec=1.0,application/json',
  ]) {
    for (const response of [
      await post({ extensions }, accept),
      await get({ extensions }, accept),
    ]) {
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toMatch(/event-stream|multipart/);
      expect(await response.text()).toContain(code);
    }
  }
});

test('error: a hash of another document executes and stores nothing', async () => {
  const other = '{ other: __typename }';
  for (const wrong of [
    { query: other, extensions: extensionsOf(query) },
    { query: other, documentId: idOf(query) },
  ]) {
    expect(await codeOf(await post(wrong))).toEqual([400, 'INVALID_INPUT']);
  }
  const extensions = extensionsOf(other);
  expect(await codeOf(await post({ extensions }))).toEqual([400, 'PERSISTED_QUERY_NOT_FOUND']);
  const version = { persistedQuery: { version: 2, sha256Hash: hash('sha256', other) } };
  expect(await codeOf(await post({ extensions: version }))).toEqual([
    400,
    'PERSISTED_QUERY_NOT_SUPPORTED',
  ]);
  const documentId = idOf('{ nothing }');
  for (const accept of types) {
    expect(await codeOf(await get({ documentId }, accept))).toEqual([
      400,
      'PERSISTED_DOCUMENT_NOT_FOUND',
    ]);
  }
});

test('default: trusted documents by documentId, hash and text, and none else', async () => {
  const expected = {
    data: {
      dtfs: { totalCount: expect.any(Number), edges: [{ node: { name: expect.any(String) } }] },
    },
  };
  for (let count = 0; count < 3; count += 1) {
    for (const params of [
      { documentId: idOf(query) },
      { extensions: extensionsOf(query) },
      { query },
      { query, documentId: idOf(query) },
    ]) {
      const sent = { ...params, variables: { count } };
      for (const response of [await post(sent, json, strict), await get(sent, json, strict)]) {
        expect(await response.json()).toEqual(expected);
        expect(response.headers.get('cache-control')).toMatch(/^public, s-maxage=\d+/);
      }
    }
  }
  const explorer = await post({ query: '{ explorer: __typename }' }, json, strict);
  expect(await explorer.json()).toEqual({ data: { explorer: 'Query' } });
  const stream = await post({ documentId: idOf(subscription) }, 'text/event-stream', strict);
  expect(await stream.text()).toContain('INVALID_INPUT');
});

test.each(types)('error: other documents and introspection are refused for %s', async (accept) => {
  const code = [400, 'PERSISTED_DOCUMENT_REQUIRED'];
  for (const document of [`${query} `, getIntrospectionQuery(), '{ __typename }', 'nonsense']) {
    for (const params of [
      { query: document },
      { query: document, extensions: extensionsOf(document) },
      { extensions: extensionsOf(document) },
    ]) {
      expect(await codeOf(await post(params, accept, strict))).toEqual(code);
      expect(await codeOf(await get(params, accept, strict))).toEqual(code);
    }
  }
  const operation = { query: '{ __typename }', extensions: { operationId: 'one' } };
  const url = `${strict.url}/graphql/stream`;
  const token = await (await fetch(url, { method: 'PUT' })).text();
  const headers = { 'x-graphql-event-stream-token': token };
  expect(await codeOf(await postJson(url, operation, { headers }))).toEqual(code);
});

test('behavior: a document by its hash costs upstream what the document costs', async () => {
  await using upstream = await startCountingProxy(world.node.url.spec);
  await using cold = await startGateway({ DATA_NODE_URL: upstream.url });
  const extensions = extensionsOf(query);
  await post({ query, extensions }, json, cold);
  const { length } = upstream.asked;
  for (let count = 0; count < 5; count += 1) {
    await post({ extensions, variables: { count } }, json, cold);
  }
  expect(upstream.asked).toHaveLength(length);
});

test('error: the start is refused without documents, or with malformed ones', async () => {
  await expect(startGateway({ PERSISTED_ONLY: 'true' })).rejects.toThrow(
    'PERSISTED_ONLY: true needs PERSISTED_DOCUMENTS',
  );
  const path = join(folder, 'broken.json');
  await writeFile(path, '{"a": "{"}');
  await expect(startGateway({ PERSISTED_DOCUMENTS: path })).rejects.toThrow(
    'PERSISTED_DOCUMENTS: a is no GraphQL document',
  );
});
