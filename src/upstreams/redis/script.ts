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

const definitions = new Map<string, { readonly numberOfKeys: number; readonly lua: string }>();

/** A script by its name; bytes in its answer come as buffers. It is sent whole once a connection. */
export function createScript(name: string, numberOfKeys: number, lua: string): Script {
  definitions.set(name, { numberOfKeys, lua });
  return (client, names, args) => {
    const run = (client as unknown as Defined)[`${name}Buffer`];
    return run ? run.call(client, ...names, ...args) : Promise.reject(new Error(name));
  };
}

/** Teaches a client all scripts. Commands that it learns after its first one would not be in its pipeline. */
export function defineScripts(client: Redis): void {
  for (const [name, definition] of definitions) client.defineCommand(name, definition);
}
