import { expect, test } from 'vitest';
import { createTelemetry } from '../../core/telemetry.ts';
import { createAnswerCache } from './answer-cache.ts';
import { encodeAnswer } from './encoded-answer.ts';
import { headerBlock } from './headers.ts';
import { createMakeOnce, type ReadyAnswer } from './make-once.ts';

const question = { key: 'key', spelling: 'spelling' };
const other = { key: 'other', spelling: 'other spelling' };

/** A question that is known and whose answer is over, and a maker of the next that counts. */
function setUp(outcome: 'answer' | 'refusal' | 'failure' = 'answer') {
  let now = 0;
  const answers = createAnswerCache({ now: () => now }, 100_000);
  const times = createTelemetry().timesOf('rest', '/x');
  const encode = (text: string) =>
    encodeAnswer(text, {
      shared: headerBlock([]),
      contentType: 'text/plain',
      cacheControl: 'public',
    });
  const keep = (text: string) => {
    const made = { answer: encode(text), door: 'rest', times } as const;
    const policies = new Map([['price' as const, now]]);
    const freshness = { oldest: now, freshUntil: now + 10, degraded: false, policies };
    answers.keep(question, { ...made, freshness: { ...freshness, outcome: 'HIT' } });
    return { ...made, oldest: now, outcome: 'MISS' } as const;
  };
  keep('old');
  now = 10;
  const makeOnce = createMakeOnce(answers);
  const seen = { made: 0 };
  const ask = (asked = question) =>
    makeOnce<ReadyAnswer | string>(asked, async () => {
      seen.made += 1;
      await new Promise((resolve) => setTimeout(resolve, 5));
      if (outcome === 'failure') throw new Error('upstream is down');
      return outcome === 'answer' ? keep('new') : 'not to be shared';
    });
  return { ask, seen };
}

const outcomeOf = (got: ReadyAnswer | string) => (typeof got === 'string' ? got : got.outcome);

test('default: an answer that many wait for is made once', async () => {
  const { ask, seen } = setUp();
  const got = await Promise.all(Array.from({ length: 1000 }, () => ask()));
  expect(seen.made).toBe(1);
  expect(got.map(outcomeOf)).toEqual(['MISS', ...Array(999).fill('COALESCED')]);
  expect(got.every((one) => typeof one !== 'string' && one.answer.identity.body === 'new')).toBe(
    true,
  );
});

test('behavior: questions that are not known are not waited for', async () => {
  const { ask, seen } = setUp();
  await Promise.all([ask(other), ask(other)]);
  expect(seen.made).toBe(2);
});

test('behavior: what cannot be shared is made by each, at the same time', async () => {
  const { ask, seen } = setUp('refusal');
  const startedAt = performance.now();
  const got = await Promise.all(Array.from({ length: 50 }, () => ask()));
  expect(performance.now() - startedAt).toBeLessThan(150);
  expect([seen.made, new Set(got)]).toEqual([50, new Set(['not to be shared'])]);
});

test('error: whoever fails fails alone, and the next one makes it anew', async () => {
  const { ask, seen } = setUp('failure');
  const got = await Promise.allSettled([ask(), ask(), ask()]);
  expect(got.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(seen.made).toBe(3);
  await expect(ask()).rejects.toThrow('upstream is down');
  expect(seen.made).toBe(4);
});
