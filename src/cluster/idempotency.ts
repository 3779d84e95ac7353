import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { OverloadedError } from '../lib/errors.ts';
import type { Millis } from '../lib/units.ts';
import type { Signer } from './encoding/signer.ts';
import { createLuaScript, type KeyKind } from './lua-script.ts';
import { clusterUnavailable } from './mutex.ts';
import type { PubSub } from './pubsub.ts';
import type { RedisClient } from './redis-client.ts';
import { type RedisKeys, shortDigest } from './redis-keys.ts';
import type { NotificationWaiter } from './wait-for-notification.ts';

/** Things that one replica does for all, once, and whose outcome all may tell. */
export type IdempotencyStore = {
  /**
   * Claims a thing for its owner, or waits for the outcome of the owner who has it.
   *
   * @param signal - Ends the wait.
   * @param isReadable - Whether an outcome is one; any other is taken out with its claim.
   * @returns the outcome; null when the claim is the owner's own, now or from before.
   * @throws {BusyError} Redis is down, or the other owner does not come to an end; the signal's reason.
   */
  readonly claim: (
    name: string,
    owner: string,
    signal: AbortSignal,
    isReadable?: (outcome: string) => boolean,
  ) => Promise<string | null>;
  /** Makes an outcome known. */
  readonly setOutcome: (name: string, owner: string, outcome: string) => void;
  /** The outcome was received, at whichever replica: the next one is a new thing. */
  readonly markReceived: (name: string, owner: string) => void;
  /** The owner gives up its claim, also one of which it does not know whether it was made. */
  readonly release: (name: string, owner: string) => void;
  /** Told of this process' claims that another replica has dropped. */
  readonly onDrop: (listener: (name: string) => void) => void;
};

/** An owner who is not heard of for so long has lost its claim. */
const life: Millis = 3_600_000;
/** Nobody waits longer for another owner's outcome. */
const waitLimit: Millis = 30_000;
const lookEvery: Millis = 500;
/** Changes that Redis could not be told; more of them run out with their claims. */
const maxUnsent = 1000;
/** Claims of this process whose outcome nobody has received yet. */
const maxTaken = 10_000;

/** An outcome that was received is there so long for who has waited for it and not looked yet. */
const receivedLife: Millis = 5000;

const claimKind: KeyKind = { role: 'claim', type: 'hash', life };
/** Ends a script where a claim would live for ever, or is nobody's. */
const checkClaim = `
  local left = redis.call('PTTL', KEYS[1])
  if left == -1 or left > ${life} then return redis.error_reply('REPAIR a claim') end
  if redis.call('HEXISTS', KEYS[1], 'owner') == 0 then redis.call('DEL', KEYS[1]) end`;

/** KEYS: claim. ARGV: owner, life, and `waited` from who has seen the claim without an outcome. */
const takeScript = createLuaScript(
  'dtfClaim',
  [claimKind],
  `${checkClaim}
  if ARGV[3] ~= 'waited' and redis.call('HEXISTS', KEYS[1], 'received') == 1 then
    redis.call('DEL', KEYS[1])
  end
  if redis.call('HSETNX', KEYS[1], 'owner', ARGV[1]) == 1 then
    redis.call('PEXPIRE', KEYS[1], ARGV[2])
    return {'own'}
  end
  local found = redis.call('HMGET', KEYS[1], 'owner', 'outcome')
  if found[1] == ARGV[1] then return {'own'} end
  if found[2] then return {'outcome', found[2]} end
  return {'wait'}`,
);

/** KEYS: claim. ARGV: channel, news, owner, life, outcome. */
const finishScript = createLuaScript(
  'dtfFinish',
  [claimKind],
  `if redis.call('HGET', KEYS[1], 'owner') ~= ARGV[3] then return 0 end
  redis.call('HSET', KEYS[1], 'outcome', ARGV[5])
  redis.call('PEXPIRE', KEYS[1], ARGV[4])
  redis.call('PUBLISH', ARGV[1], ARGV[2])
  return 1`,
);

/** KEYS: claim. ARGV: channel, news, more news, owner, life, word: `received` drops what has an outcome, whoever's it is. */
const dropScript = createLuaScript(
  'dtfDrop',
  [claimKind],
  `local found = redis.call('HMGET', KEYS[1], 'owner', 'outcome')
  local isReceived = found[2] and ARGV[6] == 'received'
  if found[1] ~= ARGV[4] and not isReceived then return 0 end
  if isReceived then
    redis.call('HSET', KEYS[1], 'received', '1')
    redis.call('PEXPIRE', KEYS[1], ARGV[5])
  else
    redis.call('DEL', KEYS[1])
  end
  redis.call('PUBLISH', ARGV[1], ARGV[2])
  redis.call('PUBLISH', ARGV[1], ARGV[3])
  return 1`,
);

/** Claims in Redis. What it could not be told is told when it is back; claims still open are made again. */
export function createIdempotencyStore(deps: {
  readonly redis: RedisClient;
  readonly channel: PubSub;
  readonly names: RedisKeys;
  readonly notifications: NotificationWaiter;
  readonly signer: Signer;
}): IdempotencyStore {
  const { redis, channel, names: keys, notifications, signer } = deps;
  const claimOf = (name: string) => keys.shared('claim', shortDigest(name));
  /** Owners of what is under way here, and the names of what is not dropped yet. */
  const open = new Map<string, string>();
  const taken = new LRUCache<string, string>({ max: maxTaken });
  const unsent = new Map<string, (client: Redis) => Promise<unknown>>();

  function send(claim: string, change: (client: Redis) => Promise<unknown>): void {
    unsent.delete(claim);
    if (unsent.size < maxUnsent) unsent.set(claim, change);
    void redis.run('claim', change).then((sent) => {
      if (sent !== undefined && unsent.get(claim) === change) unsent.delete(claim);
    });
  }

  function drop(name: string, owner: string, word: 'received' | 'withdrawn'): void {
    const claim = claimOf(name);
    const news = [channel.textOf('dropped', claim), channel.textOf('gone', claim)];
    const args = [channel.name, ...news, owner, receivedLife, word];
    open.delete(claim);
    taken.delete(claim);
    send(claim, (client) => dropScript(client, [claim], args));
  }

  redis.onReconnect(async (client) => {
    for (const [claim, owner] of open) await takeScript(client, [claim], [owner, life, '']);
    for (const [claim, change] of [...unsent]) {
      await change(client);
      unsent.delete(claim);
    }
  });

  return {
    claim: async (name, owner, signal, isReadable = () => true) => {
      const claim = claimOf(name);
      const waitUntil = performance.now() + waitLimit;
      let hasWaited = false;
      let seen = '';
      while (performance.now() < waitUntil) {
        signal.throwIfAborted();
        const response = await redis.run('claim', (client) =>
          takeScript(client, [claim], [owner, life, seen]),
        );
        if (!Array.isArray(response)) throw clusterUnavailable();
        const word = String(response[0]);
        // One that was there before may just be received: then this is a new thing.
        if (word === 'outcome') {
          const outcome = signer.unseal(`outcome ${claim}`, String(response[1]));
          if (outcome === null || !isReadable(outcome)) {
            redis.noteRepair('claim');
            await redis.run('claim', (client) => client.del(claim));
            continue;
          }
          if (hasWaited) return outcome;
        }
        if (word === 'own') {
          open.set(claim, owner);
          taken.set(claim, name);
          return null;
        }
        hasWaited = true;
        if (word === 'wait') seen = 'waited';
        await notifications.next(claim, lookEvery, signal);
      }
      throw new OverloadedError('another gateway is at it', 10);
    },
    setOutcome: (name, owner, outcome) => {
      const claim = claimOf(name);
      open.delete(claim);
      const sealed = signer.seal(`outcome ${claim}`, outcome);
      const args = [channel.name, channel.textOf('filled', claim), owner, life, sealed];
      send(claim, (client) => finishScript(client, [claim], args));
    },
    markReceived: (name, owner) => drop(name, owner, 'received'),
    release: (name, owner) => drop(name, owner, 'withdrawn'),
    onDrop: (listener) =>
      channel.on('dropped', (claim = '') => {
        const name = taken.get(claim);
        taken.delete(claim);
        if (name !== undefined) listener(name);
      }),
  };
}
