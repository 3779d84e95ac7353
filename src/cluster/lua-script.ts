import type { Redis } from 'ioredis';
import type { Millis } from '../lib/units.ts';

/** A Lua script that Redis executes atomically. */
export type RunLuaScript = (
  client: Redis,
  keys: readonly string[],
  args: readonly (string | number | Buffer)[],
) => Promise<unknown>;

/** The type and lifetime that a key of a script must have. Keys that differ are repaired. */
export type RedisKeyTypeAndTtl = {
  /** What the key is used for, e.g. `lock`; a label in metrics. */
  readonly role: string;
  readonly type: 'string' | 'hash' | 'zset' | 'stream';
  /** Longest allowed time to live; not checked when omitted. */
  readonly life?: Millis;
};

type Defined = Record<string, (...words: unknown[]) => Promise<unknown>>;

/** Lua code that sets `now` to Redis' time in ms, the one clock that all replicas share. */
export const readTimeLua = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)`;

const definitions = new Map<string, { readonly numberOfKeys?: number; readonly lua: string }>();
const listeners = new WeakMap<Redis, (role: string) => void>();

/** Error prefix of scripts that find a key in a state that no script produces. */
const repairWord = 'REPAIR';

/** Lua code that fails if the lock key, a Lua expression, has an invalid type or lifetime. */
export const checkLockTypeAndTtlLua = (key: string, lease: Millis) => `
  if redis.call('EXISTS', ${key}) == 1 then
    local left = redis.call('PTTL', ${key})
    if redis.call('TYPE', ${key}).ok ~= 'string' or left < 0 or left > ${lease} then
      return redis.error_reply('${repairWord} a lock')
    end
  end`;

/**
 * Deletes keys of an unexpected type and shortens times to live that are too long. A deleted
 * invalidation log is replaced by one entry that invalidates everything. ARGV for each key: type,
 * longest time to live (0: any), role. Returns the positions of repaired keys.
 */
definitions.set('dtfRepair', {
  lua: `${readTimeLua}
  local repaired = {}
  for n, key in ipairs(KEYS) do
    local type, life = redis.call('TYPE', key).ok, tonumber(ARGV[3 * n - 1])
    if type ~= 'none' and type ~= ARGV[3 * n - 2] then
      redis.call('DEL', key)
      if ARGV[3 * n] == 'forgets' then
        redis.call('ZADD', key, now, '*')
        redis.call('PEXPIRE', key, life)
      end
      repaired[#repaired + 1] = n
    elseif type ~= 'none' and life > 0 then
      local left = redis.call('PTTL', key)
      if left < 0 or left > life then
        redis.call('PEXPIRE', key, life)
        repaired[#repaired + 1] = n
      end
    end
  end
  return repaired`,
});

/** Whether Redis reports an error because of the content of a key. Redis itself works then. */
export function isRedisContentError(error: unknown): boolean {
  return error instanceof Error && /WRONGTYPE|REPAIR/.test(error.message);
}

/** Reports to `onRepair` (`registerLuaScripts`) that a key of this role is repaired. */
export function reportRedisKeyRepair(client: Redis, role: string): void {
  listeners.get(client)?.(role);
}

async function repair(
  client: Redis,
  keys: readonly string[],
  kinds: readonly RedisKeyTypeAndTtl[],
) {
  const run = (client as unknown as Defined).dtfRepair;
  const args = kinds.flatMap(({ type, life = 0, role }) => [type, life, role]);
  const repaired = await run?.call(client, keys.length, ...keys, ...args);
  for (const position of Array.isArray(repaired) ? repaired : []) {
    reportRedisKeyRepair(client, kinds[Number(position) - 1]?.role ?? 'unknown');
  }
}

/**
 * Creates a Lua script; strings in its result are buffers. If a key has an unexpected type or
 * lifetime, the keys are repaired and the script runs once more.
 *
 * @param name - Name of the command in ioredis, unique.
 * @param kinds - What each of the script's keys must be, in their order.
 */
export function createLuaScript(
  name: string,
  kinds: readonly RedisKeyTypeAndTtl[],
  lua: string,
): RunLuaScript {
  definitions.set(name, { numberOfKeys: kinds.length, lua });
  return async (client, keys, args) => {
    const run = (client as unknown as Defined)[`${name}Buffer`];
    if (!run) throw new Error(name);
    try {
      return await run.call(client, ...keys, ...args);
    } catch (error) {
      if (!isRedisContentError(error)) throw error;
      await repair(client, keys, kinds);
      return run.call(client, ...keys, ...args);
    }
  };
}

/**
 * Defines all scripts on an ioredis client; to be called before its first command.
 *
 * @param onRepair - Called with the role of each key that held something unexpected.
 */
export function registerLuaScripts(client: Redis, onRepair: (role: string) => void): void {
  listeners.set(client, onRepair);
  for (const [name, definition] of definitions) client.defineCommand(name, definition);
}
