import type { RedisClient } from '../redis-client.ts';
import { followerMarkTtl, type StreamKeys } from './stream-scripts.ts';

/** Limit of sources that run for other replicas alone; a follower restarts those beyond it. */
const maxDetached = 24;

/** Creates what keeps a stream running for followers in other replicas, which renew a Redis key. */
export function createFollowerWatcher(redis: RedisClient) {
  const closing = new AbortController();
  let detached = 0;

  async function isFollowed(place: StreamKeys): Promise<boolean> {
    // A mark without a time to live (negative result) was not set by a gateway.
    const remaining = await redis.run('followed', (client) => client.pttl(place.followerMark));
    return remaining !== undefined && remaining > 0;
  }

  async function waitWhileFollowed(place: StreamKeys, isOver: () => boolean): Promise<void> {
    if (detached >= maxDetached) return;
    detached += 1;
    while (!isOver() && !closing.signal.aborted && (await isFollowed(place))) {
      await new Promise((resolve) => setTimeout(resolve, followerMarkTtl / 2).unref());
    }
    detached -= 1;
  }

  return {
    /**
     * Returns a signal that fires when a stream has no subscriber here and no follower elsewhere,
     * or on shutdown. `unsubscribed` fires when the last local subscriber has unsubscribed.
     */
    unwantedSignal: (place: StreamKeys, unsubscribed: AbortSignal, isOver: () => boolean) => {
      const unwanted = new AbortController();
      const end = () => unwanted.abort(new DOMException('no replica follows', 'AbortError'));
      const watchFollowers = () => void waitWhileFollowed(place, isOver).then(end);
      closing.signal.addEventListener('abort', end, { signal: unwanted.signal });
      if (unsubscribed.aborted) end();
      else unsubscribed.addEventListener('abort', watchFollowers, { once: true });
      return unwanted.signal;
    },
    close: () => closing.abort(),
  };
}
