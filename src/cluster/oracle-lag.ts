import type { OracleLag, OracleLags } from '../upstreams/oracles.ts';
import type { PubSub } from './pubsub.ts';
import type { RedisClient } from './redis-client.ts';
import { shortDigest } from './redis-keys.ts';

/**
 * Lags of which all replicas know, each by what it is told: who reads at another one is to see what was
 * accepted here, and so is who reads here what another one has fetched. Nothing of them is kept in
 * Redis: they pass soon, and are noted again while they last.
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
