import { publishing } from '../channel.ts';
import { createScript, readTime } from '../script.ts';

/** When the row and the key were last forgotten, Redis' time; `forgets` is KEYS[3]. */
const readForgets = `
  local row = tonumber(redis.call('ZSCORE', KEYS[3], policy) or 0)
  local one = tonumber(redis.call('ZSCORE', KEYS[3], member) or 0)`;

/** Notes when something was forgotten, and drops notes from beyond the horizon; the words are Lua expressions. */
const noteForgotten = (time: string, member: string, horizon: string) => `
  redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', now - ${horizon})
  redis.call('ZADD', KEYS[3], ${time}, ${member})
  redis.call('PEXPIRE', KEYS[3], ${horizon})`;

/**
 * The value if it is younger than `limit`; else the lock on it, or the word that another replica has it.
 * KEYS: value, lock, forgets. ARGV: token (empty: never lock), lease, limit, policy, member.
 */
export const obtainScript = createScript(
  'dtfObtain',
  3,
  `${readTime}
  local policy, member = ARGV[4], ARGV[5]
  local found = redis.pcall('HMGET', KEYS[1], 'at', 'body')
  if found.err then
    redis.call('DEL', KEYS[1])
    found = {}
  end
  local at = tonumber(found[1] or '')
  if at and found[2] then
    ${readForgets}
    local age = now - at
    if age >= 0 and age < tonumber(ARGV[3]) and at > row and at > one then
      return {'value', now, age, found[2]}
    end
  end
  if ARGV[1] == '' then return {'none', now} end
  if redis.call('SET', KEYS[2], ARGV[1], 'NX', 'PX', ARGV[2]) then return {'lead', now} end
  return {'wait', now}`,
);

/**
 * Puts a value where all replicas find it, unless its lock was lost, it was forgotten since it began to
 * be fetched, or a newer one is there. One that took longer than it may live is there for who waited
 * for it alone, and so for the second in which they look. KEYS: value, lock, forgets. ARGV: channel,
 * origin, policy, member, token (empty: without a lock), fetched at, begun at, life, body; and where
 * others are to forget what they have, horizon and key.
 */
export const storeScript = createScript(
  'dtfStore',
  3,
  `${readTime}
  local channel, origin, policy, member, token = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5]
  local at, begun = tonumber(ARGV[6]), tonumber(ARGV[7])
  if token ~= '' then
    if redis.call('GET', KEYS[2]) ~= token then return 0 end
    redis.call('DEL', KEYS[2])
  end
  ${readForgets}
  local before = redis.pcall('HGET', KEYS[1], 'at')
  before = type(before) == 'string' and tonumber(before) or 0
  local left = tonumber(ARGV[8]) - (now - at)
  local kept = at <= now and begun > row and begun > one and (before < at or before > now)
  if kept then
    redis.call('DEL', KEYS[1])
    redis.call('HSET', KEYS[1], 'at', at, 'body', ARGV[9])
    redis.call('PEXPIRE', KEYS[1], math.max(left, 1000))
    if ARGV[11] then
      ${noteForgotten('begun - 1', 'member', 'ARGV[10]')}
      ${publishing("'forget'", 'policy', 'ARGV[11]')}
    end
  end
  ${publishing("'filled'", 'KEYS[2]')}
  return kept and 1 or 0`,
);

/**
 * Notes that a value or row is no longer true. KEYS: value, lock, forgets. ARGV: channel, origin,
 * member, horizon, policy, key (the row is meant when it is missing).
 */
export const forgetScript = createScript(
  'dtfForget',
  3,
  `${readTime}
  local channel, origin = ARGV[1], ARGV[2]
  ${noteForgotten('now', 'ARGV[3]', 'ARGV[4]')}
  if ARGV[6] then
    redis.call('DEL', KEYS[1], KEYS[2])
    ${publishing("'forget'", 'ARGV[5]', 'ARGV[6]')}
  else
    ${publishing("'forget'", 'ARGV[5]')}
  end
  return 1`,
);
