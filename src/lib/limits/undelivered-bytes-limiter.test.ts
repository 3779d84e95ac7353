import { describe, expect, test } from 'vitest';
import { OverloadedError, RateLimitedError } from '../errors.ts';
import { createUndeliveredBytesLimiter } from './undelivered-bytes-limiter.ts';

const bytes = (length: number) => ({ length });

describe('createUndeliveredBytesLimiter', () => {
  test('default: held bytes are counted until their release, which counts once', () => {
    const pending = createUndeliveredBytesLimiter({ maxBytes: 100, maxClientBytes: 50 });
    const release = pending.hold('a', [bytes(10), bytes(20)]);
    expect(pending.bytes()).toBe(30);
    release();
    release();
    expect(pending.bytes()).toBe(0);
  });

  test('behavior: a buffer that several responses share counts once', () => {
    const pending = createUndeliveredBytesLimiter({ maxBytes: 100, maxClientBytes: 50 });
    const shared = bytes(40);
    const releases = ['a', 'a', 'b'].map((client) => pending.hold(client, [shared]));
    expect(pending.bytes()).toBe(40);
    expect(() => pending.admit('a')).not.toThrow();
    releases.pop()?.();
    releases.pop()?.();
    expect(pending.bytes()).toBe(40);
    releases.pop()?.();
    expect(pending.bytes()).toBe(0);
  });

  test('error: a client at its limit is rejected, others are not', () => {
    const refused: string[] = [];
    const pending = createUndeliveredBytesLimiter({
      maxBytes: 100,
      maxClientBytes: 50,
      onRefuse: (bound) => refused.push(bound),
    });
    pending.hold('a', [bytes(60)]);
    expect(() => pending.admit('a')).toThrow(RateLimitedError);
    expect(() => pending.admit('b')).not.toThrow();
    expect(refused).toEqual(['client']);
  });

  test('error: every client is rejected when the total limit is reached', () => {
    const pending = createUndeliveredBytesLimiter({ maxBytes: 100, maxClientBytes: 50 });
    for (const client of ['a', 'b', 'c']) pending.hold(client, [bytes(40)]);
    expect(() => pending.admit('d')).toThrow(OverloadedError);
  });
});
