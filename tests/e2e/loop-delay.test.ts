import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FakeUpstream } from '../support/gateway.ts';
import {
  longestTurn,
  maxTurn,
  measureTurns,
  send,
  startMeteredGateway,
  upstreamOf,
} from '../support/measure-turns.ts';
import { postJson } from '../support/post-json.ts';
import { startLargestValues, worstRequests } from '../support/worst-requests.ts';

/** A document is compiled when it comes for the third time, and its answer kept. */
const timesEach = 5;

let upstream: FakeUpstream;
beforeAll(async () => {
  upstream = await startLargestValues();
});
afterAll(async () => {
  await upstream[Symbol.asyncDispose]();
});

test.each(worstRequests.map((request) => [request.kind, request] as const))(
  'behavior: no request stops the event loop for longer than it may: %s',
  async (_kind, request) => {
    const limit = request.maxTurn ?? maxTurn;
    await using gateway = await startMeteredGateway(upstreamOf(upstream, request));
    const attempt = async (n: number) => {
      await longestTurn(gateway);
      let longest = 0;
      for (let time = 0; time < timesEach; time += 1) {
        // The document is another one in each attempt, cold and then compiled.
        const { status, errors } = await send(gateway.url, request, n);
        expect({ status, errors }).toEqual(request.outcome ?? { status: 200, errors: 0 });
        await sleep(20);
        longest = Math.max(longest, await longestTurn(gateway));
      }
      return longest;
    };
    expect(await measureTurns(request.kind, attempt, limit)).toBeLessThan(limit);
  },
  240_000,
);

const large = worstRequests.filter(({ kind }) =>
  /^(whole series of 50 runs, compared|28 aliases of a leaf in series)/.test(kind),
);

test.each(large.map(({ kind, body }) => [kind, body?.query ?? ''] as const))(
  'behavior: no call of an MCP tool stops the event loop for more than 100 ms: %s',
  async (kind, document) => {
    await using gateway = await startMeteredGateway(upstream.url);
    const best = await measureTurns(`${kind}, by MCP`, async (n) => {
      await longestTurn(gateway);
      let longest = 0;
      for (let time = 0; time < timesEach; time += 1) {
        const params = { name: 'execute', arguments: { query: `${document} # ${n}` } };
        const response = await postJson(
          `${gateway.url}/mcp`,
          { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
          { headers: { accept: 'application/json, text/event-stream' } },
        );
        const text = await response.text();
        expect(text.length).toBeGreaterThan(200_000);
        expect(text.length).toBeLessThanOrEqual(400_000);
        expect(text).toContain('nextCursor');
        await sleep(20);
        longest = Math.max(longest, await longestTurn(gateway));
      }
      return longest;
    });
    expect(best).toBeLessThan(maxTurn);
  },
  240_000,
);

test('behavior: the first call of MCP, which loads its SDK, stops the event loop for at most 100 ms', async () => {
  const best = await measureTurns('first call of MCP', async () => {
    await using gateway = await startMeteredGateway(upstream.url);
    await longestTurn(gateway);
    const response = await postJson(
      `${gateway.url}/mcp`,
      { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      { headers: { accept: 'application/json' } },
    );
    expect(await response.text()).toContain('outputSchema');
    return await longestTurn(gateway);
  });
  expect(best).toBeLessThan(maxTurn);
}, 240_000);
