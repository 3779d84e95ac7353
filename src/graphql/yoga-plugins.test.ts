import { makeExecutableSchema } from '@graphql-tools/schema';
import { expect, test, vi } from 'vitest';
import { createResponseFreshnessTracker } from '../cache/response-freshness-tracker.ts';
import { NotFoundError } from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';
import { createYogaEngine } from './yoga.ts';

const schema = makeExecutableSchema({
  typeDefs: 'type Query { broken: Int absent: Int }',
  resolvers: {
    Query: {
      broken: () => Promise.reject(new Error('a secret of ours')),
      absent: () => Promise.reject(new NotFoundError('no such thing')),
    },
  },
});

test('error: errors of incremental parts are masked like those of complete responses', async () => {
  const log = { debug: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const engine = createYogaEngine(schema, { log: log as unknown as Log });
  const response = await engine.fetch(
    'http://gateway/graphql',
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'multipart/mixed' },
      body: JSON.stringify({ query: '{ __typename ... @defer { broken absent } }' }),
    },
    { gateway: { requestCache: { freshness: createResponseFreshnessTracker() } } as never },
  );
  const text = await response.text();
  const [later = ''] = text.match(/\{"incremental".+\}/) ?? [];
  const [{ errors }] = JSON.parse(later).incremental;
  expect(errors).toMatchObject([
    { message: 'Internal server error', path: ['broken'], extensions: { code: 'INTERNAL' } },
    { message: 'no such thing', path: ['absent'], extensions: { code: 'NOT_FOUND' } },
  ]);
  expect(log.error).toHaveBeenCalledOnce();
});
