import type { Millis } from '../../lib/units.ts';
import { createLuaScript, readTimeLua } from '../lua-script.ts';

/** Longest lifetime of a shared value. Older invalidations concern no value and are dropped. */
export const maxSharedValueLifetime: Millis = 15 * 60_000;
/** Limit of recorded invalidations; more are replaced by one that covers everything. */
const maxLogEntries = 10_000;

/** Entry of the invalidation log that invalidates every value. */
export const invalidateAllEntry = '*';

/**
 * Lua functions: the time of an entry in the invalidation log, 0 without one; and whether no entry
 * invalidates a value fetched at a time, of those that are the arguments from `first` on.
 */
const invalidatedAtLua = `
  local function invalidatedAt(member)
    local at = tonumber(redis.call('ZSCORE', KEYS[3], member) or 0)
    if at <= now then return at end
    redis.call('ZADD', KEYS[3], now, member)
    return now
  end
  local function isValid(at, first)
    for i = first, #ARGV do
      if at <= invalidatedAt(ARGV[i]) then return false end
    end
    return at > invalidatedAt('${invalidateAllEntry}')
  end`;

/** Returns Lua code that adds an entry to the log; both arguments are Lua expressions. */
const recordInvalidationLua = (time: string, member: string) => `
  redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', now - ${maxSharedValueLifetime})
  redis.call('ZADD', KEYS[3], ${time}, ${member})
  if redis.call('ZCARD', KEYS[3]) > ${maxLogEntries} then
    redis.call('DEL', KEYS[3])
    redis.call('ZADD', KEYS[3], now, '${invalidateAllEntry}')
  end
  redis.call('PEXPIRE', KEYS[3], ${maxSharedValueLifetime})`;

/** Returns the time of the node that has a key, ms. KEYS: any key of a partition. */
export const timeScript = createLuaScript('dtfTime', 1, `${readTimeLua}\n  return now`);

/**
 * Returns a shared value, or 404, younger than its limit; that of a final value is its lifetime.
 * Otherwise acquires the value's lock (`lead`) or reports that another replica holds it (`wait`).
 * KEYS: value, lock, invalidation log. ARGV: token (empty: never lock), lease, limit, limit for 404s
 * (times in ms), and the log's entries for 404s of the policy and for the value.
 */
export const getOrLockScript = createLuaScript(
  'dtfObtain',
  3,
  `${readTimeLua}
  ${invalidatedAtLua}
  local found = redis.call('HMGET', KEYS[1], 'at', 'body', 'kind', 'trace')
  local at = tonumber(found[1] or '')
  if at and found[2] then
    local kind = found[3] or 'value'
    local limits = {absent = ARGV[4], final = ${maxSharedValueLifetime}}
    local limit = tonumber(limits[kind] or ARGV[3])
    local age = now - at
    local isCurrent = age >= 0 and age < limit and isValid(at, 6)
    if isCurrent and kind == 'absent' then isCurrent = at > invalidatedAt(ARGV[5]) end
    if isCurrent then return {kind, now, age, found[2], found[4]} end
  end
  if ARGV[1] == '' then return {'none', now} end
  if redis.call('SET', KEYS[2], ARGV[1], 'NX', 'PX', ARGV[2]) then return {'lead', now} end
  return {'wait', now}`,
);

/**
 * Stores a value for all replicas and returns 1. Returns 0 without storing it if it was invalidated
 * after its fetch began, or if a newer value is stored. In both cases the lock is released and
 * waiting replicas are notified. If the token no longer holds the lock, returns 0 and does nothing.
 * A value older than its lifetime is stored for 1 s, for waiting replicas.
 *
 * KEYS: value, lock, invalidation log. ARGV: 1 channel; 2 token of the lock, empty without a lock;
 * 3 time of the value; 4 time at which its fetch began; 5 lifetime; 6 kind: `value`, `final` or `absent`;
 * 7 body; 8 message for waiting replicas; 9 message that makes replicas drop their copies, may be
 * empty; 10 trace of the fetch, may be empty; 11 the log's entry for 404s of the policy; from 12 on
 * those for the value, its own first. Times are in ms by Redis' clock.
 */
export const putScript = createLuaScript(
  'dtfStore',
  3,
  `${readTimeLua}
  ${invalidatedAtLua}
  local token, at, begun, kind = ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4]), ARGV[6]
  if token ~= '' and redis.call('GET', KEYS[2]) ~= token then return 0 end
  local before = tonumber(redis.call('HGET', KEYS[1], 'at') or '') or 0
  local remaining = tonumber(ARGV[5]) - (now - at)
  local isAccepted = at <= now and isValid(begun, 12) and (before < at or before > now)
  if isAccepted and kind == 'absent' then isAccepted = begun > invalidatedAt(ARGV[11]) end
  if token ~= '' then redis.call('DEL', KEYS[2]) end
  if isAccepted then
    redis.call('DEL', KEYS[1])
    redis.call('HSET', KEYS[1], 'at', at, 'body', ARGV[7], 'kind', kind)
    if ARGV[10] ~= '' then redis.call('HSET', KEYS[1], 'trace', ARGV[10]) end
    redis.call('PEXPIRE', KEYS[1], math.max(remaining, 1000))
    if ARGV[9] ~= '' then
      ${recordInvalidationLua('begun - 1', 'ARGV[12]')}
      publish(ARGV[1], ARGV[9])
    end
  end
  publish(ARGV[1], ARGV[8])
  return isAccepted and 1 or 0`,
);

/**
 * Records the invalidation of a value or policy, or a purge. KEYS: value, lock, invalidation log. ARGV:
 * channel, message, entry, and a fourth argument if the entry is a single value.
 */
export const invalidateScript = createLuaScript(
  'dtfForget',
  3,
  `${readTimeLua}
  ${recordInvalidationLua('now', 'ARGV[3]')}
  if ARGV[4] then redis.call('DEL', KEYS[1], KEYS[2]) end
  publish(ARGV[1], ARGV[2])
  return 1`,
);
