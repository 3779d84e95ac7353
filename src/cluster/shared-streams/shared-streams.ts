import type { SharedStreamRequest, SharedStreams } from '../../streaming/shared-stream-types.ts';
import type { ClusterDeps } from '../cluster-deps.ts';
import { lockLeaseMillis } from '../redis-locks.ts';
import { type FollowPosition, followStream } from './follower.ts';
import { createFollowerWatcher } from './follower-watcher.ts';
import { leadStream } from './leader.ts';
import { createStreamPublisher } from './publisher.ts';
import { createStreamKeys, joinStreamScript, type StreamKeys } from './stream-scripts.ts';

/**
 * Shares event sources over Redis. The leader, the replica that holds a source's lock, runs it and
 * appends its events to a Redis stream. The other replicas read them when a message notifies them.
 *
 * @returns also `close`, which ends the sources that run only for other replicas.
 */
export function createRedisSharedStreams(
  deps: ClusterDeps,
): SharedStreams & { readonly close: () => Promise<void> } {
  const { redis, channel, names: keys, locks } = deps;
  const outliving = createFollowerWatcher(redis);
  const underWay = new Set<Promise<void>>();
  let tokens = 0;

  async function join(place: StreamKeys, token: string, orEnded: boolean): Promise<string> {
    const word = orEnded ? 'ended' : 'running';
    const role = await locks.runWithLock({
      name: 'join',
      lock: { name: place.lock, partition: place.partition, token },
      command: async (client) =>
        String(
          await joinStreamScript(
            client,
            [place.events, place.lock],
            [token, lockLeaseMillis, word],
          ),
        ),
      isTaken: (given) => given === 'lead',
    });
    return role ?? 'alone';
  }

  /** Starts the stream in this replica: as the leader if there is a token, else unshared. */
  function begin<E>(request: SharedStreamRequest<E>, place: StreamKeys, token?: string) {
    if (token === undefined) return request.start(request.signal);
    const publisher = createStreamPublisher(deps, { request, place, token });
    const unwanted = outliving.unwantedSignal(place, request.signal, () => leading.isEnded());
    const leading = leadStream(request, publisher, unwanted);
    underWay.add(leading.ended);
    void leading.ended.then(() => underWay.delete(leading.ended));
    return leading.events;
  }

  async function* share<E>(request: SharedStreamRequest<E>): AsyncGenerator<E, void> {
    const { signal } = request;
    const place = createStreamKeys(keys, request.name);
    const wire = request.createCodec();
    const isNews = request.createDeduplicator();
    const position: FollowPosition = { last: '0-0' };
    let first: string | undefined;
    for (;;) {
      const token = `${channel.origin} ${++tokens}`;
      const role = await join(place, token, request.acceptEnded || first !== undefined);
      if (role === 'follow') {
        const events = followStream(deps, { place, wire, position, signal });
        let next = await events.next();
        for (; !next.done; next = await events.next()) {
          const { event, leaderToken } = next.value;
          first ??= leaderToken;
          if (isNews(event, leaderToken !== first)) yield event;
        }
        if (next.value === 'ended' || signal.aborted) return;
        if (next.value === 'abandoned') continue;
      }
      for await (const event of begin(request, place, role === 'lead' ? token : undefined)) {
        if (isNews(event, first !== undefined)) yield event;
      }
      return;
    }
  }

  return {
    shareStream: share,
    close: async () => {
      outliving.close();
      await Promise.all(underWay);
    },
  };
}
