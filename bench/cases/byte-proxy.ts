import type { BenchPart } from '../harness/bench-part.ts';
import {
  type Contestant,
  createNginxContestant,
  createOurContestants,
  createPeerContestants,
  type HttpCase,
  isOurs,
  isTuned,
  oursId,
} from '../harness/contestant.ts';

const through = (options: {
  readonly name: string;
  readonly title: string;
  readonly prefix: string;
  readonly path: string;
  readonly only: readonly string[];
  readonly isNew?: boolean;
  readonly goals: HttpCase['goals'];
}): HttpCase => ({
  name: options.name,
  title: options.title,
  only: options.only,
  ...(options.isNew ? { isNew: true } : {}),
  loadOf: (contestant) => ({
    method: 'GET',
    requests: [{ path: hasPrefix(contestant) ? options.prefix + options.path : options.path }],
    connections: 32,
  }),
  goals: options.goals,
});

/** The name of the peer that serves prices with Express and undici. */
const expressPeer = 'Express and undici';

const hasPrefix = (contestant: Contestant) =>
  isOurs(contestant) || contestant.id.startsWith(expressPeer);

const proxyGoals = {
  'nginx proxy_pass': { least: 0.45 },
  'http-proxy default': { least: 1.2 },
  'http-proxy tuned': { least: 1.2 },
};

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
    ...createPeerContestants(expressPeer, 'express').filter(isTuned),
  ],
  quick: [...tuned, `${expressPeer} tuned`],
  quickCases: ['dn-300', 'rest-uncached'],
  cases: [
    through({
      name: 'dn-300',
      title: '/dn, 300 bytes',
      prefix: '/dn',
      path: '/blob/300',
      only: [...tuned, 'ours default', 'http-proxy default'],
      goals: proxyGoals,
    }),
    through({
      name: 'dn-100k',
      title: '/dn, 100 kB',
      prefix: '/dn',
      path: '/blob/100k',
      only: tuned,
      goals: proxyGoals,
    }),
    through({
      name: 'rest-uncached',
      title: '/api/price of another asset each time, 300 bytes',
      prefix: '/api',
      path: '/price?asset={{tag}}',
      only: [oursId, `${expressPeer} tuned`, 'nginx proxy_pass'],
      goals: { [`${expressPeer} tuned`]: { least: 1 } },
      isNew: true,
    }),
  ],
};
