import type { Millis } from '../../lib/units.ts';
import type { UndeliveredEventBytes } from '../connections/undelivered-event-bytes.ts';
import {
  createSharedSseStream,
  type SharedSseOptions,
  type SharedSseStream,
} from './shared-sse-stream.ts';

/** Registry of all shared SSE streams; requests with equal keys share one. */
export type SharedSseRegistry = {
  /** Returns the stream if a new client would miss no event and receive no outdated one. */
  readonly find: (key: string) => SharedSseStream | undefined;
  /** Creates a stream; it subscribes to its events when its first client is added. */
  readonly create: (
    key: string,
    options: Pick<SharedSseOptions, 'subscribe' | 'protocol' | 'isStillValid'>,
  ) => SharedSseStream;
  readonly size: () => number;
};

/** Interval of pings on quiet streams, so that proxies keep the connection open. */
export const ssePingInterval: Millis = 9_000;

/** Creates the registry. One timer pings all clients; `shutdownSignal` ends all streams. */
export function createSharedSseRegistry(options: {
  readonly shutdownSignal: AbortSignal;
  readonly pingInterval?: Millis;
  /** Counts and limits events that clients do not read. */
  readonly unread?: UndeliveredEventBytes;
}): SharedSseRegistry {
  const { shutdownSignal, unread } = options;
  // A ping needs one full beat without an event, so up to two beats pass between writes.
  const beat = (options.pingInterval ?? ssePingInterval) / 2;
  const joinable = new Map<string, SharedSseStream>();
  const alive = new Set<SharedSseStream>();
  let timer: NodeJS.Timeout | undefined;

  const shutdownAll = () => {
    for (const sharedSse of alive) sharedSse.shutdown();
  };
  const pingAll = () => {
    for (const sharedSse of alive) sharedSse.ping();
  };
  shutdownSignal.addEventListener('abort', shutdownAll, { once: true });

  return {
    find: (key) => {
      const sharedSse = joinable.get(key);
      return sharedSse?.canJoin() ? sharedSse : undefined;
    },
    create: (key, options) => {
      const sharedSse = createSharedSseStream({
        ...options,
        unread,
        onEnd: () => joinable.get(key) === sharedSse && joinable.delete(key),
        onEmpty: () => {
          alive.delete(sharedSse);
          if (alive.size > 0) return;
          clearInterval(timer);
          timer = undefined;
        },
      });
      if (shutdownSignal.aborted) {
        sharedSse.shutdown();
        return sharedSse;
      }
      joinable.set(key, sharedSse);
      alive.add(sharedSse);
      timer ??= setInterval(pingAll, beat);
      return sharedSse;
    },
    size: () => alive.size,
  };
}
