import type { BenchPart } from '../harness/bench-part.ts';
import {
  createOurContestants,
  createPeerContestants,
  type HttpCase,
  isTuned,
  oursId,
} from '../harness/contestant.ts';
import type { WrkLoad } from '../load/run-wrk.ts';
import { formatPostBody, nestedQuery } from './graphql-queries.ts';

/**
 * One connection, because concurrent requests could share upstream calls in servers that coalesce
 * them.
 */
const load: WrkLoad = {
  method: 'POST',
  requests: [{ path: '/graphql', body: formatPostBody(nestedQuery) }],
  connections: 1,
};

const goals: HttpCase['goals'] = {
  'mercurius-jit tuned': { least: 1.35 },
  'Apollo Server tuned': { least: 4.5 },
  'hand-written tuned': { least: 0.85 },
};

/** With waiting upstreams all contestants lose their processor caches between the responses. */
const goalsAfterLatency: HttpCase['goals'] = {
  'mercurius-jit tuned': { least: 1.5 },
  'Apollo Server tuned': { least: 3.8 },
  'hand-written tuned': { least: 0.8 },
};

/** Runs the nested query with nothing cached. Each request makes 43 upstream calls. */
export const nestedColdPart: BenchPart = {
  kind: 'http',
  name: 'nested',
  title: 'Nested query, nothing cached: 43 upstream calls a request',
  needs: ['wrk'],
  contestants: [
    ...createOurContestants('expiring'),
    ...createPeerContestants('hand-written', 'hand-written'),
    ...createPeerContestants('mercurius-jit', 'mercurius', { JIT: '1' }),
    ...createPeerContestants('Apollo Server', 'apollo'),
    // Shown for comparison; they have no goal.
    ...createPeerContestants('yoga', 'yoga').filter(isTuned),
    ...createPeerContestants('Hive gateway', 'hive').filter(isTuned),
  ],
  quick: ['ours tuned', 'hand-written tuned', 'mercurius-jit tuned'],
  quickCases: ['nested-0ms'],
  cases: [
    { name: 'nested-0ms', title: 'upstream responds at once', loadOf: () => load, goals },
    {
      name: 'nested-5ms',
      title: 'upstream responds after 5 ms',
      latency: 5,
      loadOf: () => load,
      goals: goalsAfterLatency,
      rounds: 4,
      // The case before covers the default flags of contestants without a goal.
      only: [oursId, ...Object.keys(goalsAfterLatency), 'Hive gateway tuned'],
    },
  ],
};
