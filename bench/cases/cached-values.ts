import type { BenchPart } from '../harness/bench-part.ts';
import { createOurContestants, createPeerContestants, isTuned } from '../harness/contestant.ts';
import { addUniqueProbe, formatPostBody, nestedFields } from './graphql-queries.ts';

/**
 * Runs the nested query with all values cached. Every request is executed, because all requests
 * differ.
 */
export const cachedValuesPart: BenchPart = {
  kind: 'http',
  name: 'cached',
  title: 'Nested query, values cached, execution each time',
  needs: ['wrk'],
  contestants: [
    ...createOurContestants('standing'),
    ...createPeerContestants('mercurius-jit', 'mercurius', { JIT: '1', CACHED: '1' }),
    ...createPeerContestants('yoga', 'yoga', { CACHED: '1' }),
    ...createPeerContestants('yoga-jit', 'yoga', { CACHED: '1', JIT: '1' }).filter(isTuned),
  ],
  quick: ['ours tuned', 'mercurius-jit tuned'],
  cases: [
    {
      name: 'cached',
      title: 'the same value cache in all of them, another probe each time',
      loadOf: () => ({
        method: 'POST',
        requests: [
          {
            path: '/graphql',
            body: formatPostBody(addUniqueProbe(nestedFields), { tag: '{{tag}}' }),
          },
        ],
        connections: 8,
      }),
      rounds: 3,
      goals: {
        'mercurius-jit tuned': { least: 4 },
      },
    },
  ],
};
