import { expect, test } from 'vitest';
import { OverloadedError, RateLimitedError } from '../lib/errors.ts';
import { acquireStreamPermit, createStreamLimiter } from './stream-limits.ts';

test('default: a slot that is given back can be taken again', () => {
  const streamLimiter = createStreamLimiter({ total: 2, perClient: 1 });
  const slot = acquireStreamPermit(streamLimiter, 'a');
  slot.release();
  slot.release();
  expect(() => acquireStreamPermit(streamLimiter, 'a')).not.toThrow();
});

test('error: a client with too many streams is told to come back, and every client when there are too many', () => {
  const streamLimiter = createStreamLimiter({ total: 2, perClient: 1 });
  acquireStreamPermit(streamLimiter, 'a');
  expect(() => acquireStreamPermit(streamLimiter, 'a')).toThrow(RateLimitedError);
  acquireStreamPermit(streamLimiter, 'b');
  expect(() => acquireStreamPermit(streamLimiter, 'c')).toThrow(OverloadedError);
});
