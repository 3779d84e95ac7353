import type { OracleLag, OracleLags } from '../upstreams/oracles.ts';
import type { PubSub } from './pubsub.ts';
import type { RedisClient } from './redis-client.ts';
import { shortDigest } from './redis-keys.ts';

/**
 * Returns a record of lagging oracles that replicas share by messages. A read at one replica thus
 * accounts for a write that was accepted, or data that was missing, at another. Lags are not stored
 * in Redis: they are short-lived and recorded again while they last.
 *
 * @param own - The record of this process, which the result reads and changes.
 */
export function shareOracleLags(redis: RedisClient, channel: PubSub, own: OracleLags): OracleLags {
  const tell = (kind: 'behind' | 'caught up', { oracle, subject, item }: OracleLag) => {
    const news = channel.textOf(kind, String(oracle), subject, item);
    void redis.run('lag', (client) => client.publish(channel.name, news));
  };
  const hear = (kind: 'behind' | 'caught up', take: (lag: OracleLag) => unknown) =>
    channel.on(kind, (oracle, subject = '', what = '') =>
      take({ oracle: Number(oracle), subject, item: what }),
    );
  hear('behind', own.record);
  hear('caught up', own.resolve);
  return {
    ...own,
    record: (lag) => {
      const named = { ...lag, item: shortDigest(lag.item) };
      own.record(named);
      tell('behind', named);
    },
    resolve: (lag) => {
      const named = { ...lag, item: shortDigest(lag.item) };
      const isKnown = own.resolve(named);
      if (isKnown) tell('caught up', named);
      return isKnown;
    },
  };
}
