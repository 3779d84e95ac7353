import type { BenchPart } from '../harness/bench-part.ts';
import {
  createNginxContestant,
  createOurContestants,
  createPeerContestants,
  type HttpCase,
  isOurs,
  oursId,
} from '../harness/contestant.ts';

const through = (options: {
  readonly name: string;
  readonly title: string;
  readonly prefix: string;
  readonly path: string;
  readonly only?: readonly string[];
  readonly isNew?: boolean;
}): HttpCase => ({
  name: options.name,
  title: options.title,
  ...(options.only ? { only: options.only } : {}),
  ...(options.isNew ? { isNew: true } : {}),
  loadOf: (contestant) => ({
    method: 'GET',
    requests: [{ path: isOurs(contestant) ? options.prefix + options.path : options.path }],
    connections: 32,
  }),
  goals: {
    'nginx proxy_pass': { least: 0.45, stretch: 0.6 },
    'http-proxy default': { least: 1.5 },
    'http-proxy tuned': { least: 1.5 },
  },
});

/** Only the first case runs with default flags. */
const tuned = [oursId, 'nginx proxy_pass', 'http-proxy tuned'];

/** Requests that no cache can serve, so that each one reads the upstream. */
export const byteProxyPart: BenchPart = {
  kind: 'http',
  name: 'pass',
  title: 'Uncached: `/dn` pass-through, and REST with another key each time',
  needs: ['wrk'],
  contestants: [
    ...createOurContestants('standing'),
    createNginxContestant('proxy', ({ upstream }) => upstream),
    ...createPeerContestants('http-proxy', 'http-proxy', { NODE_OPTIONS: '--no-deprecation' }),
  ],
  quick: [oursId, 'nginx proxy_pass', 'http-proxy tuned'],
  quickCases: ['dn-300', 'rest-uncached'],
  cases: [
    through({ name: 'dn-300', title: '/dn, 300 bytes', prefix: '/dn', path: '/blob/300' }),
    through({
      name: 'dn-100k',
      title: '/dn, 100 kB',
      prefix: '/dn',
      path: '/blob/100k',
      only: tuned,
    }),
    through({
      name: 'rest-uncached',
      title: '/api/price of another asset each time, 300 bytes',
      prefix: '/api',
      path: '/price?asset={{tag}}',
      only: tuned,
      isNew: true,
    }),
  ],
};
