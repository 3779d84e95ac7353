import { LRUCache } from 'lru-cache';
import { type CachePolicyName, cachePolicies } from '../../cache/cache-policies.ts';
import {
  marksOn,
  type PurgeMark,
  policiesOfMark,
  tagOf,
  widerMark,
} from '../../cache/cache-tags.ts';
import type { InvalidationListener } from '../../cache/shared-cache.ts';
import type { Millis } from '../../lib/units.ts';
import type { ClusterDeps } from '../cluster-deps.ts';
import { type Partition, partitionOf, partitions } from '../partitions.ts';
import type { RedisCommands } from '../pub-sub.ts';
import { invalidateAllEntry, invalidateScript, maxSharedValueLifetime } from './cache-scripts.ts';

/** Returns the partition of a value. The 404s of a policy are invalidated where its values are. */
export function partitionOfValue(policy: CachePolicyName, key?: string): Partition {
  return partitionOf(policy === 'absence' && key !== undefined ? key : policy);
}

/** When more invalidations are unsent, they are merged to one per policy. */
const maxUnsent = 1000;
/** Limit of sent invalidations that are sent again after a reconnect. */
const maxResent = 1000;

/** Delay before an invalidation that an available Redis did not accept is sent again. */
const resendDelay: Millis = 500;

/** The word that takes the place of a policy's name in entries and messages of purges. */
const purgeWord = 'purge';

/** The invalidation of a value, of a policy without `key`, or of what a purge marks. */
type Invalidation =
  | { readonly policy: CachePolicyName; readonly key?: string }
  | { readonly mark: PurgeMark };

function parseInvalidation(
  policy: string | undefined,
  key: string | undefined,
): Invalidation | null {
  if (policy === purgeWord && key !== undefined) return { mark: key };
  if (policy === undefined || !Object.hasOwn(cachePolicies, policy)) return null;
  return { policy: policy as CachePolicyName, ...(key === undefined ? {} : { key }) };
}

/** Returns the words of an invalidation in messages. */
function wordsOf(invalidation: Invalidation): readonly string[] {
  if ('mark' in invalidation) return [purgeWord, invalidation.mark];
  const { policy, key } = invalidation;
  return key === undefined ? [policy] : [policy, key];
}

/** Returns the entry of an invalidation in the log. */
export const entryOf = (invalidation: Invalidation): string => wordsOf(invalidation).join(' ');

/** Returns the entries that invalidate a value: its own, that of its policy, and two purges. */
export const entriesOfValue = (policy: CachePolicyName, key: string): readonly string[] => [
  entryOf({ policy, key }),
  entryOf({ policy }),
  ...marksOn(tagOf(policy, key)).map((mark) => entryOf({ mark })),
];

/** Returns the partitions of all values that may be invalidated. */
function partitionsOf(invalidation: Invalidation): readonly Partition[] {
  if (!('mark' in invalidation)) return [partitionOfValue(invalidation.policy, invalidation.key)];
  const policies = policiesOfMark(invalidation.mark);
  return [...new Set(policies.map((policy) => partitionOfValue(policy)))];
}

/** Returns an invalidation without an id that covers this one. */
const widen = (invalidation: Invalidation): Invalidation =>
  'mark' in invalidation ? { mark: widerMark(invalidation.mark) } : { policy: invalidation.policy };

/**
 * Creates the log with which replicas share invalidations: by messages, and in Redis for missed
 * messages. After a reconnect it first sends its unsent and recent invalidations, because
 * Redis may have lost data, then reads those of other replicas. Refused invalidations are sent
 * again.
 *
 * @param placeOf - Returns the Redis keys of a value.
 */
export function createInvalidationLog(
  deps: ClusterDeps,
  placeOf: (
    policy: CachePolicyName,
    key: string,
  ) => { readonly value: string; readonly lock: string },
) {
  const { redis, channel, names: keys } = deps;
  const nameOf = (partition: Partition) => keys.shared(partition, 'forgets');
  const unsent = new Map<string, Invalidation>();
  const sent = new LRUCache<string, Invalidation>({ max: maxResent, ttl: maxSharedValueLifetime });
  const listeners: InvalidationListener[] = [];
  const purgeListeners: ((mark: PurgeMark) => void)[] = [];
  let resend: NodeJS.Timeout | undefined;

  const publish = (invalidation: Invalidation) => {
    if ('mark' in invalidation) {
      for (const listener of purgeListeners) listener(invalidation.mark);
      return;
    }
    for (const listener of listeners) listener(invalidation.policy, invalidation.key);
  };

  function send(client: RedisCommands, invalidation: Invalidation): Promise<unknown> {
    const sending = partitionsOf(invalidation).map((partition) => {
      const name = nameOf(partition);
      const place =
        'policy' in invalidation && invalidation.key !== undefined
          ? placeOf(invalidation.policy, invalidation.key)
          : null;
      return invalidateScript(
        client,
        [place?.value ?? name, place?.lock ?? name, name],
        [
          channel.nameOf(partition),
          channel.textOf('forget', ...wordsOf(invalidation)),
          entryOf(invalidation),
          ...(place ? ['value'] : []),
        ],
      );
    });
    return Promise.all(sending);
  }

  async function readLog(client: RedisCommands, partition: Partition): Promise<void> {
    for (const member of await client.zrange(nameOf(partition), '0', '-1')) {
      if (member === invalidateAllEntry) {
        for (const name of Object.keys(cachePolicies)) {
          const policy = name as CachePolicyName;
          if (partitionOfValue(policy) === partition) publish({ policy });
        }
        continue;
      }
      const [policy, ...rest] = member.split(' ');
      const invalidation = parseInvalidation(
        policy,
        rest.length === 0 ? undefined : rest.join(' '),
      );
      if (invalidation) publish(invalidation);
    }
  }

  const readLogs = (client: RedisCommands, those: readonly Partition[]) =>
    Promise.all(those.map((partition) => readLog(client, partition)));

  async function sendAll(
    client: RedisCommands,
    invalidations: Iterable<[string, Invalidation]>,
  ): Promise<void> {
    const sending = Array.from(invalidations, async ([member, invalidation]) => {
      await send(client, invalidation);
      // Also runs when the response arrives after the command's timeout.
      if (unsent.get(member) === invalidation) unsent.delete(member);
    });
    await Promise.all(sending);
  }

  /** Sends unsent invalidations again. Until then the invalidated values are not shared. */
  function resendLater(): void {
    if (resend !== undefined || unsent.size === 0 || !redis.isUp()) return;
    resend = setTimeout(async () => {
      resend = undefined;
      await redis.run('forget', (client) => sendAll(client, unsent));
      resendLater();
    }, resendDelay).unref();
  }

  redis.onReconnect(async (client) => {
    await sendAll(client, [...sent.entries(), ...unsent]);
    await readLogs(client, partitions);
  });
  channel.on('forget', (policy, key) => {
    const invalidation = parseInvalidation(policy, key);
    if (invalidation) publish(invalidation);
  });
  channel.onSubscribed((those) => {
    void redis.run('forgets', (client) => readLogs(client, those));
  });

  return {
    nameOf,
    /** Records an invalidation; resolves when Redis has notified the others or is unavailable. */
    record: async (invalidation: Invalidation): Promise<void> => {
      const entry = entryOf(invalidation);
      if (unsent.size >= maxUnsent) {
        for (const [one, old] of [...unsent]) {
          unsent.delete(one);
          const wide = widen(old);
          unsent.set(entryOf(wide), wide);
        }
      }
      unsent.set(entry, invalidation);
      sent.set(entry, invalidation);
      await redis.run('forget', (client) => sendAll(client, [[entry, invalidation]]));
      if (unsent.get(entry) === invalidation) resendLater();
      else await Promise.all(partitionsOf(invalidation).map(channel.flush));
    },
    /** Whether an invalidation of the value or its policy has not reached Redis yet. */
    isUnsent: (policy: CachePolicyName, key: string) =>
      unsent.size > 0 && entriesOfValue(policy, key).some((entry) => unsent.has(entry)),
    onInvalidate: (listener: InvalidationListener) => void listeners.push(listener),
    onPurge: (listener: (mark: PurgeMark) => void) => void purgeListeners.push(listener),
  };
}
