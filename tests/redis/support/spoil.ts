import type { Redis } from 'ioredis';

/** Ways in which a key can be other than the gateway has left it. */
export type Spoiling = (client: Redis, key: string) => Promise<unknown>;

const anew =
  (make: Spoiling): Spoiling =>
  async (client, key) => {
    await client.del(key);
    await make(client, key);
  };

export const spoilings: Readonly<Record<string, Spoiling>> = {
  'a text': anew((client, key) => client.set(key, 'garbage')),
  'a list': anew((client, key) => client.rpush(key, 'garbage')),
  'a set': anew((client, key) => client.sadd(key, 'garbage')),
  'a sorted set': anew((client, key) =>
    client.zadd(key, '+inf', 'nav', '+inf', 'wallet x', 1, 'garbage'),
  ),
  'a hash': anew((client, key) =>
    client.hset(key, { at: '1e308', body: 'garbage', owner: 'nobody', outcome: '{"to":1}' }),
  ),
  'a hash of nobody': anew((client, key) => client.hset(key, { at: 'nan', outcome: 'garbage' })),
  'a stream': anew((client, key) =>
    client.xadd(key, '*', 'by', 'nobody', 'body', 'garbage', 'final', '1'),
  ),
  'itself without a time to live': (client, key) => client.persist(key),
  'itself with a time to live of a year': (client, key) => client.expire(key, 31_536_000),
  nothing: (client, key) => client.del(key),
};

/** Spoils every key of the gateway's that is there. @returns their names. */
export async function spoilAll(client: Redis, spoil: Spoiling): Promise<readonly string[]> {
  const keys = await client.keys('dtf:*');
  // What expires in between is made anew, of the wrong kind.
  await Promise.all(keys.map((key) => spoil(client, key).catch(() => undefined)));
  return keys;
}
