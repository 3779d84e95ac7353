import { makeExecutableSchema } from '@graphql-tools/schema';
import { expect, test, vi } from 'vitest';
import { createResponseFreshnessTracker } from '../cache/response-freshness-tracker.ts';
import type { Context } from '../context.ts';
import { NotFoundError } from '../lib/errors.ts';
import { createOperationCostCharger } from '../lib/limits/client-rate-limits.ts';
import type { Log } from '../lib/log.ts';
import { createTestPrepareOperation } from './testing/prepare-operation.ts';

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
  const prepare = createTestPrepareOperation(schema, log as unknown as Log);
  const query = '{ __typename ... @defer { broken absent } }';
  const params = { query, operationName: null, variables: {}, extensions: {} };
  const requestCache = { freshness: createResponseFreshnessTracker() };
  const { signal } = new AbortController();
  const costCharger = createOperationCostCharger(undefined, '');
  const context = { requestCache, signal, clientAddress: '', costCharger } as unknown as Context;
  const outcome = await prepare(params, context).run();
  if (!(Symbol.asyncIterator in outcome)) throw new Error('not incremental');
  const [, later] = await Array.fromAsync(outcome);
  expect(later).toMatchObject({
    incremental: [
      {
        errors: [
          { message: 'Internal server error', path: ['broken'], extensions: { code: 'INTERNAL' } },
          { message: 'no such thing', path: ['absent'], extensions: { code: 'NOT_FOUND' } },
        ],
      },
    ],
  });
  expect(log.error).toHaveBeenCalledOnce();
});
