import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { type PolicyName, policies } from '../../../core/policies.ts';
import type { Channel } from '../channel.ts';
import type { Signer } from '../encoding/signer.ts';
import type { Link } from '../link.ts';
import type { Names } from '../names.ts';
import { everything, forgetScript, horizon, notesScript } from './scripts.ts';

/** Where a value and its lock are. */
export type Place = { readonly value: string; readonly lock: string };

/** What was forgotten, among replicas. */
export type Forgets = {
  /** Key of the times at which rows and values were forgotten. */
  readonly name: string;
  /** Resolves when Redis has told the others, or cannot be asked. */
  readonly note: (policy: PolicyName, key?: string) => Promise<void>;
  /** True while Redis has not heard that this was forgotten: what it has may be from before. */
  readonly isUnsent: (policy: PolicyName, key: string) => boolean;
  readonly onForget: (listener: (policy: PolicyName, key?: string) => void) => void;
  /** How a row, or a value of it, is called in the list. */
  readonly noteOf: (policy: PolicyName, key?: string) => string;
};

/** How a row, or a value of it, is called. */
export function memberOf(policy: PolicyName, key?: string): string {
  return key === undefined ? policy : `${policy} ${key}`;
}

/** More unsent notes than these become notes on whole rows. */
const maxUnsent = 1000;
/** Notes that are told again to a Redis that comes back. */
const maxTold = 1000;

type Note = { readonly policy: PolicyName; readonly key?: string };

function parseNote(policy: string | undefined, key: string | undefined): Note | null {
  if (policy === undefined || !Object.hasOwn(policies, policy)) return null;
  return { policy: policy as PolicyName, ...(key === undefined ? {} : { key }) };
}

/**
 * Passes on what is forgotten. What Redis could not be told is told when it is back, before anything is
 * read from it, and so is what it was told of late: it may have come back as it was before, or be another
 * one. What others told meanwhile is read then.
 */
export function createForgets(options: {
  readonly link: Link;
  readonly channel: Channel;
  readonly names: Names;
  readonly signer: Signer;
  readonly placeOf: (policy: PolicyName, key: string) => Place;
}): Forgets {
  const { link, channel, names, signer, placeOf } = options;
  const name = names.common('forgets');
  const unsent = new Map<string, Note>();
  const told = new LRUCache<string, Note>({ max: maxTold, ttl: horizon });
  const listeners: ((policy: PolicyName, key?: string) => void)[] = [];

  const tell = ({ policy, key }: Note) => {
    for (const listener of listeners) listener(policy, key);
  };

  const noteOf: Forgets['noteOf'] = (policy, key) => signer.seal('note', memberOf(policy, key));

  function send(client: Redis, { policy, key }: Note): Promise<unknown> {
    const place = key === undefined ? { value: name, lock: name } : placeOf(policy, key);
    const words = key === undefined ? [policy] : [policy, key];
    return forgetScript(
      client,
      [place.value, place.lock, name],
      [
        channel.name,
        channel.textOf('forget', ...words),
        noteOf(policy, key),
        ...(key === undefined ? [] : ['value']),
      ],
    );
  }

  async function hear(client: Redis): Promise<void> {
    const found = await notesScript(client, [name], []);
    for (const member of Array.isArray(found) ? found.map(String) : []) {
      if (member === everything) {
        for (const policy of Object.keys(policies)) tell({ policy: policy as PolicyName });
        continue;
      }
      const [policy, ...rest] = signer.unseal('note', member)?.split(' ') ?? [];
      const note = parseNote(policy, rest.length === 0 ? undefined : rest.join(' '));
      if (note) tell(note);
      else {
        link.noteRepair('forgets');
        await client.zrem(name, member);
      }
    }
  }

  link.beforeUse(async (client) => {
    const notes = new Map([...told.entries(), ...unsent]);
    await Promise.all([...notes.values()].map((note) => send(client, note)));
    for (const [member, note] of notes) if (unsent.get(member) === note) unsent.delete(member);
    await hear(client);
  });
  channel.on('forget', (policy, key) => {
    const note = parseNote(policy, key);
    if (note) tell(note);
  });
  channel.onJoined(() => void link.ask('forgets', hear));

  return {
    name,
    noteOf,
    note: async (policy, key) => {
      const note: Note = { policy, ...(key === undefined ? {} : { key }) };
      const member = memberOf(policy, key);
      if (unsent.size >= maxUnsent) {
        for (const [one, old] of [...unsent]) {
          unsent.delete(one);
          unsent.set(old.policy, { policy: old.policy });
        }
      }
      unsent.set(member, note);
      told.set(member, note);
      await link.ask('forget', async (client) => {
        await send(client, note);
        // Also when it takes so long that nobody waits for it any more.
        if (unsent.get(member) === note) unsent.delete(member);
      });
      if (unsent.get(member) !== note) await channel.delivered();
    },
    isUnsent: (policy, key) =>
      unsent.size > 0 && (unsent.has(policy) || unsent.has(memberOf(policy, key))),
    onForget: (listener) => void listeners.push(listener),
  };
}
