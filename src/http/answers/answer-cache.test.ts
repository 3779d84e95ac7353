import { expect, test } from 'vitest';
import type { FreshnessSummary } from '../../core/cache/freshness.ts';
import type { PolicyName } from '../../core/policies.ts';
import { createTelemetry } from '../../core/telemetry.ts';
import { createAnswerCache } from './answer-cache.ts';
import { encodeAnswer } from './encoded-answer.ts';
import { headerBlock } from './headers.ts';

const shared = headerBlock([]);
const times = createTelemetry().timesOf('rest', '/x');

/** A cache with a clock that is moved by hand, and answers for it. */
function setUp(maxBytes = 1_000_000) {
  let now = 1000;
  const cache = createAnswerCache({ now: () => now }, maxBytes);
  const made = (text: string, more: Partial<FreshnessSummary> = {}) => ({
    answer: encodeAnswer(text, { shared, contentType: 'text/plain', cacheControl: 'public' }),
    door: 'rest' as const,
    times,
    freshness: {
      oldest: now,
      freshUntil: now + 100,
      outcome: 'MISS' as const,
      degraded: false,
      policies: new Map<PolicyName, number>([['price', now]]),
      ...more,
    },
  });
  const pass = (milliseconds: number) => {
    now += milliseconds;
  };
  const textOf = (key: string) => cache.get(key)?.answer.identity.body;
  return { cache, made, pass, textOf };
}

test('default: an answer is given until its first part is not fresh', () => {
  const { cache, made, pass, textOf } = setUp();
  cache.keep('a', made('one'));
  pass(99);
  expect(textOf('a')).toBe('one');
  pass(1);
  expect(textOf('a')).toBeUndefined();
  expect(cache.size().entries).toBe(0);
});

test('default: spellings lead to the answer, and to the next one when it is gone', () => {
  const { cache, made, pass } = setUp();
  cache.keep('a', made('one'));
  cache.learn('spelled', 'a');
  expect(cache.find('spelled')?.answer.identity.body).toBe('one');
  expect(cache.find('a')).toBeUndefined();
  pass(100);
  expect(cache.find('spelled')).toBeUndefined();
  cache.keep('a', made('two'));
  expect(cache.find('spelled')?.answer.identity.body).toBe('two');
});

test('behavior: what may not be shared or is over is not kept', () => {
  const { cache, made, textOf } = setUp();
  cache.keep('a', made('one', { freshUntil: null }));
  cache.keep('b', made('one', { oldest: null }));
  cache.keep('c', made('one', { freshUntil: 1000 }));
  expect([textOf('a'), textOf('b'), textOf('c')]).toEqual([undefined, undefined, undefined]);
  cache.learn('spelled', 'a');
  expect(cache.size()).toMatchObject({ entries: 0, bytes: 0 });
});

test('behavior: a dropped row takes what was made of it, also what is kept afterwards', () => {
  const { cache, made, pass, textOf } = setUp();
  const before = made('old');
  cache.keep('a', before);
  cache.keep('b', made('other', { policies: new Map([['nav', 1000]]) }));
  cache.keep(
    'c',
    made('both', {
      policies: new Map([
        ['nav', 1000],
        ['price', 1000],
      ]),
    }),
  );
  cache.drop('price');
  expect([textOf('a'), textOf('b'), textOf('c')]).toEqual([undefined, 'other', undefined]);
  cache.keep('a', before);
  expect(textOf('a')).toBeUndefined();
  pass(1);
  cache.keep('a', made('new'));
  expect(textOf('a')).toBe('new');
  cache.drop('nav');
  expect([textOf('a'), textOf('b')]).toEqual(['new', undefined]);
});

test('behavior: 100,000 different questions and spellings stay within the bound', () => {
  const maxBytes = 4_000_000;
  const { cache, made } = setUp(maxBytes);
  for (let index = 0; index < 100_000; index += 1) {
    cache.keep(`key ${index}`, made(`answer ${index}`));
    cache.learn(`spelling ${index} ${'x'.repeat(index % 700)}`, `key ${index}`);
    cache.learn(`another spelling ${index}`, `key ${index}`);
  }
  const { entries, bytes } = cache.size();
  expect(bytes).toBeLessThanOrEqual(maxBytes);
  expect(bytes).toBeGreaterThan(maxBytes * 0.9);
  expect(entries).toBeGreaterThan(500);
  expect(cache.find('another spelling 99999')?.answer.identity.body).toBe('answer 99999');
});

test('behavior: no bytes, no answers', () => {
  const { cache, made, textOf } = setUp(0);
  cache.keep('a', made('one'));
  cache.learn('spelled', 'a');
  expect(textOf('a')).toBeUndefined();
  expect(cache.size()).toEqual({ entries: 0, bytes: 0, maxBytes: 0 });
});
