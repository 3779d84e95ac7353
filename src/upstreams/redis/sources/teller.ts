import { packError } from '../../../core/replicas/portable-error.ts';
import type { SourceRequest } from '../../../core/replicas/shared-source.ts';
import type { Millis } from '../../../core/units.ts';
import type { Channel } from '../channel.ts';
import type { Codec } from '../encoding/codec.ts';
import { holdLease } from '../lease.ts';
import type { Link } from '../link.ts';
import type { Locks } from '../locks.ts';
import { addScript } from './scripts.ts';
import { carryLimit, endedLife, eventsLife, type SourcePlace } from './source-place.ts';

/** What passes without being told, because the next one replaces it, is told this often at most. */
const tellEvery: Millis = 100;

/** How the replica that has begun a source lets the others have its events. */
export type Teller<E> = {
  readonly tell: (event: E) => void;
  /** The source has thrown: the others are to throw the same. */
  readonly fail: (thrown: unknown) => void;
  /** Nothing more will be told; unless the end was, another replica begins anew. */
  readonly stop: () => void;
};

/**
 * Tells events as the holder of the lock. When Redis is down or the lock is lost nothing more is told:
 * the others begin for themselves.
 */
export function createTeller<E>(
  deps: {
    readonly link: Link;
    readonly channel: Channel;
    readonly locks: Locks;
    readonly codec: Codec;
  },
  options: {
    readonly request: SourceRequest<E>;
    readonly place: SourcePlace;
    readonly token: string;
  },
): Teller<E> {
  const { link, channel, locks, codec } = deps;
  const { request, place, token } = options;
  const { pack } = request.createWire();
  const held = holdLease(link, place.lock, token);
  let isTelling = true;
  let passing: { event: E } | undefined;
  let timer: NodeJS.Timeout | undefined;

  function fallSilent(): void {
    isTelling = false;
    held.stop();
    clearTimeout(timer);
  }

  function stop(): void {
    if (!isTelling) return;
    fallSilent();
    locks.release({ name: place.lock, token }, 'more');
  }

  async function add(data: object, isFinal: boolean): Promise<void> {
    // What cannot be carried ends the events with nothing: who reads that begins for itself.
    const body = codec.encodeNow(place.name, { by: token, ...data }) ?? '';
    const ends = isFinal || body === '';
    const head = [channel.name, channel.textOf('more', place.lock), token];
    const tail = ends ? ['1', endedLife] : ['0', eventsLife];
    const added = await link.ask(
      'add',
      (client) => addScript(client, [place.events, place.lock], [...head, body, ...tail]),
      carryLimit,
    );
    if (added !== 1) stop();
    else if (ends) fallSilent();
  }

  /** Tells a passing event now, or the newest of those that come meanwhile in a while. */
  function pass(event: E): void {
    if (timer !== undefined) {
      passing = { event };
      return;
    }
    void add({ event: pack(event) }, false);
    timer = setTimeout(() => {
      timer = undefined;
      const last = passing;
      passing = undefined;
      if (last && isTelling) pass(last.event);
    }, tellEvery).unref();
  }

  return {
    tell: (event) => {
      if (!isTelling) return;
      const isFinal = request.isFinal(event);
      if (!isFinal && !request.isLasting(event)) return pass(event);
      // What passed before it is older news.
      passing = undefined;
      void add({ event: pack(event) }, isFinal);
    },
    fail: (thrown) => {
      if (isTelling) void add({ thrown: packError(thrown) }, true);
    },
    stop,
  };
}
