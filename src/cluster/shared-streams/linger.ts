import type { RedisClient } from '../redis-client.ts';
import { followerTtl, type StreamKeys } from './stream-keys.ts';

/**
 * Keeps event sources running that have no subscriber in this replica any more but are followed by
 * other replicas.
 */
export type StreamLinger = {
  /**
   * Returns a signal that fires when the source has neither local subscribers nor followers, or on
   * shutdown. `leaving` fires when the last local subscriber leaves; `isOver` returns whether the
   * source has ended.
   */
  readonly unwantedSignal: (
    place: StreamKeys,
    leaving: AbortSignal,
    isOver: () => boolean,
  ) => AbortSignal;
  readonly close: () => void;
};

/** Limit of sources that run for other replicas alone; a follower restarts those beyond it. */
const maxDetached = 24;

/** Creates the keeper of such sources. Followers are recognized by their mark in Redis. */
export function createStreamLinger(redis: RedisClient): StreamLinger {
  const closing = new AbortController();
  let detached = 0;

  async function isFollowed(place: StreamKeys): Promise<boolean> {
    // A mark without a time to live (negative result) was not set by a gateway.
    const left = await redis.run('followed', (client) => client.pttl(place.followerMark));
    return left !== undefined && left > 0;
  }

  async function whileFollowed(place: StreamKeys, isOver: () => boolean): Promise<void> {
    if (detached >= maxDetached) return;
    detached += 1;
    while (!isOver() && !closing.signal.aborted && (await isFollowed(place))) {
      await new Promise((resolve) => setTimeout(resolve, followerTtl / 2).unref());
    }
    detached -= 1;
  }

  return {
    unwantedSignal: (place, leaving, isOver) => {
      const unwanted = new AbortController();
      const end = () => unwanted.abort(new DOMException('no replica follows', 'AbortError'));
      const leave = () => void whileFollowed(place, isOver).then(end);
      closing.signal.addEventListener('abort', end, { signal: unwanted.signal });
      if (leaving.aborted) end();
      else leaving.addEventListener('abort', leave, { once: true });
      return unwanted.signal;
    },
    close: () => closing.abort(),
  };
}
