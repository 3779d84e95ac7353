import { LRUCache } from 'lru-cache';
import { OverloadedError } from '../lib/errors.ts';
import type { Millis } from '../lib/units.ts';
import type { ClusterDeps } from './cluster-deps.ts';
import { createLuaScript } from './lua-script.ts';
import { clusterUnavailableError } from './mutex.ts';
import { partitionOf } from './partitions.ts';
import type { RedisCommands } from './pub-sub.ts';
import { shortDigest } from './redis-keys.ts';

/**
 * Runs an operation once although its request may reach several replicas. One owner claims it, runs
 * it and stores its outcome; the others get that outcome.
 */
export type IdempotencyStore = {
  /**
   * Claims an operation. If another owner holds the claim, waits for its outcome.
   *
   * @param name - Identifies the operation at all replicas.
   * @param owner - Identifies this run of it, unique over all replicas.
   * @param signal - Ends the wait.
   * @param isReadable - Checks an outcome. One that fails the check is deleted with its claim.
   * @returns the other owner's outcome, or null if the caller holds the claim.
   * @throws {OverloadedError} Redis is down, or the other owner has stored no outcome within 30 s.
   * @throws the signal's reason when it is aborted.
   */
  readonly claim: (
    name: string,
    owner: string,
    signal: AbortSignal,
    isReadable?: (outcome: string) => boolean,
  ) => Promise<string | null>;
  /** Stores the outcome of an operation that the owner claimed, and notifies waiting replicas. */
  readonly setOutcome: (name: string, owner: string, outcome: string) => void;
  /** Records that a client has received the outcome; the next claim starts the operation anew. */
  readonly markReceived: (name: string, owner: string) => void;
  /** Deletes the owner's claim, which may not exist; the next claim starts the operation anew. */
  readonly release: (name: string, owner: string) => void;
  /**
   * Calls the listener with the name of each claim of this process that another replica has ended.
   */
  readonly onDrop: (listener: (name: string) => void) => void;
};

/** A claim expires this long after its last change. */
const life: Millis = 3_600_000;
const waitLimit: Millis = 30_000;
const lookEvery: Millis = 500;
/** Limit of changes that are sent again after a reconnect. The claims of others expire. */
const maxUnsent = 1000;
/** Limit of this process' claims whose outcome has not been received yet. */
const maxTaken = 10_000;

/** A received outcome stays readable this long for replicas that were already waiting for it. */
const receivedLife: Millis = 5000;

/** Claims an operation. KEYS: claim. ARGV: owner, TTL, `waited` if the claim had no outcome. */
const takeScript = createLuaScript(
  'dtfClaim',
  1,
  `if ARGV[3] ~= 'waited' and redis.call('HEXISTS', KEYS[1], 'received') == 1 then
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

/**
 * Stores the owner's outcome. KEYS: claim. ARGV: channel, message, owner, time to live, outcome.
 */
const finishScript = createLuaScript(
  'dtfFinish',
  1,
  `if redis.call('HGET', KEYS[1], 'owner') ~= ARGV[3] then return 0 end
  redis.call('HSET', KEYS[1], 'outcome', ARGV[5])
  redis.call('PEXPIRE', KEYS[1], ARGV[4])
  publish(ARGV[1], ARGV[2])
  return 1`,
);

/**
 * Deletes the owner's claim. In the mode `received`, a claim with an outcome, of any owner, stays
 * readable for a short time instead. KEYS: claim. ARGV: channel, two messages, owner, that time in
 * ms, mode.
 */
const dropScript = createLuaScript(
  'dtfDrop',
  1,
  `local found = redis.call('HMGET', KEYS[1], 'owner', 'outcome')
  local isReceived = found[2] and ARGV[6] == 'received'
  if found[1] ~= ARGV[4] and not isReceived then return 0 end
  if isReceived then
    redis.call('HSET', KEYS[1], 'received', '1')
    redis.call('PEXPIRE', KEYS[1], ARGV[5])
  else
    redis.call('DEL', KEYS[1])
  end
  publish(ARGV[1], ARGV[2])
  publish(ARGV[1], ARGV[3])
  return 1`,
);

/**
 * Creates the store in Redis. After a reconnect it renews claims and resends unconfirmed changes.
 */
export function createIdempotencyStore(deps: ClusterDeps): IdempotencyStore {
  const { redis, channel, names: keys, lockReports } = deps;
  const claimOf = (name: string) => keys.shared(partitionOf(name), 'claim', shortDigest(name));
  const channelOf = (name: string) => channel.nameOf(partitionOf(name));
  const open = new Map<string, string>();
  const taken = new LRUCache<string, string>({ max: maxTaken });
  const unsent = new Map<string, (client: RedisCommands) => Promise<unknown>>();

  function send(claim: string, change: (client: RedisCommands) => Promise<unknown>): void {
    unsent.delete(claim);
    if (unsent.size < maxUnsent) unsent.set(claim, change);
    void redis.run('claim', change).then((sent) => {
      if (sent !== undefined && unsent.get(claim) === change) unsent.delete(claim);
    });
  }

  function drop(name: string, owner: string, word: 'received' | 'withdrawn'): void {
    const claim = claimOf(name);
    const news = [channel.textOf('dropped', claim), channel.textOf('gone', claim)];
    const args = [channelOf(name), ...news, owner, receivedLife, word];
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
        if (!Array.isArray(response)) throw clusterUnavailableError();
        const word = String(response[0]);
        // A client may be receiving the outcome that the first read finds; then the operation
        // starts anew. So an outcome is returned only if the next read finds it, too.
        if (word === 'outcome') {
          const outcome = String(response[1]);
          if (!isReadable(outcome)) {
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
        await lockReports.next(claim, lookEvery, signal);
      }
      throw new OverloadedError('another gateway is processing the same request', 10);
    },
    setOutcome: (name, owner, outcome) => {
      const claim = claimOf(name);
      open.delete(claim);
      const args = [channelOf(name), channel.textOf('filled', claim), owner, life, outcome];
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
