import type { RedisClient } from '../redis-client.ts';
import { followerTtl, type StreamKeys } from './stream-keys.ts';

/** Keeps streams running for followers at other replicas without local subscribers. */
export type StreamLinger = {
  /**
   * Returns a signal that fires when the stream has neither local subscribers nor followers, or on
   * shutdown. `isOver` reports that the stream has ended and needs no more checks.
   */
  readonly unwantedSignal: (
    place: StreamKeys,
    leaving: AbortSignal,
    isOver: () => boolean,
  ) => AbortSignal;
  readonly close: () => void;
};

/** Limit of streams that run for other replicas alone; further ones end and restart elsewhere. */
const maxDetached = 24;

/** Creates the registry of lingering streams. */
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
      const end = () => unwanted.abort(new DOMException('nobody follows', 'AbortError'));
      const leave = () => void whileFollowed(place, isOver).then(end);
      closing.signal.addEventListener('abort', end, { signal: unwanted.signal });
      if (leaving.aborted) end();
      else leaving.addEventListener('abort', leave, { once: true });
      return unwanted.signal;
    },
    close: () => closing.abort(),
  };
}
