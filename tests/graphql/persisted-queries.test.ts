import { hash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { postJson } from '../support/post-json.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway[Symbol.asyncDispose]());

const query = '{ __typename }';
/** What clients send first, in the hope that the service knows the document. */
const extensions = { persistedQuery: { version: 1, sha256Hash: hash('sha256', query) } };

const post = (body: unknown, accept: string) =>
  postJson(`${gateway.url}/graphql`, body, { headers: { accept } });

const types = ['application/json', 'application/graphql-response+json', 'text/event-stream'];

test.each(types)(
  'error: a hash alone is told in the word that makes clients of %s send the document',
  async (accept) => {
    const search = new URLSearchParams({ extensions: JSON.stringify(extensions) });
    for (let count = 0; count < 4; count += 1) {
      const responses = [
        await post({ operationName: null, variables: {}, extensions }, accept),
        await fetch(`${gateway.url}/graphql?${search}`, { headers: { accept } }),
      ];
      for (const response of responses) {
        expect(await response.json()).toEqual({
          errors: [
            {
              message: 'PersistedQueryNotSupported',
              extensions: { code: 'PERSISTED_QUERY_NOT_SUPPORTED' },
            },
          ],
        });
        expect(response.status).toBe(400);
      }
    }
  },
);

test('behavior: a document is executed, whatever hash comes with it', async () => {
  const wrong = { persistedQuery: { version: 1, sha256Hash: hash('sha256', 'other') } };
  for (const sent of [extensions, wrong]) {
    const response = await post({ query, extensions: sent }, 'application/json');
    expect(await response.json()).toEqual({ data: { __typename: 'Query' } });
  }
});
