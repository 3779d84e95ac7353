import { randomUUID } from 'node:crypto';
import type { SharedValues } from '../../core/cache/shared-values.ts';
import type { Clock } from '../../core/clock.ts';
import type { Config } from '../../core/config.ts';
import type { Log } from '../../core/log.ts';
import type { Telemetry } from '../../core/telemetry.ts';
import { createChannel } from './channel.ts';
import { createLink } from './link.ts';
import { createNames } from './names.ts';
import { createRedisValues } from './values.ts';

/** What this gateway shares with its replicas. */
export type Replicas = {
  readonly values: SharedValues;
  /** For `/readyz`; a gateway is ready without Redis, too. */
  readonly health: () => 'up' | 'down';
  /** Connects; resolves when Redis is there, or has not come soon. */
  readonly start: () => Promise<void>;
  readonly close: () => void;
};

/** The shared state of replicas; undefined for a gateway that is alone by configuration. */
export function createReplicas(deps: {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly telemetry: Telemetry;
}): Replicas | undefined {
  const { config, clock, log, telemetry } = deps;
  if (config.redisUrl === undefined) return undefined;
  const names = createNames(config);
  const link = createLink({ url: config.redisUrl, log, telemetry });
  const channel = createChannel(link, names.common('news'), randomUUID());
  return {
    values: createRedisValues({ link, channel, names, clock }),
    health: () => (link.isUp() ? 'up' : 'down'),
    start: link.start,
    close: link.close,
  };
}
