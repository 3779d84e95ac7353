import type { Millis } from '../../core/units.ts';
import { type Audience, type AudienceOptions, createAudience } from './audience.ts';

/** All audiences of the process, by what they read: the same key means the same events in the same form. */
export type Audiences = {
  /** The audience that somebody who comes now can join without missing anything or being told what is outdated. */
  readonly find: (key: string) => Audience | undefined;
  /** Begins an audience; its events are opened when its first reader is admitted. */
  readonly begin: (
    key: string,
    options: Pick<AudienceOptions, 'open' | 'manner' | 'isCurrent'>,
  ) => Audience;
  /** Audiences that have readers. */
  readonly size: () => number;
};

/** Quiet streams say that they are alive this often, so that proxies keep them (graphql-sse does the same). */
export const pingInterval: Millis = 12_000;

/**
 * Creates the one place where audiences are found. One timer serves all of their readers; `drain`
 * ends everybody's events when the service stops.
 */
export function createAudiences(options: {
  readonly drain: AbortSignal;
  readonly pingInterval?: Millis;
}): Audiences {
  const { drain } = options;
  // Twice as often, because what was written just after one beat is as old as two at the next but one.
  const beat = (options.pingInterval ?? pingInterval) / 2;
  const joinable = new Map<string, Audience>();
  const alive = new Set<Audience>();
  let timer: NodeJS.Timeout | undefined;

  const dismissAll = () => {
    for (const audience of alive) audience.dismiss();
  };
  const pingAll = () => {
    for (const audience of alive) audience.ping();
  };
  drain.addEventListener('abort', dismissAll, { once: true });

  return {
    find: (key) => {
      const audience = joinable.get(key);
      return audience?.isWhole() ? audience : undefined;
    },
    begin: (key, options) => {
      const audience = createAudience({
        ...options,
        onEnd: () => joinable.get(key) === audience && joinable.delete(key),
        onEmpty: () => {
          alive.delete(audience);
          if (alive.size > 0) return;
          clearInterval(timer);
          timer = undefined;
        },
      });
      if (drain.aborted) {
        audience.dismiss();
        return audience;
      }
      joinable.set(key, audience);
      alive.add(audience);
      timer ??= setInterval(pingAll, beat);
      return audience;
    },
    size: () => alive.size,
  };
}
