import { expect, test } from 'vitest';
import { createCallbackAbortController, raceAbort } from '../../lib/abort.ts';
import { createTelemetry } from '../../telemetry/telemetry.ts';
import { type CoalescedResponse, createCoalescer } from './coalesce.ts';
import { createEncodedBody } from './encoded-body.ts';
import { createFormattedHeaders } from './header-list.ts';
import { createEncodedResponseCache } from './response-cache.ts';

const cacheKeys = { canonicalKey: 'key', rawKey: 'spelling' };
const other = { canonicalKey: 'other', rawKey: 'other spelling' };

/**
 * Creates a `coalesce`. The raw key of `cacheKeys` is known, and its response has expired. `ask`
 * calls it; `seen` counts computations.
 */
function setUp(outcome: 'answer' | 'refusal' | 'failure' = 'answer') {
  let now = 0;
  const clock = { now: () => now };
  const responses = createEncodedResponseCache(clock, 100_000);
  const latency = createTelemetry().routeLatency('rest', '/x');
  const encode = (text: string) =>
    createEncodedBody(text, {
      shared: createFormattedHeaders([]),
      contentType: 'text/plain',
      cacheControl: 'public',
    });
  const keep = (text: string) => {
    const made = { body: encode(text), api: 'rest', latency } as const;
    const freshUntil = now + 10;
    const rows = new Map([
      ['price' as const, { oldest: now, freshUntil, outcome: 'HIT' as const }],
    ]);
    const life = { oldest: now, freshUntil, staleUntil: freshUntil, degraded: false };
    responses.put(cacheKeys, {
      ...made,
      oldest: now,
      freshness: { ...life, rows, outcome: 'HIT' },
    });
    return { ...made, oldest: now, outcome: 'MISS', rows } as const;
  };
  keep('old');
  now = 10;
  const coalesce = createCoalescer(responses, clock);
  const seen = { made: 0, atOnce: 0 };
  let running = 0;
  const ask = (requestInfo = cacheKeys, { signal } = createCallbackAbortController()) =>
    coalesce<CoalescedResponse | string>({
      cacheKeys: requestInfo,
      signal,
      make: async () => {
        seen.made += 1;
        running += 1;
        seen.atOnce = Math.max(seen.atOnce, running);
        const work = new Promise((resolve) => setTimeout(resolve, 5));
        await raceAbort(work, signal).finally(() => {
          running -= 1;
        });
        if (outcome === 'failure') throw new Error('upstream is down');
        return outcome === 'answer' ? keep('new') : 'not to be shared';
      },
    });
  return { ask, seen };
}

const outcomeOf = (got: CoalescedResponse | string) =>
  typeof got === 'string' ? got : got.outcome;

test('default: a response that many clients wait for is computed once', async () => {
  const { ask, seen } = setUp();
  const got = await Promise.all(Array.from({ length: 1000 }, () => ask()));
  expect(seen.made).toBe(1);
  expect(got.map(outcomeOf)).toEqual(['MISS', ...Array(999).fill('COALESCED')]);
  expect(got.every((one) => typeof one !== 'string' && one.body.identity.body === 'new')).toBe(
    true,
  );
});

test('behavior: requests with an unknown raw cache key do not wait', async () => {
  const { ask, seen } = setUp();
  await Promise.all([ask(other), ask(other)]);
  expect(seen.made).toBe(2);
});

test('behavior: a response that cannot be shared is computed for each request', async () => {
  const { ask, seen } = setUp('refusal');
  const got = await Promise.all(Array.from({ length: 50 }, () => ask()));
  expect(new Set(got)).toEqual(new Set(['not to be shared']));
  // The other 49 start after the first one has finished.
  expect(seen).toMatchObject({ made: 50, atOnce: 49 });
});

test('error: waiting requests get the error, and the next request computes again', async () => {
  const { ask, seen } = setUp('failure');
  const got = await Promise.allSettled([ask(), ask(), ask()]);
  expect(got.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(seen.made).toBe(1);
  await expect(ask()).rejects.toThrow('upstream is down');
  expect(seen.made).toBe(2);
});

test('behavior: the first client disconnects, and the others get the response of its computation', async () => {
  const { ask, seen } = setUp();
  const [first, second] = [createCallbackAbortController(), createCallbackAbortController()];
  const requestInfo = [ask(cacheKeys, first), ask(cacheKeys, second), ask()];
  first.abort(new Error('left'));
  second.abort(new Error('left, too'));
  await expect(requestInfo[1]).rejects.toThrow('left, too');
  expect(
    await Promise.all(
      [requestInfo[0], requestInfo[2]].map(async (one) => outcomeOf((await one) ?? '')),
    ),
  ).toEqual(['MISS', 'COALESCED']);
  expect(seen.made).toBe(1);
});

test('behavior: a computation is aborted when all clients have disconnected', async () => {
  const { ask, seen } = setUp();
  const clients = [createCallbackAbortController(), createCallbackAbortController()];
  const requestInfo = clients.map((client) => ask(cacheKeys, client));
  for (const { abort } of clients) abort(new Error('left'));
  const got = await Promise.allSettled(requestInfo);
  expect(got.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(seen.made).toBe(1);
  expect(outcomeOf(await ask())).toBe('MISS');
});
