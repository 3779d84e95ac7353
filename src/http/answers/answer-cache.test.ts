import { expect, test } from 'vitest';
import type { FreshnessSummary } from '../../core/cache/freshness.ts';
import type { PolicyName } from '../../core/policies.ts';
import { createTelemetry } from '../../core/telemetry.ts';
import { createAnswerCache } from './answer-cache.ts';
import { encodeAnswer } from './encoded-answer.ts';
import { headerBlock } from './headers.ts';

const shared = headerBlock([]);
const times = createTelemetry().timesOf('rest', '/x');

/** What an answer is made of: rows, each with the time its value was fetched. */
const rowsOf = (...rows: readonly (readonly [PolicyName, number])[]) =>
  new Map(
    rows.map(([policy, oldest]) => [
      policy,
      { oldest, freshUntil: oldest + 100, outcome: 'MISS' as const },
    ]),
  );

/** A cache with a clock that is moved by hand, and answers for it. */
function setUp(maxBytes = 1_000_000) {
  let now = 1000;
  const cache = createAnswerCache({ now: () => now }, maxBytes);
  const made = (text: string, more: Partial<FreshnessSummary> = {}) => ({
    oldest: more.oldest === undefined ? now : more.oldest,
    answer: encodeAnswer(text, { shared, contentType: 'text/plain', cacheControl: 'public' }),
    door: 'rest' as const,
    times,
    freshness: {
      oldest: now,
      freshUntil: now + 100,
      outcome: 'MISS' as const,
      degraded: false,
      staleUntil: now + 100,
      rows: rowsOf(['price', now]),
      ...more,
    },
  });
  const pass = (milliseconds: number) => {
    now += milliseconds;
  };
  const textOf = (key: string) => cache.get({ key, spelling: null })?.answer.identity.body;
  const keep = (key: string, answer: ReturnType<typeof made>, spelling: string | null = null) =>
    cache.keep({ key, spelling }, answer);
  return { cache, keep, made, pass, textOf };
}

test('default: an answer is given until its first part is not fresh', () => {
  const { cache, keep, made, pass, textOf } = setUp();
  keep('a', made('one'));
  pass(99);
  expect(textOf('a')).toBe('one');
  pass(1);
  expect(textOf('a')).toBeUndefined();
  expect(cache.size().entries).toBe(0);
});

test('default: spellings lead to the answer, and to the next one when it is gone', () => {
  const { cache, keep, made, pass } = setUp();
  const bodyOf = (spelling: string) => cache.find(spelling)?.answer.identity.body;
  keep('a', made('one'));
  expect([bodyOf('spelled'), bodyOf('a')]).toEqual([undefined, undefined]);
  cache.get({ key: 'a', spelling: 'spelled' });
  expect([bodyOf('spelled'), bodyOf('a')]).toEqual(['one', undefined]);
  pass(100);
  expect(bodyOf('spelled')).toBeUndefined();
  keep('a', made('two'));
  expect(bodyOf('spelled')).toBe('two');
});

test('default: what is asked for the first time leaves nothing, the second time stays', () => {
  const { cache, keep, made, pass, textOf } = setUp();
  keep('a', made('one'), 'spelled');
  expect(cache.size()).toMatchObject({ entries: 0, bytes: 0 });
  keep('a', made('one', { outcome: 'HIT' }), 'spelled');
  expect([textOf('a'), cache.find('spelled')?.answer.identity.body]).toEqual(['one', 'one']);
  pass(100);
  keep('a', made('two'), 'spelled');
  expect(cache.find('spelled')?.answer.identity.body).toBe('two');
});

test('behavior: what may not be shared or is over is not kept', () => {
  const { cache, keep, made, textOf } = setUp();
  keep('a', made('one', { freshUntil: null }));
  keep('b', made('one', { oldest: null }));
  keep('c', made('one', { freshUntil: 1000 }));
  expect([textOf('a'), textOf('b'), textOf('c')]).toEqual([undefined, undefined, undefined]);
  expect(cache.size()).toMatchObject({ entries: 0, bytes: 0 });
});

test('behavior: a dropped row takes what was made of it, also what is kept afterwards', () => {
  const { cache, keep, made, pass, textOf } = setUp();
  const before = made('old');
  keep('a', before);
  keep('b', made('other', { rows: rowsOf(['nav', 1000]) }));
  keep('c', made('both', { rows: rowsOf(['nav', 1000], ['price', 1000]) }));
  cache.drop('price');
  expect([textOf('a'), textOf('b'), textOf('c')]).toEqual([undefined, 'other', undefined]);
  keep('a', before);
  expect(textOf('a')).toBeUndefined();
  pass(1);
  keep('a', made('new'));
  expect(textOf('a')).toBe('new');
  cache.drop('nav');
  expect([textOf('a'), textOf('b')]).toEqual(['new', undefined]);
});

test('behavior: 100,000 different questions and spellings stay within the bound', () => {
  const maxBytes = 4_000_000;
  const { cache, keep, made } = setUp(maxBytes);
  for (let index = 0; index < 100_000; index += 1) {
    const spelling = `spelling ${index} ${'x'.repeat(index % 700)}`;
    keep(`key ${index}`, made(`answer ${index}`, { outcome: 'HIT' }), spelling);
    cache.get({ key: `key ${index}`, spelling: `another spelling ${index}` });
  }
  const { entries, bytes } = cache.size();
  expect(bytes).toBeLessThanOrEqual(maxBytes);
  expect(bytes).toBeGreaterThan(maxBytes * 0.9);
  expect(entries).toBeGreaterThan(500);
  expect(cache.find('another spelling 99999')?.answer.identity.body).toBe('answer 99999');
});

test('behavior: no bytes, no answers', () => {
  const { cache, keep, made, textOf } = setUp(0);
  keep('a', made('one', { outcome: 'HIT' }), 'spelled');
  expect([textOf('a'), cache.find('spelled')]).toEqual([undefined, undefined]);
  expect(cache.size()).toEqual({ entries: 0, bytes: 0, maxBytes: 0 });
});
