import type { OracleLag, OracleLagRegistry } from '../upstreams/oracles.ts';
import { partitionOf } from './partitions.ts';
import type { RedisClient } from './redis-client.ts';
import { shortDigest } from './redis-keys.ts';
import type { ReplicaChannel } from './replica-channel.ts';

/**
 * Returns a record of lagging oracles that replicas share by messages, so that reads at one replica
 * account for writes at another.
 *
 * @param own - The record of this process, which the result reads and changes.
 */
export function shareOracleLags(
  redis: RedisClient,
  channel: ReplicaChannel,
  own: OracleLagRegistry,
): OracleLagRegistry {
  const publish = (kind: 'behind' | 'caught up', { oracle, subject, item }: OracleLag) => {
    const news = channel.textOf(kind, String(oracle), subject, item);
    const name = channel.nameOf(partitionOf(subject));
    void redis.run('lag', () => redis.publish(name, news));
  };
  const hear = (kind: 'behind' | 'caught up', take: (lag: OracleLag) => unknown) =>
    channel.on(kind, (oracle, subject = '', what = '') =>
      take({ oracle: Number(oracle), subject, item: what }),
    );
  hear('behind', own.record);
  hear('caught up', own.resolve);
  return {
    ...own,
    record: (missing) => {
      const named = { ...missing, item: shortDigest(missing.item) };
      own.record(named);
      publish('behind', named);
    },
    resolve: (missing) => {
      const named = { ...missing, item: shortDigest(missing.item) };
      const isKnown = own.resolve(named);
      if (isKnown) publish('caught up', named);
      return isKnown;
    },
  };
}
