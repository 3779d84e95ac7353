import { expect, test } from 'vitest';
import type { CachePolicyName } from '../../cache/cache-policies.ts';
import type { ResponseFreshness } from '../../cache/response-freshness-tracker.ts';
import { createTelemetry } from '../../telemetry/telemetry.ts';
import { toResponse } from './http-response.ts';
import { createResponseCache } from './response-cache.ts';

const latency = createTelemetry().routeLatency('rest', '/x');

/** Freshness of a response's values by cache policy, each with its fetch time. */
const rowsOf = (...rows: readonly (readonly [CachePolicyName, number])[]) =>
  new Map(
    rows.map(([policy, oldest]) => [
      policy,
      { oldest, freshUntil: oldest + 100, outcome: 'MISS' as const, tags: new Set<string>() },
    ]),
  );

/** Creates a cache with a manual clock, and responses for it. */
function setUp(maxBytes = 1_000_000) {
  let now = 1000;
  const cache = createResponseCache({ now: () => now }, maxBytes);
  const made = (text: string, more: Partial<ResponseFreshness> = {}) => {
    const freshness: ResponseFreshness = {
      oldest: now,
      freshUntil: now + 100,
      outcome: 'MISS',
      degraded: false,
      staleUntil: now + 100,
      rows: rowsOf(['price', now]),
      ...more,
    };
    const { oldest, outcome } = freshness;
    const response = toResponse(text, { headers: {}, caching: { oldest, outcome, freshness } });
    return { response, api: 'rest' as const, latency };
  };
  const pass = (milliseconds: number) => {
    now += milliseconds;
  };
  const textOf = (key: string) => cache.get(key)?.response.body;
  /** Caches the response to a second request. */
  const put = (key: string, response: ReturnType<typeof made>) => {
    cache.put(key, response);
    cache.put(key, response);
  };
  return { cache, put, made, pass, textOf };
}

test('default: a response is cached until its first value is not fresh', () => {
  const { cache, put, made, pass, textOf } = setUp();
  put('a', made('one'));
  pass(99);
  expect(textOf('a')).toBe('one');
  pass(1);
  expect(textOf('a')).toBeUndefined();
  expect(cache.size().entries).toBe(0);
});

test('default: the response to a first request is not cached, that to a second one is', () => {
  const { cache, made, pass, textOf } = setUp();
  cache.put('a', made('one'));
  expect(cache.size()).toMatchObject({ entries: 0 });
  cache.put('a', made('one'));
  expect(textOf('a')).toBe('one');
  pass(100);
  expect(textOf('a')).toBeUndefined();
  cache.put('a', made('two'));
  expect(textOf('a')).toBe('two');
});

test('behavior: a response that may not be shared or has expired is not cached', () => {
  const { cache, put, made, textOf } = setUp();
  put('a', made('one', { freshUntil: null }));
  put('b', made('one', { oldest: null }));
  put('c', made('one', { freshUntil: 1000 }));
  expect([textOf('a'), textOf('b'), textOf('c')]).toEqual([undefined, undefined, undefined]);
  expect(cache.size()).toMatchObject({ entries: 0, bytes: 0 });
});

test('behavior: invalidating a policy drops the responses with its values, also those cached later', () => {
  const { cache, put, made, pass, textOf } = setUp();
  const before = made('old');
  put('a', before);
  put('b', made('other', { rows: rowsOf(['nav', 1000]) }));
  put('c', made('both', { rows: rowsOf(['nav', 1000], ['price', 1000]) }));
  cache.invalidate('price');
  expect([textOf('a'), textOf('b'), textOf('c')]).toEqual([undefined, 'other', undefined]);
  put('a', before);
  expect(textOf('a')).toBeUndefined();
  pass(1);
  put('a', made('new'));
  expect(textOf('a')).toBe('new');
  cache.invalidate('nav');
  expect([textOf('a'), textOf('b')]).toEqual(['new', undefined]);
});

test('behavior: 100,000 different requests stay within the bound', () => {
  const maxBytes = 4_000_000;
  const { cache, put, made, textOf } = setUp(maxBytes);
  for (let index = 0; index < 100_000; index += 1) {
    put(`key ${index} ${'x'.repeat(index % 700)}`, made(`answer ${index}`));
  }
  const { entries, bytes } = cache.size();
  expect(bytes).toBeLessThanOrEqual(maxBytes);
  expect(bytes).toBeGreaterThan(maxBytes * 0.9);
  expect(entries).toBeGreaterThan(500);
  expect(textOf(`key 99999 ${'x'.repeat(99_999 % 700)}`)).toBe('answer 99999');
});

test('behavior: a cache of 0 bytes caches no response', () => {
  const { cache, put, made, textOf } = setUp(0);
  put('a', made('one'));
  expect(textOf('a')).toBeUndefined();
  expect(cache.size()).toEqual({ entries: 0, bytes: 0, maxBytes: 0 });
});
