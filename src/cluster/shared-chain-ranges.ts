import { z } from 'zod';
import type { Address, Bytes32, Millis } from '../lib/units.ts';
import type { SharedChainRanges } from '../upstreams/index.ts';
import type { ClusterDeps } from './cluster-deps.ts';
import { partitionOf } from './partitions.ts';
import { shortDigest } from './redis-keys.ts';

/** Ranges of a source that are kept, the newest ones. */
const maxRanges = 2000;
/** Longest range in characters; larger ones are not shared. */
const maxLength = 65_536;
const life: Millis = 24 * 3_600_000;
/** Deadline of a read, which transfers events. */
const readLimit: Millis = 1000;
/** Ranges that begin next below a block; the one that reaches furthest is used. */
const candidates = 8;

const block = z.number().int().nonnegative();
const text = z.string();
const rangeSchema = z.object({
  from: block,
  to: block,
  next: block,
  checkpoint: z.object({ block, hash: text.transform((hash) => hash as Bytes32) }).nullable(),
  entries: z.array(
    z.object({
      subject: text,
      kind: text,
      wallet: text.transform((wallet) => wallet as Address).nullable(),
      other: text.transform((wallet) => wallet as Address).nullable(),
      value: text,
      block,
      logIndex: block,
      time: z.number().int().nullable(),
      transaction: text.transform((hash) => hash as Bytes32),
    }),
  ),
});

function parseRange(member: string) {
  try {
    return rangeSchema.parse(JSON.parse(member));
  } catch {
    return null;
  }
}

/** Creates the list, in Redis, of the final ranges of chain events that replicas have read. */
export function createSharedChainRanges({ redis, names }: ClusterDeps): SharedChainRanges {
  const keyOf = (source: string) =>
    names.shared(partitionOf(source), 'chain-events', shortDigest(source));
  return {
    find: async (source, wanted) => {
      const members = await redis.run(
        'chain-events',
        (client) => client.zrevrangebyscore(keyOf(source), wanted, '-inf', 'LIMIT', 0, candidates),
        readLimit,
      );
      const ranges = (members ?? []).flatMap((member) => parseRange(member) ?? []);
      const useful = ranges.filter(({ from, next }) => from <= wanted && next > wanted);
      return useful.toSorted((one, other) => other.next - one.next)[0] ?? null;
    },
    publish: (source, range) => {
      const member = JSON.stringify(range);
      if (member.length > maxLength) return;
      const key = keyOf(source);
      void redis.run('chain-events', async (client) => {
        await client.zadd(key, range.from, member);
        await client.zremrangebyrank(key, 0, -maxRanges - 1);
        await client.pexpire(key, life);
      });
    },
    drop: async (source, from) => {
      await redis.run('chain-events', (client) =>
        client.zremrangebyscore(keyOf(source), from, '+inf'),
      );
    },
  };
}
