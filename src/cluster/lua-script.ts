import type { Redis } from 'ioredis';
import type { Millis } from '../lib/units.ts';

/** A Lua script that Redis runs as one step. */
export type LuaScript = (
  client: Redis,
  keys: readonly string[],
  args: readonly (string | number | Buffer)[],
) => Promise<unknown>;

/** What a script expects of one of its keys. */
export type KeyKind = {
  /** For the metrics. */
  readonly role: string;
  readonly type: 'string' | 'hash' | 'zset' | 'stream';
  /** The longest time to live that it is given; not checked where it is left out. */
  readonly life?: Millis;
};

type Defined = Record<string, (...words: unknown[]) => Promise<unknown>>;

/** Redis' own time in `now`, milliseconds: the one clock that all replicas share. */
export const readTimeLua = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)`;

const definitions = new Map<string, { readonly numberOfKeys?: number; readonly lua: string }>();
/** Told of the roles of keys that were repaired. */
const listeners = new WeakMap<Redis, (role: string) => void>();

/** What a script answers when it finds a key that nothing of ours has left like that. */
const repairWord = 'REPAIR';

/** Lua that ends a script unless a lock is as scripts leave it; KEYS[n] with a life of `lease`. */
export const checkLock = (key: string, lease: Millis) => `
  if redis.call('EXISTS', ${key}) == 1 then
    local left = redis.call('PTTL', ${key})
    if redis.call('TYPE', ${key}).ok ~= 'string' or left < 0 or left > ${lease} then
      return redis.error_reply('${repairWord} a lock')
    end
  end`;

/**
 * Takes out keys of another type than they are to have, and gives those that live too long the life that
 * they are to have. A list of times in which nothing is known any more says that everything was forgotten.
 * KEYS: any. ARGV for each: type, life (0: not checked), role. Returns the positions of repaired ones.
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

/** Whether an error tells of what is in a key, and not of Redis. */
export function isContentError(error: unknown): boolean {
  return error instanceof Error && /WRONGTYPE|REPAIR/.test(error.message);
}

/** Tells that something unexpected was found in a key, and taken out. */
export function reportRepair(client: Redis, role: string): void {
  listeners.get(client)?.(role);
}

async function repair(client: Redis, keys: readonly string[], kinds: readonly KeyKind[]) {
  const run = (client as unknown as Defined).dtfRepair;
  const args = kinds.flatMap(({ type, life = 0, role }) => [type, life, role]);
  const repaired = await run?.call(client, keys.length, ...keys, ...args);
  for (const position of Array.isArray(repaired) ? repaired : []) {
    reportRepair(client, kinds[Number(position) - 1]?.role ?? 'unknown');
  }
}

/**
 * A script by its name; bytes in its answer come as buffers. It is sent whole once a connection. Keys that
 * hold something of another type are taken out, and the script is run once more.
 */
export function createLuaScript(name: string, kinds: readonly KeyKind[], lua: string): LuaScript {
  definitions.set(name, { numberOfKeys: kinds.length, lua });
  return async (client, keys, args) => {
    const run = (client as unknown as Defined)[`${name}Buffer`];
    if (!run) throw new Error(name);
    try {
      return await run.call(client, ...keys, ...args);
    } catch (error) {
      if (!isContentError(error)) throw error;
      await repair(client, keys, kinds);
      return run.call(client, ...keys, ...args);
    }
  };
}

/**
 * Teaches a client all scripts. Commands that it learns after its first one would not be in its pipeline.
 *
 * @param onRepair - Told of the role of a key that held something unexpected.
 */
export function registerLuaScripts(client: Redis, onRepair: (role: string) => void): void {
  listeners.set(client, onRepair);
  for (const [name, definition] of definitions) client.defineCommand(name, definition);
}
