import { expect, test } from 'vitest';
import { OverloadedError, RateLimitedError } from '../lib/errors.ts';
import { acquireStreamPermit, createStreamLimiter } from './stream-limits.ts';

test('default: a released permit can be acquired again', () => {
  const streamLimiter = createStreamLimiter({ total: 2, perClient: 1 });
  const permit = acquireStreamPermit(streamLimiter, 'a');
  permit.release();
  permit.release();
  expect(() => acquireStreamPermit(streamLimiter, 'a')).not.toThrow();
});

test('error: a client at its limit is rejected, and every client at the total limit', () => {
  const streamLimiter = createStreamLimiter({ total: 2, perClient: 1 });
  acquireStreamPermit(streamLimiter, 'a');
  expect(() => acquireStreamPermit(streamLimiter, 'a')).toThrow(RateLimitedError);
  acquireStreamPermit(streamLimiter, 'b');
  expect(() => acquireStreamPermit(streamLimiter, 'c')).toThrow(OverloadedError);
});
