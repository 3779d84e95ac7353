import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FakeUpstream, respondByPath, startUpstream } from '../support/gateway.ts';
import { startGatewayProcess } from '../support/gateway-process.ts';
import { postJson } from '../support/post-json.ts';
import { residentBytes } from '../support/processes.ts';

/** The heap of `deploy/kubernetes/dtf-graph.yaml`. */
const heapMb = 768;
const atOnce = 200;

const numbered = <T>(length: number, one: (at: number) => T) =>
  Array.from({ length }, (_, at) => one(at));
const dateOf = (at: number) =>
  new Date(Date.UTC(2020, 0, 1) + at * 86_400_000).toISOString().slice(0, 10);
const points = numbered(2520, (at) => ({ date: dateOf(at), nav: 1 + at / 700, drawdown_pct: 0 }));

let upstream: FakeUpstream;
beforeAll(async () => {
  upstream = await startUpstream((request, response) => {
    const query = new URLSearchParams(request.url?.split('?')[1]);
    const asked = (query.get('run_ids') ?? '').split(',').filter(Boolean).map(Number);
    respondByPath({
      '/sim/results': { results: [] },
      '/sim/compare': { simulations: asked.map((run_id) => ({ run_id, nav_series: points })) },
    })(request, response);
  });
});
afterAll(() => upstream[Symbol.asyncDispose]());

/** About 14 MB of result; no two documents are the same. */
const large = (number: number) =>
  `{ s: simulations(ids: [1,2,3,4,5]) { navSeries { ${numbered(8, (at) => `${`a${at}x${number}`.padEnd(120, 'y')}: date`).join(' ')} } } }`;
const small = (number: number) =>
  `{ simulations(ids: [${number + 10}]) { navSeries(maxPoints: 10) { a${number}: nav } } }`;

const mcpCall = (query: string) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'execute', arguments: { query } },
});

/** Some 5 MB of series over REST; no two requests name the same runs. */
const manyRuns = (number: number) => numbered(30, (at) => 1_000 + 30 * number + at).join(',');

const transports = {
  json: (url: string, query: string) => postJson(`${url}/graphql`, { query }),
  events: (url: string, query: string) =>
    postJson(`${url}/graphql`, { query }, { headers: { accept: 'text/event-stream' } }),
  'multipart/mixed': (url: string, query: string) =>
    postJson(
      `${url}/graphql`,
      { query: query.replace('{', '{ __typename ... @defer {').concat(' }') },
      { headers: { accept: 'multipart/mixed' } },
    ),
  mcp: (url: string, query: string) =>
    postJson(`${url}/mcp`, mcpCall(query), {
      headers: { accept: 'application/json, text/event-stream' },
    }),
  rest: (url: string, _query: string, number: number) =>
    fetch(`${url}/api/sim/compare?run_ids=${manyRuns(number)}`),
} as const;

/** Length above which a response is one that was asked for, not a refusal. */
const servedLength = 4_000_000;
/** The same of a tool's result, which is cut at 400 kB. */
const servedByMcpLength = 200_000;

test.each(Object.entries(transports))(
  'behavior: 200 large operations at once by %s leave the gateway within its heap, and others served',
  async (name, send) => {
    await using gateway = await startGatewayProcess({
      DATA_NODE_URL: upstream.url,
      NODE_OPTIONS: `--max-old-space-size=${heapMb}`,
      RESPONSE_MAX_MB: '16',
    });
    let peak = 0;
    let isDone = false;
    const watch = async () => {
      while (!isDone) {
        peak = Math.max(peak, residentBytes(gateway.pid));
        await sleep(20);
      }
    };
    const ordinary: number[] = [];
    const useOrdinarily = async () => {
      for (let count = 0; !isDone; count += 1) {
        const response = await postJson(`${gateway.url}/graphql`, { query: small(count) });
        ordinary.push(response.status);
        await response.arrayBuffer();
        await sleep(50);
      }
    };
    const watching = [watch(), useOrdinarily()];
    const outcomes = await Promise.all(
      numbered(atOnce, async (at) => {
        const response = await send(gateway.url, large(at), at);
        const { status, headers } = response;
        const text = await response.text();
        const isServed = text.length > (name === 'mcp' ? servedByMcpLength : servedLength);
        return { status, isServed, text, retryAfter: headers.get('retry-after') };
      }),
    );
    isDone = true;
    await Promise.all(watching);
    const served = outcomes.filter(({ isServed }) => isServed);
    const refused = outcomes.filter(({ isServed }) => !isServed);
    process.stdout.write(
      `${name}: ${served.length} served, ${refused.length} refused, ${ordinary.length} others, ${(peak / 2 ** 20).toFixed(0)} MiB resident\n`,
    );
    expect(served.length).toBeGreaterThan(0);
    for (const { status, text, retryAfter } of refused) {
      expect(text).toMatch(/too much memory/);
      if (name !== 'json' && name !== 'rest') continue;
      expect([429, 503]).toContain(status);
      expect(Number(retryAfter)).toBeGreaterThan(0);
    }
    expect(ordinary.length).toBeGreaterThan(5);
    expect(new Set(ordinary)).toEqual(new Set([200]));
    expect(peak).toBeLessThan(1.5 * heapMb * 2 ** 20);
  },
  180_000,
);
