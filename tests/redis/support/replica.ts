import type { CacheReadOutcome } from '../../../src/cache/cache-read-types.ts';
import { createValueCache } from '../../../src/cache/value-cache.ts';
import { type Cluster, createCluster } from '../../../src/cluster/index.ts';
import { parseConfig } from '../../../src/config.ts';
import { type Clock, systemClock } from '../../../src/lib/clock.ts';
import { createLog } from '../../../src/lib/log.ts';
import { createTelemetry } from '../../../src/telemetry/telemetry.ts';

const nowhere = 'http://127.0.0.1:1';

/** The configuration of a gateway whose upstreams are all out of reach. */
export const configOf = (env: Readonly<Record<string, string>>) =>
  parseConfig({
    DATA_NODE_URL: nowhere,
    ORACLE_URLS: nowhere,
    L3_RPC_URL: nowhere,
    SETTLEMENT_RPC_URL: nowhere,
    MARKET_DATA_URL: nowhere,
    ...env,
  });

/** The value cache of one replica, with nothing around it. */
export async function startReplica(
  redisUrl: string,
  options: { readonly clock?: Clock; readonly env?: Readonly<Record<string, string>> } = {},
) {
  const { clock = systemClock, env = {} } = options;
  const log = createLog('silent');
  const telemetry = createTelemetry();
  const config = configOf({ REDIS_URL: redisUrl, ...env });
  const replicas = createCluster({ config, clock, log, telemetry }) as Cluster;
  const outcomes: CacheReadOutcome[] = [];
  const forgotten: string[] = [];
  const cache = createValueCache({
    clock,
    maxBytes: 10_000_000,
    shared: replicas.sharedCache,
    onRead: (_policy, outcome) => outcomes.push(outcome),
  });
  cache.onInvalidate((policy) => forgotten.push(policy));
  await replicas.start();
  return {
    cache,
    cluster: replicas,
    outcomes,
    forgotten,
    [Symbol.asyncDispose]: async () => replicas.close(),
  };
}

/** See `startReplica`. */
export type Replica = Awaited<ReturnType<typeof startReplica>>;

/** An upstream that answers 1, 2, 3 … after `delay` milliseconds, and counts. */
export function createCounter(delay = 20) {
  const upstream = {
    calls: 0,
    fetch: async (signal: AbortSignal) => {
      const value = ++upstream.calls;
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(resolve, delay);
        signal.addEventListener('abort', () => {
          clearTimeout(timer);
          reject(signal.reason);
        });
      });
      return { value, bytes: 8 };
    },
  };
  return upstream;
}

/** Waits. */
export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Waits until something holds; fails after 45 seconds. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + 45_000;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error('it never came to hold');
    await pause(20);
  }
}
