import type { RedisClient } from '../redis-client.ts';
import { followerTtl, type StreamKeys } from './stream-keys.ts';

/** Keeps sources going for followers at other replicas when nobody here reads them any more. */
export type StreamLinger = {
  /**
   * Fires when nobody wants the source: its readers here have left and no replica follows, or the
   * gateway ends. `isOver` tells that the source needs no more watching.
   */
  readonly unwantedSignal: (
    place: StreamKeys,
    leaving: AbortSignal,
    isOver: () => boolean,
  ) => AbortSignal;
  readonly close: () => void;
};

/** So many sources go on for others alone; more of them are ended, and begun anew elsewhere. */
const maxDetached = 24;

/** Nothing outlives its readers until somebody leaves. */
export function createStreamLinger(redis: RedisClient): StreamLinger {
  const closing = new AbortController();
  let detached = 0;

  async function isFollowed(place: StreamKeys): Promise<boolean> {
    // Without a time to live nobody of ours has left it.
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
