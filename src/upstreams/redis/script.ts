import type { Redis } from 'ioredis';

/** A Lua script that Redis runs as one step. */
export type Script = (
  client: Redis,
  keys: readonly string[],
  args: readonly (string | number | Buffer)[],
) => Promise<unknown>;

type Defined = Record<string, (...words: unknown[]) => Promise<unknown>>;

/** Redis' own time in `now`, milliseconds: the one clock that all replicas share. */
export const readTime = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)`;

/** A script by its name; bytes in its answer come as buffers. It is sent whole once a connection. */
export function createScript(name: string, keys: number, lua: string): Script {
  const known = new WeakSet<Redis>();
  return (client, names, args) => {
    if (!known.has(client)) {
      client.defineCommand(name, { numberOfKeys: keys, lua });
      known.add(client);
    }
    const run = (client as unknown as Defined)[`${name}Buffer`];
    return run ? run.call(client, ...names, ...args) : Promise.reject(new Error(name));
  };
}
