import type { BenchPart } from '../harness/bench-part.ts';
import {
  createNginxContestant,
  createOurContestants,
  type HttpCase,
  isOurs,
  oursId,
} from '../harness/contestant.ts';
import { fundIds } from '../upstream/upstream-data.ts';

/** Creates a case for a path that our gateway serves below `/api` and nginx at the root. */
const read = (name: string, title: string, path: string): HttpCase => ({
  name,
  title,
  loadOf: (contestant) => ({
    method: 'GET',
    requests: [{ path: isOurs(contestant) ? `/api${path}` : path }],
    connections: 32,
  }),
  goals: { 'nginx proxy_pass': { least: 0.55 } },
});

/** Sends encoded REST responses from the cache, compared with nginx as a proxy of the upstream. */
export const cachedRestPart: BenchPart = {
  kind: 'http',
  name: 'rest',
  title: 'REST from cache',
  needs: ['wrk'],
  contestants: [
    ...createOurContestants('standing'),
    createNginxContestant('proxy', ({ upstream }) => upstream),
  ],
  quick: [oursId, 'nginx proxy_pass'],
  cases: [
    read('rest-price', '/api/price, 300 bytes', '/price?asset=BTC'),
    read(
      'rest-nav-series',
      '/api/nav-series, 1.3 kB',
      `/nav-series?itp_id=${fundIds[0]}&range=30d`,
    ),
  ],
};
