import type { Redis } from 'ioredis';
import type { SharedValue, SharedValues, Wanted } from '../../../core/cache/shared-values.ts';
import type { Clock } from '../../../core/clock.ts';
import { UpstreamUnavailableError } from '../../../core/errors.ts';
import { type PolicyName, policies } from '../../../core/policies.ts';
import type { Millis } from '../../../core/units.ts';
import type { Channel } from '../channel.ts';
import { holdLease, lease } from '../lease.ts';
import type { Link } from '../link.ts';
import type { Locks } from '../locks.ts';
import { digest, type Names } from '../names.ts';
import type { Turns } from '../turns.ts';
import { decode, encode } from './codec.ts';
import { createForgets, horizon, memberOf } from './forgets.ts';
import { obtainScript, storeScript } from './scripts.ts';

/** Nobody waits longer for another replica's fetch. */
const waitLimit: Millis = 10_000;
/** A waiter that hears nothing looks this often whether whom it waits for is still there. */
const lookEvery: Millis = 250;

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
  | { readonly kind: 'value'; readonly age: Millis; readonly body: Buffer }
  | { readonly kind: 'none' | 'lead' | 'wait' };

/** What the script has answered; undefined for what it never answers. */
function parseAnswer(answer: unknown): (Answer & { readonly now: Millis }) | undefined {
  if (!Array.isArray(answer)) return undefined;
  const [word, now, age, body] = answer;
  const kind = String(word);
  if (typeof now !== 'number') return undefined;
  if (kind === 'none' || kind === 'lead' || kind === 'wait') return { kind, now };
  const isValue = kind === 'value' && typeof age === 'number' && Buffer.isBuffer(body);
  return isValue ? { kind, now, age, body } : undefined;
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
}): SharedValues {
  const { link, channel, names, locks, turns, clock } = deps;
  const itemOf = (policy: PolicyName, key: string): Item => {
    const name = `${policy}:${digest(key)}`;
    const places = { value: names.ofBuild('value', name), lock: names.ofBuild('lock', name) };
    return { policy, key, member: memberOf(policy, key), ...places };
  };
  const forgets = createForgets({ link, channel, names, placeOf: itemOf });
  /** What is to be added to this process' time to get Redis', never too much. */
  let offset: number | undefined;
  let tokens = 0;

  link.beforeUse(async (client) => {
    const [seconds, micros] = await client.time();
    offset = Number(seconds) * 1000 + Math.floor(Number(micros) / 1000) - clock.now();
  });

  async function look(item: Item, limit: Millis, token: string): Promise<Answer | undefined> {
    const keys = [item.value, item.lock, forgets.name];
    const args = [token, lease, limit, item.policy, item.member];
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

  /** @param askedAt - The age was measured later, so the value is no younger than this says. */
  function open(item: Item, found: Answer, askedAt: Millis): SharedValue | null {
    const opened = found.kind === 'value' ? decode(item.member, found.body) : null;
    if (!opened || found.kind !== 'value') return null;
    const storedAt = askedAt - found.age;
    return { ...opened, bytes: found.body.length, storedAt, begunAt: askedAt, isShared: true };
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
    const { fresh, stale } = policies[item.policy];
    const body = encode(item.member, made.value);
    if (body === null || offset === undefined) {
      release(item, token, 'failed');
      return false;
    }
    const times = [made.storedAt + offset, made.begunAt + offset, fresh + stale];
    const keys = [item.value, item.lock, forgets.name];
    const head = [channel.name, channel.origin, item.policy, item.member, token];
    const tail = made.isOther ? [horizon, item.key] : [];
    const stored = await link.ask('store', (client) =>
      storeScript(client, keys, [...head, ...times, body, ...tail]),
    );
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
      release(item, token, wanted.signal.aborted ? 'gone' : 'failed');
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
    while (!forgets.isUnsent(policy, key) && performance.now() < startedAt + waitLimit) {
      const askedAt = clock.now();
      // What was young enough at the beginning of the wait is, however long its fetch takes.
      const waited = Math.floor(performance.now() - startedAt);
      const answer = await look(item, maxAge + waited, token);
      if (answer === undefined) break;
      if (answer.kind === 'lead') return fetchFor(wanted, item, token);
      signal.throwIfAborted();
      if (answer.kind === 'value') {
        const found = open(item, answer, askedAt);
        if (found === null) break;
        return found;
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
      const found = answer ? open(item, answer, askedAt) : null;
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
