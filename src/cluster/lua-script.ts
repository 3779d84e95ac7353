import type { RedisCommands } from './pub-sub.ts';
import type { RedisConnection } from './redis-connection.ts';

/** A Lua script that Redis executes atomically. */
export type RunLuaScript = (
  client: RedisCommands,
  keys: readonly string[],
  args: readonly (string | number | Buffer)[],
) => Promise<unknown>;

type Defined = Record<string, (...words: unknown[]) => Promise<unknown>>;

/** Lua code that sets `now` to Redis' time in ms, the one clock that all replicas share. */
export const readTimeLua = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)`;

const definitions = new Map<string, { readonly numberOfKeys: number; readonly lua: string }>();

/**
 * Creates a Lua script, which may call `publish(channel, message)`; strings in its result are buffers. Keys of another type than the script
 * expects are deleted, and the script runs once more.
 *
 * @param name - Name of the command in ioredis, unique.
 */
export function createLuaScript(name: string, numberOfKeys: number, lua: string): RunLuaScript {
  definitions.set(name, { numberOfKeys, lua });
  return async (client, keys, args) => {
    const run = (client as unknown as Defined)[`${name}Buffer`];
    if (!run) throw new Error(name);
    try {
      return await run.call(client, ...keys, ...args);
    } catch (error) {
      if (!(error instanceof Error && error.message.includes('WRONGTYPE'))) throw error;
      await client.del(...keys);
      return run.call(client, ...keys, ...args);
    }
  };
}

/** Defines all scripts on an ioredis client; to be called before its first command. */
export function registerLuaScripts({ client, pubSub }: RedisConnection): void {
  const publishLua = `
  local function publish(channel, message)
    return redis.call('${pubSub.command}', channel, message)
  end
  `;
  for (const [name, { numberOfKeys, lua }] of definitions) {
    const isPublisher = lua.includes('publish(');
    client.defineCommand(name, { numberOfKeys, lua: isPublisher ? publishLua + lua : lua });
  }
}
