import type { Millis } from '../../lib/units.ts';
import { createLuaScript } from '../lua-script.ts';
import { type Partition, partitionOf } from '../partitions.ts';
import { type RedisKeys, shortDigest } from '../redis-keys.ts';
import { maxSharedValueBytes } from '../value-encoding.ts';

/** Redis keys of a shared event source: events, lock, and a key that its followers renew. */
export type StreamKeys = {
  readonly partition: Partition;
  readonly events: string;
  readonly lock: string;
  readonly followerMark: string;
};

/** A replica that follows a stream renews the stream's follower mark at least this often. */
export const followerHeartbeat: Millis = 250;
/**
 * The follower mark expires this long after its last renewal; a source without it has no followers.
 */
export const followerMarkTtl: Millis = 2000;
/** The events of a source expire this long after the last one was added. */
export const streamEventsTtl: Millis = 30_000;
/** Events of an ended stream expire after this long, which leaves time for joining replicas. */
export const endedStreamEventsTtl: Millis = 5000;
/** Timeout for commands that transfer events, which may be large. */
export const redisEventTransferTimeout: Millis = 1000;

/** Returns the Redis keys of an event source. */
export function createStreamKeys(keys: RedisKeys, name: string): StreamKeys {
  const id = shortDigest(name);
  const partition = partitionOf(name);
  return {
    partition,
    events: keys.perBuild(partition, 'events', id),
    lock: keys.perBuild(partition, 'source', id),
    followerMark: keys.perBuild(partition, 'followed', id),
  };
}

/** Limit of events returned by one read, bytes. */
const maxReadBytes = 2 * maxSharedValueBytes;

/**
 * Decides whether a replica runs an event source (`lead`) or reads its events (`follow`). KEYS:
 * events, lock. ARGV: token, lease in ms, mode. Mode `ended` also follows a source that has just
 * ended.
 */
export const joinStreamScript = createLuaScript(
  'dtfJoin',
  2,
  `if redis.call('EXISTS', KEYS[2]) == 1 then return 'follow' end
  local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
  local ended = false
  if last then
    for n = 1, #last[2], 2 do ended = ended or (last[2][n] == 'final' and last[2][n + 1] == '1') end
  end
  if ended and ARGV[3] == 'ended' then return 'follow' end
  if ended then redis.call('DEL', KEYS[1]) end
  redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[2])
  return 'lead'`,
);

/**
 * Appends an event if the token still holds the lock, which the final event releases. KEYS: events,
 * lock. ARGV: channel, message, token, body, final (1 or 0), time to live of the events in ms.
 */
export const appendEventScript = createLuaScript(
  'dtfAdd',
  2,
  `local token = ARGV[3]
  if redis.call('GET', KEYS[2]) ~= token then return 0 end
  redis.call('XADD', KEYS[1], '*', 'by', token, 'body', ARGV[4], 'final', ARGV[5])
  redis.call('PEXPIRE', KEYS[1], ARGV[6])
  if ARGV[5] == '1' then redis.call('DEL', KEYS[2]) end
  publish(ARGV[1], ARGV[2])
  return 1`,
);

/**
 * Reads the next events of a stream for a follower, and renews the mark that shows the lock holder
 * that there are followers. KEYS: events, lock, follower mark. ARGV: start of the range in `XRANGE`
 * syntax (`(id`: after that event), time to live of the mark in ms. Returns whether a replica holds
 * the lock and so runs the source (1 or 0), and at most 100 events with their ids; fewer if they
 * exceed the limit of bytes.
 */
export const followEventsScript = createLuaScript(
  'dtfFollow',
  3,
  `redis.call('SET', KEYS[3], '1', 'PX', ARGV[2])
  local found, size, from = {}, 0, ARGV[1]
  while #found < 100 and size < ${maxReadBytes} do
    local next = redis.call('XRANGE', KEYS[1], from, '+', 'COUNT', 1)[1]
    if not next then break end
    for n = 1, #next[2] do size = size + #next[2][n] end
    found[#found + 1] = next
    from = '(' .. next[1]
  end
  return {redis.call('EXISTS', KEYS[2]), found}`,
);
