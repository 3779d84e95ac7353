import { makeExecutableSchema } from '@graphql-tools/schema';
import { expect, test, vi } from 'vitest';
import { createFreshness } from '../core/cache/freshness.ts';
import { NotFoundError } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import { createEngine } from './engine.ts';

const schema = makeExecutableSchema({
  typeDefs: 'type Query { broken: Int absent: Int }',
  resolvers: {
    Query: {
      broken: () => Promise.reject(new Error('a secret of ours')),
      absent: () => Promise.reject(new NotFoundError('no such thing')),
    },
  },
});

test('error: parts that come later tell no more of a failure than whole answers do', async () => {
  const log = { debug: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const engine = createEngine(schema, { log: log as unknown as Log });
  const answer = await engine.fetch(
    'http://gateway/graphql',
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'multipart/mixed' },
      body: JSON.stringify({ query: '{ __typename ... @defer { broken absent } }' }),
    },
    { gateway: { reader: { freshness: createFreshness() } } as never },
  );
  const text = await answer.text();
  const [later = ''] = text.match(/\{"incremental".+\}/) ?? [];
  const [{ errors }] = JSON.parse(later).incremental;
  expect(errors).toMatchObject([
    { message: 'Internal server error', path: ['broken'], extensions: { code: 'INTERNAL' } },
    { message: 'no such thing', path: ['absent'], extensions: { code: 'NOT_FOUND' } },
  ]);
  expect(log.error).toHaveBeenCalledOnce();
});
