import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BlockList } from 'node:net';
import pino from 'pino';
import { expect, test } from 'vitest';
import { createFreshness } from '../../../core/cache/freshness.ts';
import { createReader } from '../../../core/cache/reader.ts';
import { createValueCache } from '../../../core/cache/value-cache.ts';
import { systemClock as clock } from '../../../core/clock.ts';
import { createStreamSlots } from '../../../core/events/stream-slots.ts';
import { createPendingResponses } from '../../../core/limits/pending-responses.ts';
import { createTelemetry } from '../../../core/telemetry.ts';
import { createAnswerCache } from '../../../http/answers/answer-cache.ts';
import { createAnswerer } from '../../../http/answers/answerer.ts';
import { createMakeOnce } from '../../../http/answers/make-once.ts';
import { createClientReader } from '../../../http/client.ts';
import { createRest } from '../../../http/rest/router.ts';
import { createAudiences } from '../../../http/streams/audiences.ts';
import { createEnrichmentLoaders } from './loaders.ts';
import type { Lookups } from './lookups.ts';
import { enrichmentRoutes } from './routes.ts';

const unbounded = createPendingResponses({ maxBytes: Infinity, maxClientBytes: Infinity });

const id = `0x${'0'.repeat(63)}1`;
const snapshot = {
  itp_id: id,
  name: 'One',
  symbol: 'ONE',
  nav: 1,
  aum_usd: 1,
  total_supply: '1',
  assets: [{ symbol: 'ABC', name: 'Abc', weight: 1, qty: '1', price: 1 }],
};
/** Knows no coin, so that no provider is asked. */
const lookups: Lookups = { coin: () => null, founders: () => [] };

/** The REST door of the enrichment alone, on a socket. */
async function serve(given: Lookups) {
  const cache = createValueCache({ clock, maxBytes: 1_000_000 });
  const nowhere = { get: () => Promise.reject(new Error('nobody asks')) };
  const telemetry = createTelemetry();
  const answers = createAnswerCache(clock, 1000);
  const rest = createRest({
    routes: enrichmentRoutes,
    createContext: () => {
      const { signal } = new AbortController();
      const reader = createReader({ cache, freshness: createFreshness(), signal, maxMisses: 9 });
      const upstreams = { marketData: nowhere, defiData: nowhere };
      const deps = { reader, cache, clock, upstreams } as never;
      const snapshotOf = async () => snapshot;
      const enrichment = createEnrichmentLoaders(deps, { lookups: given, snapshotOf });
      return {
        reader,
        signal,
        requestId: 'r',
        clientAddress: '',
        loaders: { enrichment },
      } as never;
    },
    log: pino({ level: 'silent' }),
    telemetry,
    answers,
    clock,
    makeOnce: createMakeOnce(answers, clock),
    answer: createAnswerer({ clock, telemetry, pending: unbounded, addressOf: () => '' }),
    readClient: createClientReader(new BlockList()),
    slots: createStreamSlots({ total: 1, perClient: 1 }),
    audiences: createAudiences({ drain: new AbortController().signal }),
  });
  const server = createServer(rest).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    get: () => fetch(`http://127.0.0.1:${port}/itp-enrichment?itp_id=${id}`),
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

test('error: a computation that fails is a 500 in the words of the specification, and not cached', async () => {
  await using door = await serve({
    ...lookups,
    coin: () => {
      throw new TypeError('secret inside');
    },
  });
  const answer = await door.get();
  expect(answer.status).toBe(500);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(await answer.json()).toEqual({ error: 'Enrichment unavailable' });
});

test('error: a provider’s client that throws what it never should is no degraded answer', async () => {
  await using door = await serve(lookups);
  expect((await door.get()).status).toBe(500);
});
