import type { SharedSources, SourceRequest } from '../../../core/replicas/shared-source.ts';
import type { Channel } from '../channel.ts';
import type { Codec } from '../encoding/codec.ts';
import { lease } from '../lease.ts';
import type { Link } from '../link.ts';
import type { Locks } from '../locks.ts';
import type { Names } from '../names.ts';
import type { Turns } from '../turns.ts';
import { follow, type Position } from './follow.ts';
import { lead } from './lead.ts';
import { createOutliving } from './outlive.ts';
import { joinScript } from './scripts.ts';
import { placeOf, type SourcePlace } from './source-place.ts';
import { createTeller } from './teller.ts';

/**
 * Sources of events over Redis: who holds a source's lock adds its events to a Redis stream, which keeps
 * them for who joins late; followers read them there, woken by the channel.
 *
 * @returns with `close`, which ends the sources that go on for others.
 */
export function createRedisSources(deps: {
  readonly link: Link;
  readonly channel: Channel;
  readonly names: Names;
  readonly locks: Locks;
  readonly turns: Turns;
  readonly codec: Codec;
}): SharedSources & { readonly close: () => Promise<void> } {
  const { link, channel, names, locks } = deps;
  const outliving = createOutliving(link);
  const underWay = new Set<Promise<void>>();
  let tokens = 0;

  async function join(place: SourcePlace, token: string, orEnded: boolean): Promise<string> {
    const word = orEnded ? 'ended' : 'running';
    const role = await locks.ask({
      name: 'join',
      lock: { name: place.lock, token },
      command: async (client) =>
        String(await joinScript(client, [place.events, place.lock], [token, lease, word])),
      isTaken: (given) => given === 'lead',
    });
    return role ?? 'alone';
  }

  /** The source as this replica begins it: for all as the holder of the lock, or for itself alone. */
  function begin<E>(request: SourceRequest<E>, place: SourcePlace, token?: string) {
    if (token === undefined) return request.begin(request.signal);
    const teller = createTeller(deps, { request, place, token });
    const unwanted = outliving.until(place, request.signal, () => leading.isOver());
    const leading = lead(request, teller, unwanted);
    underWay.add(leading.over);
    void leading.over.then(() => underWay.delete(leading.over));
    return leading.events;
  }

  async function* share<E>(request: SourceRequest<E>): AsyncGenerator<E, void> {
    const { signal } = request;
    const place = placeOf(names, request.name);
    const wire = request.createWire();
    const isNews = request.createMemory();
    const position: Position = { last: '0-0' };
    let first: string | undefined;
    for (;;) {
      const token = `${channel.origin} ${++tokens}`;
      const role = await join(place, token, request.orEnded || first !== undefined);
      if (role === 'follow') {
        const events = follow(deps, { place, wire, position, signal });
        let next = await events.next();
        for (; !next.done; next = await events.next()) {
          const { event, by } = next.value;
          first ??= by;
          if (isNews(event, by !== first)) yield event;
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
    share,
    close: async () => {
      outliving.close();
      await Promise.all(underWay);
    },
  };
}
