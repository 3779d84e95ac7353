import { type CachePolicyName, cachePolicies } from '../../cache/cache-policies.ts';
import { SharedNotFound, toCachedNotFound } from '../../cache/not-found-cache.ts';
import type {
  SharedCache,
  SharedCacheRequest,
  SharedCacheValue,
} from '../../cache/shared-cache.ts';
import type { Clock } from '../../lib/clock.ts';
import { UpstreamUnavailableError } from '../../lib/errors.ts';
import { parseTraceContext, type TraceContext } from '../../lib/trace-context.ts';
import type { Millis } from '../../lib/units.ts';
import type { ClusterDeps } from '../cluster-deps.ts';
import { type Partition, partitions } from '../partitions.ts';
import type { RedisCommands } from '../pub-sub.ts';
import { shortDigest } from '../redis-keys.ts';
import { keepLockLease, lockLeaseMillis } from '../redis-locks.ts';
import { decodeSharedValue, encodeSharedValue } from '../value-encoding.ts';
import { getOrLockScript, maxSharedValueLifetime, putScript, timeScript } from './cache-scripts.ts';
import {
  createInvalidationLog,
  entriesOfValue,
  entryOf,
  partitionOfValue,
} from './invalidation-log.ts';

const waitLimit: Millis = 10_000;
/** A waiting replica without a report checks this often whether the lock is still held. */
const lookUpInterval: Millis = 250;

/** A shared value's identity: policy, key, partition and Redis keys. */
type Item = {
  readonly policy: CachePolicyName;
  readonly key: string;
  readonly partition: Partition;
  readonly value: string;
  readonly lock: string;
};

type ScriptResult =
  | {
      readonly kind: 'value' | 'final' | 'absent';
      readonly age: Millis;
      readonly body: Buffer;
      readonly trace: string;
    }
  | { readonly kind: 'none' | 'lead' | 'wait' };

/** The script's response with Redis' time, ms. */
type Found = ScriptResult & { readonly now: Millis };

function parseFound(response: unknown): Found | undefined {
  if (!Array.isArray(response)) return undefined;
  const [word, now, age, body, trace] = response;
  const kind = String(word);
  if (typeof now !== 'number') return undefined;
  if (kind === 'none' || kind === 'lead' || kind === 'wait') return { kind, now };
  if (kind !== 'value' && kind !== 'final' && kind !== 'absent') return undefined;
  const isWhole = typeof age === 'number' && Buffer.isBuffer(body);
  return isWhole ? { kind, now, age, body, trace: String(trace ?? '') } : undefined;
}

/**
 * Creates the cache that replicas share in Redis. Ages use Redis' clock; where an age is uncertain,
 * the older one is assumed.
 */
export function createRedisSharedCache(deps: ClusterDeps & { readonly clock: Clock }): SharedCache {
  const { redis, channel, names: keys, locks, lockReports, clock } = deps;
  const itemOf = (policy: CachePolicyName, key: string): Item => {
    const name = `${policy}:${shortDigest(key)}`;
    const partition = partitionOfValue(policy, key);
    return {
      ...{ policy, key, partition },
      value: keys.perBuild(partition, 'value', name),
      lock: keys.perBuild(partition, 'lock', name),
    };
  };
  const invalidationLog = createInvalidationLog(deps, itemOf);
  /**
   * Redis' time minus this process' time, ms; never overestimated. Each node has its own clock.
   */
  const offsets = new Map<Partition, Millis>();
  let tokens = 0;

  redis.onReconnect(async (client) => {
    const reading = partitions.map(async (partition) => {
      const now = Number(await timeScript(client, [invalidationLog.nameOf(partition)], []));
      offsets.set(partition, now - clock.now());
    });
    await Promise.all(reading);
  });

  /** Returns the log's entries for 404s of the policy, and for the value. */
  const logEntriesOf = ({ policy, key }: Item) => [
    entryOf({ policy: 'absence', key: policy }),
    ...entriesOfValue(policy, key),
  ];

  async function lookUp(item: Item, limit: Millis, token: string): Promise<Found | undefined> {
    const keys = [item.value, item.lock, invalidationLog.nameOf(item.partition)];
    const args = [
      token,
      lockLeaseMillis,
      limit,
      cachePolicies.absence.fresh,
      ...logEntriesOf(item),
    ];
    const command = async (client: RedisCommands) =>
      parseFound(await getOrLockScript(client, keys, args));
    const response = await (token === ''
      ? redis.run('obtain', command)
      : locks.runWithLock({
          name: 'obtain',
          lock: { name: item.lock, partition: item.partition, token },
          command,
          isTaken: (given) => given?.kind === 'lead',
        }));
    if (response) offsets.set(item.partition, response.now - clock.now());
    return response;
  }

  /**
   * Decodes a stored value; null if it is unreadable. `askedAt` is a time before Redis measured the
   * age, so the value is never assumed younger than it is.
   */
  function open(
    { kind, age, body, trace }: Extract<Found, { readonly body: Buffer }>,
    askedAt: Millis,
  ): SharedCacheValue | null {
    const decoded = decodeSharedValue(body);
    if (decoded === undefined) return null;
    return {
      value: kind === 'absent' ? new SharedNotFound(String(decoded)) : decoded,
      bytes: body.length,
      storedAt: askedAt - age,
      begunAt: askedAt,
      isShared: true,
      isFinal: kind === 'final',
      trace: parseTraceContext(trace),
    };
  }

  /** Returns the trace of a fetch, to which readers of the value link; empty if it has no span. */
  const formatTrace = (trace: TraceContext | undefined): string =>
    (trace?.span && trace.traceparent) ?? '';

  function release({ lock, partition }: Item, token: string, news: 'failed' | 'gone'): void {
    if (token !== '') locks.release({ name: lock, partition, token }, news);
  }

  async function store(
    item: Item,
    made: Omit<SharedCacheValue, 'isShared'> & { readonly isOther: boolean },
    token: string,
  ): Promise<boolean> {
    const { value } = made;
    const isAbsent = value instanceof SharedNotFound;
    const { fresh, stale } = cachePolicies[isAbsent ? 'absence' : item.policy];
    const [kind, lifetime] = made.isFinal
      ? ['final', maxSharedValueLifetime]
      : [isAbsent ? 'absent' : 'value', fresh + stale];
    const offset = offsets.get(item.partition);
    const at = offset === undefined ? undefined : made.storedAt + offset;
    const body = encodeSharedValue(isAbsent ? value.message : value);
    if (body === null || at === undefined || offset === undefined) {
      release(item, token, 'failed');
      return false;
    }
    const keys = [item.value, item.lock, invalidationLog.nameOf(item.partition)];
    const args = [
      ...[channel.nameOf(item.partition), token, at, made.begunAt + offset, lifetime, kind, body],
      channel.textOf('filled', item.lock),
      made.isOther ? channel.textOf('forget', item.policy, item.key) : '',
      formatTrace(made.trace),
      ...logEntriesOf(item),
    ];
    const stored = await redis.run('store', (client) => putScript(client, keys, args));
    const isHeard = stored !== undefined;
    if (isHeard && made.isOther) await channel.flush(item.partition);
    if (!isHeard && token !== '')
      locks.releaseLater({ name: item.lock, partition: item.partition, token });
    return isHeard;
  }

  /** Fetches and stores a value: as holder of the lock, or without a lock if `token` is empty. */
  async function fetchFor(
    request: SharedCacheRequest,
    item: Item,
    token: string,
  ): Promise<SharedCacheValue> {
    const begunAt = clock.now();
    const held = token === '' ? undefined : keepLockLease(redis, { name: item.lock, token });
    try {
      request.signal.throwIfAborted();
      const sized = await request.compute(request.signal);
      const made = { ...sized, storedAt: begunAt, begunAt };
      void store(item, { ...made, isOther: false, trace: request.trace }, token);
      return { ...made, isShared: false };
    } catch (error) {
      const absence = toCachedNotFound(error, item, begunAt);
      if (absence && token !== '' && !request.signal.aborted) {
        const value = new SharedNotFound(absence.message);
        const made = { value, bytes: 0, storedAt: begunAt, begunAt, isOther: false };
        void store(item, made, token);
      } else {
        release(item, token, request.signal.aborted ? 'gone' : 'failed');
      }
      throw error;
    } finally {
      held?.stop();
    }
  }

  async function obtain(request: SharedCacheRequest): Promise<SharedCacheValue> {
    const { policy, key, maxAge, signal } = request;
    const item = itemOf(policy, key);
    const token = `${channel.origin} ${++tokens}`;
    const startedAt = performance.now();
    while (!invalidationLog.isUnsent(policy, key) && performance.now() < startedAt + waitLimit) {
      const askedAt = clock.now();
      // A value that was young enough when the wait began is accepted however long its fetch takes.
      const waited = Math.floor(performance.now() - startedAt);
      const response = await lookUp(item, maxAge + waited, token);
      if (response === undefined) break;
      if (response.kind === 'lead') return fetchFor(request, item, token);
      signal.throwIfAborted();
      if ('body' in response) {
        const found = open(response, askedAt);
        if (found !== null) return found;
        // The fetched value overwrites what is unreadable.
        break;
      }
      const report = await lockReports.next(item.lock, lookUpInterval, signal);
      signal.throwIfAborted();
      if (report === 'failed' && !request.isRefresh) break;
      if (report === 'failed') throw new UpstreamUnavailableError('the value is not refreshed');
    }
    return fetchFor(request, item, '');
  }

  return {
    getOrCompute: obtain,
    find: async (policy, key) => {
      if (invalidationLog.isUnsent(policy, key)) return null;
      const askedAt = clock.now();
      const item = itemOf(policy, key);
      const { fresh } = cachePolicies[policy];
      const response = await lookUp(item, fresh, '');
      if (response?.kind !== 'value' && response?.kind !== 'final') return null;
      const found = open(response, askedAt);
      if (found?.isFinal) return found;
      return found && clock.now() < found.storedAt + fresh ? found : null;
    },
    publish: async (policy, key, value) => {
      const isHeard = await store(itemOf(policy, key), value, '');
      if (value.isOther && !isHeard) await invalidationLog.record({ policy, key });
    },
    invalidate: (policy, key) =>
      invalidationLog.record({ policy, ...(key !== undefined && { key }) }),
    onInvalidate: invalidationLog.onInvalidate,
    purge: (mark) => invalidationLog.record({ mark }),
    onPurge: invalidationLog.onPurge,
  };
}
