import type { Millis } from '../../lib/units.ts';
import type { UndeliveredBytes } from '../connections/undelivered-bytes.ts';
import {
  createSseBroadcast,
  type SseBroadcast,
  type SseBroadcastOptions,
} from './sse-broadcast.ts';

/** Registry of all SSE broadcasts; requests with equal keys share one. */
export type SseBroadcastRegistry = {
  /** Returns the broadcast if a new client would miss no event and receive no outdated one. */
  readonly find: (key: string) => SseBroadcast | undefined;
  /** Creates a broadcast; it subscribes to its events when its first client is added. */
  readonly create: (
    key: string,
    options: Pick<SseBroadcastOptions, 'subscribe' | 'protocol' | 'isStillValid'>,
  ) => SseBroadcast;
  readonly size: () => number;
};

/** Interval of pings on quiet streams, so that proxies keep the connection open. */
export const ssePingInterval: Millis = 9_000;

/** Creates the registry. One timer pings all clients; `shutdownSignal` ends all broadcasts. */
export function createSseBroadcastRegistry(options: {
  readonly shutdownSignal: AbortSignal;
  readonly pingInterval?: Millis;
  /** Counts and limits events that clients do not read. */
  readonly unread?: UndeliveredBytes;
}): SseBroadcastRegistry {
  const { shutdownSignal, unread } = options;
  // A ping needs one full beat without an event, so up to two beats pass between writes.
  const beat = (options.pingInterval ?? ssePingInterval) / 2;
  const joinable = new Map<string, SseBroadcast>();
  const alive = new Set<SseBroadcast>();
  let timer: NodeJS.Timeout | undefined;

  const shutdownAll = () => {
    for (const broadcast of alive) broadcast.shutdown();
  };
  const pingAll = () => {
    for (const broadcast of alive) broadcast.ping();
  };
  shutdownSignal.addEventListener('abort', shutdownAll, { once: true });

  return {
    find: (key) => {
      const broadcast = joinable.get(key);
      return broadcast?.canJoin() ? broadcast : undefined;
    },
    create: (key, options) => {
      const broadcast = createSseBroadcast({
        ...options,
        unread,
        onEnd: () => joinable.get(key) === broadcast && joinable.delete(key),
        onEmpty: () => {
          alive.delete(broadcast);
          if (alive.size > 0) return;
          clearInterval(timer);
          timer = undefined;
        },
      });
      if (shutdownSignal.aborted) {
        broadcast.shutdown();
        return broadcast;
      }
      joinable.set(key, broadcast);
      alive.add(broadcast);
      timer ??= setInterval(pingAll, beat);
      return broadcast;
    },
    size: () => alive.size,
  };
}
