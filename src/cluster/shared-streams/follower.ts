import { z } from 'zod';
import { deserializePublicError } from '../../lib/error-serialization.ts';
import { linkTrace, parseTraceContext } from '../../lib/trace-context.ts';
import type { EventCodec } from '../../streaming/shared-stream-types.ts';
import type { ClusterDeps } from '../cluster-deps.ts';
import type { RedisClient } from '../redis-client.ts';
import { decodeSharedValue } from '../value-encoding.ts';
import {
  followEventsScript,
  followerHeartbeat,
  followerMarkTtl,
  redisEventTransferTimeout,
  type StreamKeys,
} from './stream-scripts.ts';

/** An event and the token of the leader, which runs the stream; a restart changes the token. */
export type EventWithLeaderToken<E> = { readonly event: E; readonly leaderToken: string };

/**
 * How following ended: `ended` with the stream, `abandoned` when no replica runs it any more,
 * `lost` when its events could not be read.
 */
export type FollowedStreamEnd = 'ended' | 'abandoned' | 'lost';

const fields = z
  .tuple([z.instanceof(Buffer), z.array(z.instanceof(Buffer))])
  .transform(([id, list]) => {
    const found = new Map<string, Buffer>();
    for (let n = 0; n + 1 < list.length; n += 2) {
      found.set(String(list[n]), list[n + 1] ?? Buffer.alloc(0));
    }
    return {
      id: String(id),
      isTerminal: String(found.get('final')) === '1',
      body: found.get('body'),
    };
  });
const response = z.tuple([z.number(), z.array(fields)]);
const origin = { by: z.string(), traceparent: z.string().optional() };
const sent = z.union([
  z.object({ ...origin, event: z.unknown() }),
  z.object({ ...origin, thrown: z.unknown() }),
]);

/** Deletes unreadable events, so that the next replica to join starts the stream again. */
async function takeOut(redis: RedisClient, { events }: StreamKeys): Promise<void> {
  await redis.run('discard', (client) => client.del(events));
}

/** The Redis stream id of the last event read; `followStream` updates it. */
export type FollowPosition = { last: string };

/**
 * Yields the events after `position` that another replica publishes, and links this request's trace
 * to that of the request for which the stream runs. Throws the source's error.
 */
export async function* followStream<E>(
  deps: ClusterDeps,
  options: {
    readonly place: StreamKeys;
    readonly wire: EventCodec<E>;
    readonly position: FollowPosition;
    readonly signal: AbortSignal;
  },
): AsyncGenerator<EventWithLeaderToken<E>, FollowedStreamEnd> {
  const { redis, lockReports } = deps;
  const { place, wire, position, signal } = options;
  const keys = [place.events, place.lock, place.followerMark];
  while (!signal.aborted) {
    const read = await redis.run(
      'follow',
      (client) => followEventsScript(client, keys, [`(${position.last}`, followerMarkTtl]),
      redisEventTransferTimeout,
    );
    const parsed = response.safeParse(read);
    if (!parsed.success) return 'lost';
    const [isLed, entries] = parsed.data;
    for (const { id, isTerminal, body } of entries) {
      position.last = id;
      const opened = sent.safeParse(decodeSharedValue(body));
      if (!opened.success) {
        // An empty body marks an event that the leader could not encode.
        if (body?.length !== 0) await takeOut(redis, place);
        return 'lost';
      }
      const { by, traceparent } = opened.data;
      linkTrace(signal, parseTraceContext(traceparent));
      if ('thrown' in opened.data)
        throw deserializePublicError(opened.data.thrown) ?? new Error('unreadable');
      const event = wire.decode(opened.data.event);
      if (event === null) return 'lost';
      yield { event, leaderToken: by };
      if (isTerminal) return 'ended';
    }
    if (entries.length > 0) continue;
    if (isLed === 0) return 'abandoned';
    await lockReports.next(place.lock, followerHeartbeat, signal);
  }
  return 'ended';
}
