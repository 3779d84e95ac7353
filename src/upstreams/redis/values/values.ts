import type { Redis } from 'ioredis';
import { z } from 'zod';
import { absenceOf, KnownAbsence } from '../../../core/cache/absences.ts';
import type { SharedValue, SharedValues, Wanted } from '../../../core/cache/shared-values.ts';
import type { Clock } from '../../../core/clock.ts';
import { UpstreamUnavailableError } from '../../../core/errors.ts';
import { type PolicyName, policies } from '../../../core/policies.ts';
import type { Millis } from '../../../core/units.ts';
import type { Channel } from '../channel.ts';
import type { Codec } from '../encoding/codec.ts';
import type { Signer } from '../encoding/signer.ts';
import { holdLease, lease } from '../lease.ts';
import type { Link } from '../link.ts';
import type { Locks } from '../locks.ts';
import { digest, type Names } from '../names.ts';
import type { Turns } from '../turns.ts';
import { createForgets, memberOf } from './forgets.ts';
import { obtainScript, storeScript } from './scripts.ts';

/** Nobody waits longer for another replica's fetch. */
const waitLimit: Millis = 10_000;
/** A waiter that hears nothing looks this often whether whom it waits for is still there. */
const lookEvery: Millis = 250;

/** Of what is missing, characters. */
const longestMessage = 4096;

/** One value and where it is. */
type Item = {
  readonly policy: PolicyName;
  readonly key: string;
  readonly member: string;
  /** Names of the value and of its lock. */
  readonly value: string;
  readonly lock: string;
};

type Answer =
  | { readonly kind: 'value' | 'absent'; readonly age: Millis; readonly body: Buffer }
  | { readonly kind: 'none' | 'lead' | 'wait' };

/** Where an answer came from, with Redis' time. */
type Found = Answer & { readonly now: Millis };

const absent = z.object({ message: z.string().max(longestMessage) });

/** What another replica has found to be missing; null for data that tells no such thing. */
function readAbsence(data: unknown): KnownAbsence | null {
  const parsed = absent.safeParse(data);
  return parsed.success ? new KnownAbsence(parsed.data.message) : null;
}

/** What is told of a value and what is told of its absence are not to be taken for one another. */
const nameOf = ({ member }: Item, kind: 'value' | 'absent') =>
  kind === 'value' ? member : `absent ${member}`;

/** What the script has answered; undefined for what it never answers. */
function parseAnswer(answer: unknown): Found | undefined {
  if (!Array.isArray(answer)) return undefined;
  const [word, now, age, body] = answer;
  const kind = String(word);
  if (typeof now !== 'number') return undefined;
  if (kind === 'none' || kind === 'lead' || kind === 'wait') return { kind, now };
  if (kind !== 'value' && kind !== 'absent') return undefined;
  const isWhole = typeof age === 'number' && Buffer.isBuffer(body);
  return isWhole ? { kind, now, age, body } : undefined;
}

/**
 * The value cache's second level in Redis. Ages are told by Redis' clock alone, so the replicas' own
 * need not agree, and every estimate errs to the older side.
 */
export function createRedisValues(deps: {
  readonly link: Link;
  readonly channel: Channel;
  readonly names: Names;
  readonly locks: Locks;
  readonly turns: Turns;
  readonly clock: Clock;
  readonly signer: Signer;
  readonly codec: Codec;
}): SharedValues {
  const { link, channel, names, locks, turns, clock, signer, codec } = deps;
  const itemOf = (policy: PolicyName, key: string): Item => {
    const name = `${policy}:${digest(key)}`;
    const places = { value: names.ofBuild('value', name), lock: names.ofBuild('lock', name) };
    return { policy, key, member: memberOf(policy, key), ...places };
  };
  const forgets = createForgets({ link, channel, names, signer, placeOf: itemOf });
  /** What is to be added to this process' time to get Redis', never too much. */
  let offset: number | undefined;
  let tokens = 0;

  link.beforeUse(async (client) => {
    const [seconds, micros] = await client.time();
    offset = Number(seconds) * 1000 + Math.floor(Number(micros) / 1000) - clock.now();
  });

  const notesOf = ({ policy, key }: Item) => [
    forgets.noteOf(policy),
    forgets.noteOf(policy, key),
    forgets.noteOf('absence', policy),
  ];

  async function look(item: Item, limit: Millis, token: string): Promise<Found | undefined> {
    const keys = [item.value, item.lock, forgets.name];
    const args = [token, lease, limit, policies.absence.fresh, ...notesOf(item)];
    const command = async (client: Redis) => parseAnswer(await obtainScript(client, keys, args));
    const answer = await (token === ''
      ? link.ask('obtain', command)
      : locks.ask({
          name: 'obtain',
          lock: { name: item.lock, token },
          command,
          isTaken: (given) => given?.kind === 'lead',
        }));
    if (answer) offset = answer.now - clock.now();
    return answer;
  }

  /**
   * What another replica has stored; null for what cannot be read, which is taken out.
   *
   * @param askedAt - The age was measured later, so the value is no younger than this says.
   */
  async function open(
    item: Item,
    found: Extract<Found, { readonly body: Buffer }>,
    askedAt: Millis,
  ): Promise<SharedValue | null> {
    const { kind, age, now, body } = found;
    const decoded = await codec.decode(nameOf(item, kind), body);
    // What was signed for another time would make an old value young.
    const isOurs = decoded !== null && decoded.time === now - age;
    const value = isOurs && kind === 'absent' ? readAbsence(decoded.value) : decoded?.value;
    if (!isOurs || (value === null && kind === 'absent')) {
      link.noteRepair('value');
      await link.ask('discard', (client) => client.del(item.value));
      return null;
    }
    return { value, bytes: body.length, storedAt: askedAt - age, begunAt: askedAt, isShared: true };
  }

  function release({ lock }: Item, token: string, news: 'failed' | 'gone'): void {
    if (token !== '') locks.release({ name: lock, token }, news);
  }

  /** @returns whether Redis has heard of it. */
  async function store(
    item: Item,
    made: Omit<SharedValue, 'isShared'> & { readonly isOther: boolean },
    token: string,
  ): Promise<boolean> {
    const { value } = made;
    const isAbsent = value instanceof KnownAbsence;
    const { fresh, stale } = policies[isAbsent ? 'absence' : item.policy];
    const kind = isAbsent ? 'absent' : 'value';
    const at = offset === undefined ? undefined : made.storedAt + offset;
    const data = isAbsent ? { message: value.message } : value;
    const body = at === undefined ? null : await codec.encode(nameOf(item, kind), data, at);
    if (body === null || at === undefined || offset === undefined) {
      release(item, token, 'failed');
      return false;
    }
    const keys = [item.value, item.lock, forgets.name];
    const args = [
      ...[channel.name, token, at, made.begunAt + offset, fresh + stale, kind, body],
      ...notesOf(item),
      channel.textOf('filled', item.lock),
      ...(made.isOther ? [channel.textOf('forget', item.policy, item.key)] : []),
    ];
    const stored = await link.ask('store', (client) => storeScript(client, keys, args));
    const isHeard = stored !== undefined;
    if (isHeard && made.isOther) await channel.delivered();
    if (!isHeard && token !== '') locks.owe({ name: item.lock, token });
    return isHeard;
  }

  /** Fetches as the holder of the lock, or alone when `token` is empty. */
  async function fetchFor(wanted: Wanted, item: Item, token: string): Promise<SharedValue> {
    const begunAt = clock.now();
    const held = token === '' ? undefined : holdLease(link, item.lock, token);
    try {
      wanted.signal.throwIfAborted();
      const { value, bytes } = await wanted.make(wanted.signal);
      const made = { value, bytes, storedAt: begunAt, begunAt };
      void store(item, { ...made, isOther: false }, token);
      return { ...made, isShared: false };
    } catch (error) {
      const absence = absenceOf(error, begunAt);
      if (absence && token !== '' && !wanted.signal.aborted) {
        const value = new KnownAbsence(absence.message);
        const made = { value, bytes: 0, storedAt: begunAt, begunAt, isOther: false };
        void store(item, made, token);
      } else {
        release(item, token, wanted.signal.aborted ? 'gone' : 'failed');
      }
      throw error;
    } finally {
      held?.stop();
    }
  }

  async function obtain(wanted: Wanted): Promise<SharedValue> {
    const { policy, key, maxAge, signal } = wanted;
    const item = itemOf(policy, key);
    const token = `${channel.origin} ${++tokens}`;
    const startedAt = performance.now();
    let hasDiscarded = false;
    while (!forgets.isUnsent(policy, key) && performance.now() < startedAt + waitLimit) {
      const askedAt = clock.now();
      // What was young enough at the beginning of the wait is, however long its fetch takes.
      const waited = Math.floor(performance.now() - startedAt);
      const answer = await look(item, maxAge + waited, token);
      if (answer === undefined) break;
      if (answer.kind === 'lead') return fetchFor(wanted, item, token);
      signal.throwIfAborted();
      if ('body' in answer) {
        const found = await open(item, answer, askedAt);
        if (found !== null) return found;
        if (hasDiscarded) break;
        hasDiscarded = true;
        continue;
      }
      const turn = await turns.next(item.lock, lookEvery, signal);
      signal.throwIfAborted();
      if (turn === 'failed' && !wanted.isRefresh) break;
      if (turn === 'failed') throw new UpstreamUnavailableError('the value is not refreshed');
    }
    return fetchFor(wanted, item, '');
  }

  return {
    obtain,
    find: async (policy, key) => {
      if (forgets.isUnsent(policy, key)) return null;
      const askedAt = clock.now();
      const item = itemOf(policy, key);
      const { fresh } = policies[policy];
      const answer = await look(item, fresh, '');
      const isValue = answer?.kind === 'value';
      const found = isValue ? await open(item, answer, askedAt) : null;
      return found && clock.now() < found.storedAt + fresh ? found : null;
    },
    offer: async (policy, key, value) => {
      const isHeard = await store(itemOf(policy, key), value, '');
      if (value.isOther && !isHeard) await forgets.note(policy, key);
    },
    forget: forgets.note,
    onForget: forgets.onForget,
  };
}
