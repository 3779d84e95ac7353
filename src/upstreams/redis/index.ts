import { randomUUID } from 'node:crypto';
import type { SharedValues } from '../../core/cache/shared-values.ts';
import type { Clock } from '../../core/clock.ts';
import type { Config } from '../../core/config.ts';
import type { Log } from '../../core/log.ts';
import type { SharedSources } from '../../core/replicas/shared-source.ts';
import type { Telemetry } from '../../core/telemetry.ts';
import type { Millis } from '../../core/units.ts';
import type { OracleLags } from '../oracles.ts';
import { createChannel } from './channel.ts';
import { type Claims, createClaims } from './claims.ts';
import { inTime } from './deadline.ts';
import { createCodec } from './encoding/codec.ts';
import { createSigner } from './encoding/signer.ts';
import { shareLags } from './lags.ts';
import { createLimiter, type Limiter, type LimitOptions } from './limiter.ts';
import { createLink } from './link.ts';
import { createLocks } from './locks.ts';
import { createMutex, type Mutex } from './mutex.ts';
import { createNames } from './names.ts';
import { createRedisSources } from './sources/sources.ts';
import { createTurns } from './turns.ts';
import { createRedisValues } from './values/values.ts';

export type { Claims } from './claims.ts';
export type { Limiter, LimitOptions } from './limiter.ts';
export type { Mutex } from './mutex.ts';

/** What this gateway shares with its replicas. */
export type Replicas = {
  readonly values: SharedValues;
  readonly sources: SharedSources;
  readonly exclusively: Mutex;
  readonly claims: Claims;
  /** A limit that all replicas count against together. */
  readonly createLimiter: (options: LimitOptions) => Limiter;
  /** Lags that all replicas know of. */
  readonly shareLags: (own: OracleLags) => OracleLags;
  /** For `/readyz`; a gateway is ready without Redis, too. */
  readonly health: () => 'up' | 'down';
  /** Connects; resolves when Redis is there, or has not come soon. */
  readonly start: () => Promise<void>;
  /** Gives back what is held, and leaves. */
  readonly close: () => Promise<void>;
};

/** The end waits no longer for sources that are being left. */
const closeLimit: Millis = 1000;

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
  const link = createLink({
    url: config.redisUrl,
    probe: names.common('probe'),
    log,
    telemetry,
  });
  const signer = createSigner(config.redisSigningKey);
  const channel = createChannel(link, signer, names.common('news'), randomUUID());
  const shared = {
    link,
    channel,
    names,
    signer,
    codec: createCodec(signer),
    locks: createLocks(link, channel),
    turns: createTurns(link, channel),
  };
  const sources = createRedisSources(shared);
  return {
    sources,
    values: createRedisValues({ ...shared, clock }),
    exclusively: createMutex(shared),
    claims: createClaims(shared),
    createLimiter: (options) => createLimiter(link, names, options),
    shareLags: (own) => shareLags(link, channel, own),
    health: () => (link.isUp() ? 'up' : 'down'),
    start: link.start,
    close: async () => {
      await inTime(sources.close(), closeLimit).catch(() => undefined);
      await link.close();
    },
  };
}
