import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { cachePolicies } from './cache-policies.ts';
import { createRequestCache, type RequestCache } from './request-cache.ts';
import { createResponseFreshnessTracker } from './response-freshness-tracker.ts';
import { createValueCache } from './value-cache.ts';

function setup(maxMisses = 3, signal = new AbortController().signal) {
  const cache = createValueCache({ clock: { now: () => 1_000_000 }, maxBytes: 100_000 });
  const freshness = createResponseFreshnessTracker();
  const requestCache = createRequestCache({
    cache,
    freshness,
    signal,
    maxMisses,
  });
  return { reader: requestCache, freshness };
}

test('default: the freshness of the response covers all values read', async () => {
  const { reader: requestCache, freshness } = setup();
  expect(freshness.summary()).toMatchObject({ oldest: null, freshUntil: null });
  await requestCache.read('ranking', 'a', async () => ({ value: 1, bytes: 1 }));
  await requestCache.read('nav', 'a', async () => ({ value: 1, bytes: 1 }));
  expect(freshness.summary()).toMatchObject({
    oldest: 1_000_000,
    freshUntil: 1_002_000,
    outcome: 'MISS',
  });
});

test('behavior: a thousand simultaneous reads of one key count as one', async () => {
  const { reader: requestCache } = setup(1);
  const fetch = vi.fn(async () => ({ value: 7, bytes: 1 }));
  const reads = Array.from({ length: 1000 }, () => requestCache.read('price', 'all', fetch));
  expect(new Set(await Promise.all(reads))).toEqual(new Set([7]));
  expect(fetch).toHaveBeenCalledTimes(1);
});

test('error: a request that needs more upstream reads than allowed is rejected', async () => {
  const { reader: requestCache } = setup(3);
  const read = (key: string) =>
    requestCache.read('nav', key, async () => ({ value: key, bytes: 1 }));
  await Promise.all(['a', 'b', 'c'].map(read));
  expect(() => read('d')).toThrow('more than 3 upstream reads');
  expect(read('a')).toBe('a');
});

describe('failing reads', () => {
  const unhandled = vi.fn();
  beforeAll(() => void process.on('unhandledRejection', unhandled));
  afterAll(() => void process.off('unhandledRejection', unhandled));
  const failing = async () => {
    throw new Error('down');
  };
  const laterOn = () => new Promise((resolve) => setTimeout(resolve, 10));

  test('behavior: of several failed reads only one is awaited, and each is fetched again', async () => {
    const { reader: requestCache } = setup(9);
    const reads = ['a', 'b', 'c'].map((key) => requestCache.read('nav', key, failing));
    await expect(Promise.all(reads)).rejects.toThrow('down');
    await laterOn();
    expect(unhandled).not.toHaveBeenCalled();
    const again = requestCache.read('nav', 'c', async () => ({ value: 3, bytes: 1 }));
    await expect(again).resolves.toBe(3);
  });

  test('behavior: a read beyond the limit is not fetched', async () => {
    const { reader: requestCache } = setup(0);
    const fetch = vi.fn(failing);
    expect(() => requestCache.read('nav', 'a', fetch)).toThrow('more than 0 upstream reads');
    await laterOn();
    expect(fetch).not.toHaveBeenCalled();
    expect(unhandled).not.toHaveBeenCalled();
  });

  test('behavior: reads of an aborted request fail with the reason of its signal', async () => {
    const leaving = new AbortController();
    const { reader: requestCache } = setup(9, leaving.signal);
    const never = (key: string) =>
      requestCache.read('nav', key, () => new Promise<never>(() => {}));
    const before = never('a');
    leaving.abort(new Error('left'));
    await expect(before).rejects.toThrow('left');
    await expect(never('a')).rejects.toThrow('left');
    void never('b');
    await laterOn();
    expect(unhandled).not.toHaveBeenCalled();
  });
});

const row = 'ranking' as const;
const give = (value: number) => async () => ({ value, bytes: 1 });

function world() {
  const time = { now: 1_000_000 };
  const cache = createValueCache({ clock: { now: () => time.now }, maxBytes: 100_000 });
  const signal = new AbortController().signal;
  const request = () =>
    createRequestCache({
      cache,
      freshness: createResponseFreshnessTracker(),
      signal,
      maxMisses: 9,
    });
  return { time, cache, request };
}

describe('a stale value that was read', () => {
  /** A request that has read a stale value, which has been refreshed since. */
  async function refreshed() {
    const all = world();
    const { time, request } = all;
    await request().read(row, 'a', give(1));
    time.now += cachePolicies[row].fresh;
    const requestCache = request();
    const before = requestCache.read(row, 'a', give(2));
    await vi.waitFor(() => expect(request().read(row, 'a', give(3))).toBe(2));
    return { ...all, reader: requestCache, before };
  }

  test('default: is read again by the same request although it has been refreshed', async () => {
    const { reader: requestCache, before } = await refreshed();
    expect([before, requestCache.read(row, 'a', give(3))]).toEqual([1, 1]);
    expect(requestCache.freshness.summary().outcome).toBe('STALE');
  });

  test('behavior: makes a result of the refreshed value unusable for the request', async () => {
    const { reader: requestCache, request } = await refreshed();
    const other = request();
    const { dependencies } = other.trackDependencies(() => other.read(row, 'a', give(3)));
    expect([
      other.revalidateDependencies(dependencies ?? []),
      requestCache.revalidateDependencies(dependencies ?? []),
    ]).toEqual([true, false]);
  });

  test.each<[string, (of: ReturnType<typeof world>) => unknown]>([
    ['is invalidated', ({ cache }) => cache.invalidate(row, 'a')],
    ['is invalidated with its policy', ({ cache }) => cache.invalidate(row)],
    ['may not be served any more', ({ time }) => (time.now += cachePolicies[row].stale)],
  ])('behavior: is not read again when it %s', async (_how, happen) => {
    const { reader: requestCache, ...all } = await refreshed();
    happen(all);
    await expect(Promise.resolve(requestCache.read(row, 'a', give(3)))).resolves.not.toBe(1);
  });
});

describe('dependencies of a result', () => {
  test('default: are revalidated while all values are current, which counts as reading them', async () => {
    const { request } = world();
    await request().read(row, 'a', give(1));
    const made = request().trackDependencies(() => 2);
    const first = request();
    const { result, dependencies } = first.trackDependencies(() => first.read(row, 'a', give(1)));
    expect({ result, dependencies: dependencies?.length, none: made.dependencies }).toEqual({
      result: 1,
      dependencies: 1,
      none: [],
    });
    const second = request();
    expect(second.revalidateDependencies(dependencies ?? [])).toBe(true);
    expect(second.freshness.summary()).toEqual(first.freshness.summary());
  });

  test.each<[string, (of: ReturnType<typeof world>) => unknown]>([
    ['ages', ({ time }) => (time.now += cachePolicies[row].fresh)],
    ['is invalidated', ({ cache }) => cache.invalidate(row, 'a')],
    ['is invalidated with its policy', ({ cache }) => cache.invalidate(row)],
    ['is replaced', ({ cache }) => cache.put(row, 'a', { value: 2, bytes: 1 })],
    ['is evicted', ({ cache }) => cache.put(row, 'b', { value: 2, bytes: 99_700 })],
  ])('behavior: are not current any more when a value %s', async (_how, happen) => {
    const all = world();
    const before = all.request();
    await before.read(row, 'a', give(1));
    const { dependencies } = before.trackDependencies(() => before.read(row, 'a', give(1)));
    happen(all);
    const after = all.request();
    expect(after.revalidateDependencies(dependencies ?? [])).toBe(false);
    expect(after.freshness.summary().oldest).toBeNull();
  });

  test.each<[string, (of: ReturnType<typeof world>, requestCache: RequestCache) => unknown]>([
    ['a missing value', (_all, requestCache) => requestCache.read(row, 'b', give(1))],
    ['a stale value', ({ time }) => (time.now += cachePolicies[row].fresh)],
    ['an uncacheable mark', (_all, requestCache) => requestCache.freshness.markUncacheable()],
    ['a degraded mark', (_all, requestCache) => requestCache.freshness.markDegraded(0)],
  ])('behavior: are null after %s, also for the surrounding result', async (_what, meet) => {
    const all = world();
    const requestCache = all.request();
    await requestCache.read(row, 'a', give(1));
    const whole = requestCache.trackDependencies(() =>
      requestCache.trackDependencies(() => {
        meet(all, requestCache);
        return requestCache.read(row, 'a', give(1));
      }),
    );
    expect([whole.dependencies, whole.result.dependencies, whole.result.result]).toEqual([
      null,
      null,
      1,
    ]);
  });

  test('behavior: include a value that the request has just read before', async () => {
    const { request } = world();
    const requestCache = request();
    await requestCache.read(row, 'a', give(1));
    requestCache.read(row, 'a', give(1));
    const { dependencies } = requestCache.trackDependencies(() =>
      requestCache.read(row, 'a', give(1)),
    );
    expect(dependencies).toHaveLength(1);
  });

  test('behavior: include those of nested results, revalidated or read', async () => {
    const { request } = world();
    const requestCache = request();
    await Promise.all(['a', 'b'].map((key) => requestCache.read(row, key, give(1))));
    const part = requestCache.trackDependencies(() => requestCache.read(row, 'a', give(1)));
    const whole = requestCache.trackDependencies(() => {
      requestCache.revalidateDependencies(part.dependencies ?? []);
      requestCache.trackDependencies(() => requestCache.peek(row, 'b'));
    });
    expect(whole.dependencies).toHaveLength(2);
  });
});
