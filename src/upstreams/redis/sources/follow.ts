import { z } from 'zod';
import { unpackError } from '../../../core/replicas/portable-error.ts';
import type { EventWire } from '../../../core/replicas/shared-source.ts';
import type { Codec } from '../encoding/codec.ts';
import type { Link } from '../link.ts';
import type { Turns } from '../turns.ts';
import { followScript } from './scripts.ts';
import { carryLimit, followEvery, followLife, type SourcePlace } from './source-place.ts';

/** An event that another replica tells, and who: a source that was begun anew has another teller. */
export type Told<E> = { readonly event: E; readonly by: string };

/** How following has come to its end: with the source, because nobody tells any more, or unreadably. */
export type FollowEnd = 'ended' | 'abandoned' | 'lost';

const fields = z
  .tuple([z.instanceof(Buffer), z.array(z.instanceof(Buffer))])
  .transform(([id, list]) => {
    const found = new Map<string, Buffer>();
    for (let n = 0; n + 1 < list.length; n += 2) {
      found.set(String(list[n]), list[n + 1] ?? Buffer.alloc(0));
    }
    return {
      id: String(id),
      isFinal: String(found.get('final')) === '1',
      body: found.get('body'),
    };
  });
const answer = z.tuple([z.number(), z.array(fields)]);
const by = z.string();
const told = z.union([z.object({ by, event: z.unknown() }), z.object({ by, thrown: z.unknown() })]);

/** Takes events out that cannot be read, so that the next one to join begins anew. */
async function takeOut(link: Link, { events }: SourcePlace): Promise<void> {
  link.noteRepair('events');
  await link.ask('discard', (client) => client.del(events));
}

/** Where a follower has come to. */
export type Position = { last: string };

/**
 * The events that another replica tells, from the position on.
 *
 * @throws what the source has thrown there.
 */
export async function* follow<E>(
  deps: { readonly link: Link; readonly turns: Turns; readonly codec: Codec },
  options: {
    readonly place: SourcePlace;
    readonly wire: EventWire<E>;
    readonly position: Position;
    readonly signal: AbortSignal;
  },
): AsyncGenerator<Told<E>, FollowEnd> {
  const { link, turns, codec } = deps;
  const { place, wire, position, signal } = options;
  const keys = [place.events, place.lock, place.followed];
  while (!signal.aborted) {
    const read = await link.ask(
      'follow',
      (client) => followScript(client, keys, [`(${position.last}`, followLife]),
      carryLimit,
    );
    const parsed = answer.safeParse(read);
    if (!parsed.success) return 'lost';
    const [isLed, entries] = parsed.data;
    for (const { id, isFinal, body } of entries) {
      position.last = id;
      const opened = told.safeParse(codec.decodeNow(place.name, body)?.value);
      if (!opened.success) {
        // An empty one says that what happened cannot be carried.
        if (body?.length !== 0) await takeOut(link, place);
        return 'lost';
      }
      const { by } = opened.data;
      if ('thrown' in opened.data) throw unpackError(opened.data.thrown) ?? new Error('unreadable');
      const event = wire.unpack(opened.data.event);
      if (event === null) return 'lost';
      yield { event, by };
      if (isFinal) return 'ended';
    }
    if (entries.length > 0) continue;
    if (isLed === 0) return 'abandoned';
    await turns.next(place.lock, followEvery, signal);
  }
  return 'ended';
}
