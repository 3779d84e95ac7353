import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { postJson } from '../support/post-json.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/errors.md'), 'utf8');

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway[Symbol.asyncDispose]());

const media = 'application/graphql-response+json';
const variable = 'query ($address: Address!) { portfolio(address: $address) { id } }';

test.each([
  ['GRAPHQL_PARSE_FAILED', 400, { query: '{ ' }],
  ['GRAPHQL_VALIDATION_FAILED', 400, { query: '{ nothing }' }],
  ['GRAPHQL_VALIDATION_FAILED', 400, { query: '{ portfolio(address: "0x1") { id } }' }],
  ['OPERATION_RESOLUTION_FAILURE', 400, { query: '{ __typename }', operationName: 'Other' }],
  ['INVALID_INPUT', 400, {}],
  ['INVALID_INPUT', 400, { query: 7 }],
  ['INVALID_INPUT', 400, { query: '{ __typename }', variables: 7 }],
  ['INVALID_INPUT', 400, { query: '{ __typename }', other: 1 }],
  ['BAD_REQUEST', 400, { query: variable }],
  ['BAD_REQUEST', 400, { query: variable, variables: { address: '0x1' } }],
  ['LIMIT_EXCEEDED', 400, { query: `{ ${'a '.repeat(3000)} }` }],
  ['INVALID_INPUT', 400, []],
  ['TOO_LARGE', 413, { query: '{ __typename }'.padEnd(300_000) }],
] as const)('error: %s, %i, is on the page of errors', async (code, status, body) => {
  const response = await postJson(`${gateway.url}/graphql`, body, { headers: { accept: media } });
  expect(await response.json()).toMatchObject({ errors: [{ extensions: { code } }] });
  expect(response.status).toBe(status);
  const row = page.split('\n').find((line) => line.startsWith('|') && line.includes(`\`${code}\``));
  expect(row).toContain(`${status}`);
});

/** A request of so many bytes. */
const ofLength = (bytes: number) => {
  const body = (pad: string) => JSON.stringify({ query: '{ __typename }', extensions: { pad } });
  return body('x'.repeat(bytes - body('').length));
};

test.each([
  ['/graphql', media],
  ['/graphql', 'text/event-stream'],
  ['/graphql/stream', 'text/event-stream'],
])('error: %s takes 256 kB and no more from clients of %s', async (path, accept) => {
  const headers = { accept };
  const most = 256 * 1024;
  for (const [bytes, status] of [
    [most, 200],
    [most + 1, 413],
  ] as const) {
    const response = await postJson(gateway.url + path, ofLength(bytes), { headers });
    expect(response.status).toBe(status);
    await response.text();
  }
  const chunked = await fetch(gateway.url + path, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: new Blob([ofLength(most + 1)]).stream(),
    duplex: 'half',
  } as RequestInit);
  expect(chunked.status).toBe(413);
  expect(await chunked.json()).toMatchObject({ errors: [{ extensions: { code: 'TOO_LARGE' } }] });
});

test.each([
  '{ dtfs(first: 1) { totalCount } dtfs(first: 2) { totalCount } }',
  '{ sourceList @stream { name } sourceList @stream(initialCount: 1) { name } }',
])('error: fields that conflict are told once: %s', async (query) => {
  const { errors } = await gateway.query(query);
  expect(errors).toHaveLength(1);
  expect(errors?.[0]?.message).toContain('conflict because');
});

test.each([media, 'text/event-stream'])(
  'error: a mutation by GET, and other methods, are BAD_REQUEST with 405 for clients of %s',
  async (accept) => {
    const query = encodeURIComponent(
      'mutation { requestFaucet(input: { address: "0x1" }) { __typename } }',
    );
    for (const [method, path] of [
      ['GET', `/graphql?query=${query}`],
      ['PUT', '/graphql'],
    ] as const) {
      const response = await fetch(gateway.url + path, { method, headers: { accept } });
      const body = await response.json();
      expect([response.status, body.errors?.[0]?.extensions.code]).toEqual([405, 'BAD_REQUEST']);
    }
  },
);
