import { describe, expect, test } from 'vitest';
import { refusalMessage, refusalOf } from './refusal.ts';

const answer = (status: number, value: unknown, retryAfter?: number) => ({
  status,
  value,
  bytes: 0,
  retryAfter,
});

describe('words that may be shown', () => {
  test.each([
    'Reveal window not yet expired; opens at 2026-01-01T00:10:00Z',
    'Reveal window not yet expired; opens at 2026-01-01 00:10:00+02:00',
    'Reveal window not yet expired. Deadline: 1790000640, now: 1790000042',
    'opens at timestamp:1790000640',
    'deadline:2026-01-01',
    'price at 12:30 missing',
    'price at close (16:00) missing',
    'no price at (12:30)',
    'batch_id:77 not found',
    'unknown token: PEPE',
    'unknown category; see /sim/categories',
  ])('default: %s', (error) => {
    expect(refusalMessage(answer(400, { error }))).toBe(error);
  });

  test.each([
    'cannot reach http://node/',
    'connect ECONNREFUSED localhost',
    'panic at 10.0.0.1',
    'refused at [::1]:80',
    'no route to postgres:5432',
    'refused at db:80',
    'cannot read /srv/data-node/ledger.ts',
    'cannot read C:\\data\\ledger',
    "panicked at 'no price', src/main.rs:12:5",
    'at Ledger.read (/data/ledger.ts:42:7)',
    'at async Promise.all (index 0) at Ledger.read (native:42:7)',
    'at <anonymous>:1:1',
    'at main:12',
    'goroutine 1 ledger.go:52',
    'File "ledger.py", line 42',
    'tokio::runtime is gone',
    'refused Bearer abc',
    'bad x-explorer-token: abc',
    'api_key=abc is wrong',
    'x'.repeat(501),
    '',
  ])('error: %s is not shown', (error) => {
    expect(refusalMessage(answer(400, { error }))).toBeNull();
  });
});

describe('what a refusal stands for', () => {
  const hidden = { error: 'panic at 10.0.0.1' };
  const general = 'the node refused the request';

  test.each([400, 403, 409, 422, 429])(
    'behavior: %i without words to show is the same',
    (status) => {
      expect(refusalOf(answer(status, hidden), 'node')).toMatchObject({ status, message: general });
    },
  );

  test('behavior: 404 is not found', () => {
    expect(refusalOf(answer(404, hidden), 'node')).toMatchObject({
      status: 404,
      message: 'not found',
    });
  });

  test.each([
    [400, null],
    [403, { message: 'closed' }],
    [429, { error: 7 }],
    [401, { error: 'who are you' }],
    [302, { error: 'elsewhere' }],
  ])('error: %i with %j is unavailable', (status, value) => {
    expect(refusalOf(answer(status, value), 'node')).toMatchObject({ status: 502 });
  });

  test('behavior: a status that the specification states stands without a reason', () => {
    const words = (value: unknown) => refusalOf(answer(403, value), 'node', 'sealed');
    expect(words(null)).toMatchObject({ status: 403, message: 'sealed' });
    expect(words(hidden)).toMatchObject({ status: 403, message: 'sealed' });
    expect(words({ message: 'opens at 12:30' })).toMatchObject({ message: 'opens at 12:30' });
    expect(words({ error: 'opens at 12:31' })).toMatchObject({ message: 'opens at 12:31' });
  });

  test('behavior: when to come back is passed on', () => {
    const busy = { error: 'slow down' };
    expect(refusalOf(answer(429, busy, 7), 'node')).toMatchObject({ status: 429, retryAfter: 7 });
    expect(refusalOf(answer(429, busy), 'node')).not.toHaveProperty('retryAfter');
  });
});
