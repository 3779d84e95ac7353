import type { Millis } from '../../lib/units.ts';
import { createSharedSse, type SharedSse, type SharedSseOptions } from './shared-sse.ts';

/** All audiences of the process, by what they read: the same key means the same events in the same form. */
export type SseHub = {
  /** The audience that somebody who comes now can join without missing anything or being told what is outdated. */
  readonly find: (key: string) => SharedSse | undefined;
  /** Begins an audience; its events are opened when its first reader is admitted. */
  readonly create: (
    key: string,
    options: Pick<SharedSseOptions, 'subscribe' | 'protocol' | 'isStillValid'>,
  ) => SharedSse;
  /** Audiences that have readers. */
  readonly size: () => number;
};

/** Quiet streams say that they are alive this often, so that proxies keep them (graphql-sse does the same). */
export const ssePingInterval: Millis = 12_000;

/**
 * Creates the one place where audiences are found. One timer serves all of their readers; `drain`
 * ends everybody's events when the service stops.
 */
export function createSseHub(options: {
  readonly shutdownSignal: AbortSignal;
  readonly pingInterval?: Millis;
}): SseHub {
  const { shutdownSignal } = options;
  // Twice as often, because what was written just after one beat is as old as two at the next but one.
  const beat = (options.pingInterval ?? ssePingInterval) / 2;
  const joinable = new Map<string, SharedSse>();
  const alive = new Set<SharedSse>();
  let timer: NodeJS.Timeout | undefined;

  const dismissAll = () => {
    for (const sharedSse of alive) sharedSse.shutdown();
  };
  const pingAll = () => {
    for (const sharedSse of alive) sharedSse.ping();
  };
  shutdownSignal.addEventListener('abort', dismissAll, { once: true });

  return {
    find: (key) => {
      const sharedSse = joinable.get(key);
      return sharedSse?.canJoin() ? sharedSse : undefined;
    },
    create: (key, options) => {
      const sharedSse = createSharedSse({
        ...options,
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
