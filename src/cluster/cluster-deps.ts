import type { LockReportReceiver } from './lock-reports.ts';
import type { RedisClient } from './redis-client.ts';
import type { RedisKeys } from './redis-keys.ts';
import type { RedisLocks } from './redis-locks.ts';
import type { ReplicaChannel } from './replica-channel.ts';

/** The tools with which replicas share their state through Redis. */
export type ClusterDeps = {
  readonly redis: RedisClient;
  readonly channel: ReplicaChannel;
  readonly names: RedisKeys;
  readonly locks: RedisLocks;
  readonly lockReports: LockReportReceiver;
};
