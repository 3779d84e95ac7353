import { describe, expect, test, vi } from 'vitest';
import { type CachePolicyName, cachePolicies } from './cache-policies.ts';
import type { CacheReadOutcome } from './cache-read-types.ts';
import { createValueCache } from './value-cache.ts';

/** A cache with a clock that only the test advances. */
function setup(maxBytes = 1_000_000) {
  const time = { now: 1_000_000 };
  const outcomes: CacheReadOutcome[] = [];
  const cache = createValueCache({
    clock: { now: () => time.now },
    maxBytes,
    onRead: (_policy, outcome) => outcomes.push(outcome),
  });
  return { cache, time, outcomes };
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 5));
const { fresh, stale } = cachePolicies.ranking;

/** Resolves to 1, 2, 3 … and counts the calls. */
function counter() {
  let calls = 0;
  return vi.fn(async () => ({ value: ++calls, bytes: 10 }));
}

describe('value cache', () => {
  test('default: a fresh value is returned without a promise and without a fetch', async () => {
    const { cache, outcomes } = setup();
    const fetch = counter();
    await cache.read({ policy: 'ranking', key: 'a', fetch });
    expect(cache.read({ policy: 'ranking', key: 'a', fetch })).toMatchObject({ value: 1 });
    expect(fetch).toHaveBeenCalledTimes(1);
    expect(outcomes).toEqual(['MISS', 'HIT']);
  });

  test('behavior: a value that never changes stays fresh until it is invalidated', async () => {
    const { cache, time } = setup();
    const fetch = vi.fn(async () => ({ value: 1, bytes: 1, isFinal: true }));
    await cache.read({ policy: 'ranking', key: 'a', fetch });
    time.now += 1000 * (fresh + stale);
    expect(cache.read({ policy: 'ranking', key: 'a', fetch })).toMatchObject({ outcome: 'HIT' });
    await cache.invalidate('ranking', 'a');
    expect(await cache.read({ policy: 'ranking', key: 'a', fetch })).toMatchObject({
      outcome: 'MISS',
    });
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  test('behavior: 500 simultaneous reads of a missing value cause one fetch', async () => {
    const { cache } = setup();
    const fetch = vi.fn(async () => {
      await settle();
      return { value: 'x', bytes: 1 };
    });
    const reads = Array.from({ length: 500 }, () => cache.read({ policy: 'nav', key: 'a', fetch }));
    const values = await Promise.all(reads);
    expect(new Set(values.map(({ value }) => value))).toEqual(new Set(['x']));
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  test('behavior: a fetch that takes longer than its value may be served is not joined', async () => {
    const { cache, time, outcomes } = setup();
    const responses: ((value: string) => void)[] = [];
    const fetch = () =>
      new Promise<{ value: string; bytes: number }>((resolve) => {
        responses.push((value) => resolve({ value, bytes: 1 }));
      });
    const read = () => cache.read({ policy: 'ranking', key: 'a', fetch });
    const first = read();
    time.now += fresh + stale - 1;
    const second = read();
    time.now += 1;
    const third = read();
    const fourth = read();
    expect(responses).toHaveLength(2);
    responses[1]?.('new');
    expect(await third).toMatchObject({ value: 'new' });
    expect(await fourth).toMatchObject({ value: 'new' });
    responses[0]?.('old');
    expect(await first).toMatchObject({ value: 'old' });
    expect(await second).toMatchObject({ value: 'old' });
    expect(read()).toMatchObject({ value: 'new', outcome: 'HIT' });
    expect(outcomes).toEqual(['MISS', 'COALESCED', 'MISS', 'COALESCED', 'HIT']);
  });

  test('behavior: a stale value is served at once while one refresh runs', async () => {
    const { cache, time } = setup();
    const fetch = counter();
    await cache.read({ policy: 'ranking', key: 'a', fetch });
    time.now += fresh + 1;
    const reads = [1, 2, 3].map(() => cache.read({ policy: 'ranking', key: 'a', fetch }));
    expect(reads).toMatchObject([{ value: 1, outcome: 'STALE' }, { value: 1 }, { value: 1 }]);
    await settle();
    expect(fetch).toHaveBeenCalledTimes(2);
    expect(cache.read({ policy: 'ranking', key: 'a', fetch })).toMatchObject({
      value: 2,
      outcome: 'HIT',
    });
  });

  test('behavior: while the upstream is down the stale value is served to its end, then reads fail', async () => {
    const { cache, time } = setup();
    await cache.read({ policy: 'ranking', key: 'a', fetch: counter() });
    const dead = vi.fn(async () => {
      throw new Error('down');
    });
    time.now += fresh + stale - 1;
    expect(cache.read({ policy: 'ranking', key: 'a', fetch: dead })).toMatchObject({ value: 1 });
    await settle();
    expect(cache.read({ policy: 'ranking', key: 'a', fetch: dead })).toMatchObject({ value: 1 });
    expect(dead).toHaveBeenCalledTimes(1); // refreshPause has not passed
    time.now += 2;
    await expect(cache.read({ policy: 'ranking', key: 'a', fetch: dead })).rejects.toThrow('down');
  });

  test('behavior: a failure is not cached', async () => {
    const { cache } = setup();
    const fetch = vi
      .fn<() => Promise<{ value: number; bytes: number }>>()
      .mockRejectedValueOnce(new Error('once'))
      .mockResolvedValue({ value: 7, bytes: 1 });
    await expect(cache.read({ policy: 'nav', key: 'a', fetch })).rejects.toThrow('once');
    await expect(cache.read({ policy: 'nav', key: 'a', fetch })).resolves.toMatchObject({
      value: 7,
    });
  });

  test('behavior: a reader that aborts does not affect others; the last one aborts the fetch', async () => {
    const { cache } = setup();
    let ended = false;
    const fetch = (signal: AbortSignal) =>
      new Promise<{ value: number; bytes: number }>((resolve, reject) => {
        const timer = setTimeout(() => resolve({ value: 1, bytes: 1 }), 30);
        signal.addEventListener('abort', () => {
          ended = true;
          clearTimeout(timer);
          reject(signal.reason);
        });
      });
    const [first, second, third] = [1, 2, 3].map(() => new AbortController());
    const reads = [first, second].map((controller) =>
      cache.read({
        policy: 'nav',
        key: 'a',
        fetch,
        signal: controller?.signal ?? AbortSignal.abort(),
      }),
    );
    first?.abort(new Error('left'));
    await expect(reads[0]).rejects.toThrow('left');
    await expect(reads[1]).resolves.toMatchObject({ value: 1 });
    expect(ended).toBe(false);

    const last = cache.read({
      policy: 'nav',
      key: 'b',
      fetch,
      signal: third?.signal ?? AbortSignal.abort(),
    });
    third?.abort(new Error('left'));
    await expect(last).rejects.toThrow('left');
    expect(ended).toBe(true);
  });

  test('behavior: limited in bytes, evicts the least recently used value first', async () => {
    const { cache } = setup(10_000);
    const fetch = async () => ({ value: 1, bytes: 1000 });
    for (let i = 0; i < 100; i += 1) await cache.read({ policy: 'ranking', key: `k${i}`, fetch });
    expect(cache.stats().bytes).toBeLessThanOrEqual(10_000);
    expect(cache.stats().entries).toBeGreaterThan(5);
    expect(cache.read({ policy: 'ranking', key: 'k99', fetch })).not.toBeInstanceOf(Promise);
    expect(cache.read({ policy: 'ranking', key: 'k0', fetch })).toBeInstanceOf(Promise);
  });

  test('behavior: an invalidated value is fetched again, other values stay', async () => {
    const { cache, time } = setup();
    const fetch = counter();
    const keys = ['a', 'b'];
    for (const key of keys) await cache.read({ policy: 'batchState', key, fetch });
    await cache.read({ policy: 'balance', key: 'a', fetch });
    time.now += 1;
    cache.invalidate('batchState', 'a');
    expect(cache.peekFresh('batchState', 'a')).toBeNull();
    expect(cache.peekFresh('batchState', 'b')).toMatchObject({ value: 2 });
    cache.invalidate('batchState');
    expect(cache.peekFresh('batchState', 'b')).toBeNull();
    expect(cache.peekFresh('balance', 'a')).toMatchObject({
      value: 3,
      meta: { policy: 'balance' },
    });
    time.now += 1;
    for (const key of keys) await cache.read({ policy: 'batchState', key, fetch });
    expect(keys.map((key) => cache.peekFresh('batchState', key)?.value)).toEqual([4, 5]);
  });

  test.each([
    ['by its key', 'a'],
    ['with its policy', undefined],
  ])(
    'behavior: a fetch that was running when its value was invalidated %s is neither cached nor joined',
    async (_how, key) => {
      const { cache, time } = setup();
      const early = Promise.withResolvers<{ value: string; bytes: number }>();
      const before = cache.read({ policy: 'batchState', key: 'a', fetch: () => early.promise });
      time.now += 1;
      cache.invalidate('batchState', key);
      time.now += 1;
      const fetch = async () => ({ value: 'after', bytes: 1 });
      expect(await cache.read({ policy: 'batchState', key: 'a', fetch })).toMatchObject({
        value: 'after',
        outcome: 'MISS',
      });
      early.resolve({ value: 'before', bytes: 1 });
      expect(await before).toMatchObject({ value: 'before' });
      expect(cache.peekFresh('batchState', 'a')).toMatchObject({ value: 'after' });
      cache.put('batchState', 'a', { value: 'before', bytes: 1, begunAt: time.now - 2 });
      expect(cache.peekFresh('batchState', 'a')).toMatchObject({ value: 'after' });
    },
  );

  test('behavior: listeners are called for each invalidation', () => {
    const told: CachePolicyName[] = [];
    const cache = createValueCache({ clock: { now: () => 0 }, maxBytes: 1000 });
    cache.onInvalidate((policy) => told.push(policy));
    cache.invalidate('nav', 'a');
    cache.invalidate('balance');
    expect(told).toEqual(['nav', 'balance']);
  });
});
