import type { BenchPart } from '../harness/bench-part.ts';
import {
  createNginxContestant,
  createOurContestants,
  type HttpCase,
  oursId,
} from '../harness/contestant.ts';
import type { WrkLoad } from '../load/run-wrk.ts';
import { formatGetPath, formatPostBody, nestedQuery, smallQuery } from './graphql-queries.ts';

const connections = 32;
const post = (query: string): WrkLoad => ({
  method: 'POST',
  requests: [{ path: '/graphql', body: formatPostBody(query) }],
  connections,
});
const get = (query: string): WrkLoad => ({
  method: 'GET',
  requests: [{ path: formatGetPath(query) }],
  connections,
});

/** nginx or a CDN serves cached bytes in production, so that this is a limit, no comparison of equals. */
const goals: HttpCase['goals'] = { 'nginx proxy_cache': { least: 0.55 } };

const encoded = (encoding: string): HttpCase => ({
  name: `whole-58k-${encoding}`,
  title: `58 kB over POST, ${encoding}, for ours alone`,
  loadOf: () => ({ ...post(nestedQuery), headers: { 'Accept-Encoding': encoding } }),
  goals: {},
  only: [oursId],
  rounds: 2,
});

/** Sends encoded responses from the cache, compared with nginx's cache. */
export const cachedResponsesPart: BenchPart = {
  kind: 'http',
  name: 'whole',
  title: 'Whole response fresh in memory',
  needs: ['wrk'],
  contestants: [
    ...createOurContestants('standing'),
    createNginxContestant('cache', ({ runningOrigins }) => runningOrigins.get(oursId) ?? ''),
  ],
  quick: [oursId, 'nginx proxy_cache'],
  quickCases: ['whole-1k-post', 'whole-58k-post', 'whole-1k-get'],
  cases: [
    {
      name: 'whole-1k-post',
      title: '1 kB over POST',
      loadOf: () => post(smallQuery),
      goals,
      rounds: 4,
    },
    {
      name: 'whole-58k-post',
      title: '58 kB over POST',
      loadOf: () => post(nestedQuery),
      goals,
      rounds: 4,
    },
    {
      name: 'whole-1k-get',
      title: '1 kB over GET',
      loadOf: () => get(smallQuery),
      goals,
      rounds: 4,
    },
    {
      name: 'whole-58k-get',
      title: '58 kB over GET',
      loadOf: () => get(nestedQuery),
      goals,
      rounds: 4,
    },
    encoded('br'),
    encoded('gzip'),
  ],
};
