import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { expect, test } from 'vitest';
import { createRequestCache } from '../../../cache/request-cache.ts';
import { createResponseFreshnessTracker } from '../../../cache/response-freshness-tracker.ts';
import { createValueCache } from '../../../cache/value-cache.ts';
import { createUndeliveredBytes } from '../../../http/connections/undelivered-bytes.ts';
import { createExpress } from '../../../http/ops/ops.ts';
import { createRequestRunner } from '../../../http/request-runner.ts';
import { createResponseCache } from '../../../http/response/response-cache.ts';
import { createRestRouter, type RestRouterOptions } from '../../../http/rest/router.ts';
import { systemClock as clock } from '../../../lib/clock.ts';
import { createUndeliveredBytesLimiter } from '../../../lib/limits/undelivered-bytes-limiter.ts';
import { createTelemetry } from '../../../telemetry/telemetry.ts';
import { createEnrichmentLoaders } from './loaders.ts';
import type { EnrichmentLookupData } from './lookup-files.ts';
import { dtfEnrichmentRoutes } from './routes.ts';

const unbounded = createUndeliveredBytesLimiter({ maxBytes: Infinity, maxClientBytes: Infinity });

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
/** Finds no coin, so that no provider is called. */
const lookupData: EnrichmentLookupData = { coin: () => null, founders: () => [] };

/** Serves the REST API of the enrichment alone on a socket. */
async function serve(given: EnrichmentLookupData) {
  const cache = createValueCache({ clock, maxBytes: 1_000_000 });
  const nowhere = { get: () => Promise.reject(new Error('nobody asks')) };
  const telemetry = createTelemetry();
  const responses = createResponseCache(clock, 1000);
  const log = pino({ level: 'silent' });
  const addressOf = () => '';
  const { run } = createRequestRunner({
    responseCache: responses,
    clock,
    telemetry,
    unread: createUndeliveredBytes(unbounded, addressOf),
    log,
  });
  const router = createRestRouter({
    run,
    limit: undefined,
    prefixAliases: {},
    routes: dtfEnrichmentRoutes,
    createContext: () => {
      const { signal } = new AbortController();
      const requestCache = createRequestCache({
        cache,
        freshness: createResponseFreshnessTracker(),
        signal,
        maxMisses: 9,
      });
      const upstreams = { marketData: nowhere, defiData: nowhere };
      const deps = { requestCache, cache, clock, upstreams } as never;
      const snapshotOf = async () => snapshot;
      const enrichment = createEnrichmentLoaders(deps, { lookupData: given, snapshotOf });
      return {
        requestCache,
        signal,
        requestId: 'r',
        clientAddress: '',
        loaders: { enrichment },
      } as never;
    },
    log,
    telemetry,
    addressOf,
    clock,
  } as Partial<RestRouterOptions<never>> as RestRouterOptions<never>);
  const app = createExpress().use('/api', router);
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    get: () => fetch(`http://127.0.0.1:${port}/api/itp-enrichment?itp_id=${id}`),
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

test('error: a computation that fails is a 500 in the words of the specification, and not cached', async () => {
  await using api = await serve({
    ...lookupData,
    coin: () => {
      throw new TypeError('secret inside');
    },
  });
  const response = await api.get();
  expect(response.status).toBe(500);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(await response.json()).toEqual({ error: 'Enrichment unavailable' });
});

test('error: a provider’s client that throws unexpectedly gives no degraded response', async () => {
  await using api = await serve(lookupData);
  expect((await api.get()).status).toBe(500);
});
