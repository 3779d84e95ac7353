import type { Millis } from '../../lib/units.ts';
import { maxEncodedBytes } from '../encoding/codec.ts';
import { lockKind, lockLeaseMillis } from '../lock-lease.ts';
import { checkLock, createLuaScript, type KeyKind, readTimeLua } from '../lua-script.ts';

/** Nothing lives so long, so older notes say nothing. */
export const maxValueAge: Millis = 15 * 60_000;
/** More notes than these become one that says that everything was forgotten. */
const maxNotes = 10_000;
/** Longer notes are nobody's. */
const longestNote = 8192;
/** What Redis is asked to carry at most: a value with its head and signature. */
const maxBody = maxEncodedBytes + 1024;

const valueKind: KeyKind = { role: 'value', type: 'hash' };
const forgetsKind: KeyKind = { role: 'forgets', type: 'zset', life: maxValueAge };

/** The note that everything was forgotten: one that nobody can read anything else from. */
export const everything = '*';

/**
 * When something was last forgotten, Redis' time; `forgets` is KEYS[3]. A time to come is nobody's, and
 * counts as now.
 */
const readForgets = `
  local function forgottenAt(member)
    local at = tonumber(redis.call('ZSCORE', KEYS[3], member) or 0)
    if at <= now then return at end
    redis.call('ZADD', KEYS[3], now, member)
    return now
  end`;

/** Notes when something was forgotten, and drops notes from beyond the horizon; the words are Lua expressions. */
const noteForgotten = (time: string, member: string) => `
  redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', now - ${maxValueAge})
  redis.call('ZADD', KEYS[3], ${time}, ${member})
  if redis.call('ZCARD', KEYS[3]) > ${maxNotes} then
    redis.call('DEL', KEYS[3])
    redis.call('ZADD', KEYS[3], now, '${everything}')
  end
  redis.call('PEXPIRE', KEYS[3], ${maxValueAge})`;

/**
 * The value if it is younger than `limit`, or that there is none if that was found out within the limit
 * for absences; else the lock on it, or the word that another replica has it. KEYS: value, lock, forgets.
 * ARGV: token (empty: never lock), lease, limit, limit for absences, and the notes on the row, on the
 * value, and on absences of the row.
 */
export const getOrLockScript = createLuaScript(
  'dtfObtain',
  [valueKind, lockKind, forgetsKind],
  `${readTimeLua}
  ${readForgets}
  if redis.call('HSTRLEN', KEYS[1], 'body') > ${maxBody} then
    redis.call('DEL', KEYS[1])
  end
  local found = redis.call('HMGET', KEYS[1], 'at', 'body', 'kind')
  local at = tonumber(found[1] or '')
  if at and found[2] then
    local kind = found[3] == 'absent' and 'absent' or 'value'
    local limit = tonumber(kind == 'absent' and ARGV[4] or ARGV[3])
    local age = now - at
    local isCurrent = age >= 0 and age < limit and at > forgottenAt(ARGV[5])
      and at > forgottenAt(ARGV[6]) and at > forgottenAt('${everything}')
    if isCurrent and kind == 'absent' then isCurrent = at > forgottenAt(ARGV[7]) end
    if isCurrent then return {kind, now, age, found[2]} end
  end
  if ARGV[1] == '' then return {'none', now} end
  ${checkLock('KEYS[2]', lockLeaseMillis)}
  if redis.call('SET', KEYS[2], ARGV[1], 'NX', 'PX', ARGV[2]) then return {'lead', now} end
  return {'wait', now}`,
);

/**
 * Puts a value where all replicas find it, unless its lock was lost, it was forgotten since it began to
 * be fetched, or a newer one is there. One that took longer than it may live is there for who waited
 * for it alone, and so for the second in which they look. KEYS: value, lock, forgets. ARGV: channel,
 * token (empty: without a lock), fetched at, begun at, life, kind, body, the notes on the row, on the
 * value and on absences of the row, news for who waits; and where others are to forget what they have,
 * news for them.
 */
export const putScript = createLuaScript(
  'dtfStore',
  [valueKind, lockKind, forgetsKind],
  `${readTimeLua}
  ${readForgets}
  local token, at, begun, kind = ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4]), ARGV[6]
  if token ~= '' and redis.call('GET', KEYS[2]) ~= token then return 0 end
  local before = tonumber(redis.call('HGET', KEYS[1], 'at') or '') or 0
  if before ~= before then before = 0 end
  local left = tonumber(ARGV[5]) - (now - at)
  local kept = at <= now and begun > forgottenAt(ARGV[8]) and begun > forgottenAt(ARGV[9])
    and begun > forgottenAt('${everything}') and (before < at or before > now)
  if kept and kind == 'absent' then kept = begun > forgottenAt(ARGV[10]) end
  if token ~= '' then redis.call('DEL', KEYS[2]) end
  if kept then
    redis.call('DEL', KEYS[1])
    redis.call('HSET', KEYS[1], 'at', at, 'body', ARGV[7], 'kind', kind)
    redis.call('PEXPIRE', KEYS[1], math.max(left, 1000))
    if ARGV[12] then
      ${noteForgotten('begun - 1', 'ARGV[9]')}
      redis.call('PUBLISH', ARGV[1], ARGV[12])
    end
  end
  redis.call('PUBLISH', ARGV[1], ARGV[11])
  return kept and 1 or 0`,
);

/**
 * Notes that a value or row is no longer true. KEYS: value, lock, forgets. ARGV: channel, news, note, and
 * anything where a value is meant and not its whole row.
 */
export const invalidateScript = createLuaScript(
  'dtfForget',
  [valueKind, lockKind, forgetsKind],
  `${readTimeLua}
  ${noteForgotten('now', 'ARGV[3]')}
  if ARGV[4] then redis.call('DEL', KEYS[1], KEYS[2]) end
  redis.call('PUBLISH', ARGV[1], ARGV[2])
  return 1`,
);

/** All notes; what is too long, or too much, to be notes is taken out. KEYS: forgets. */
export const notesScript = createLuaScript(
  'dtfNotes',
  [forgetsKind],
  `${readTimeLua}
  if redis.call('ZCARD', KEYS[1]) > ${maxNotes} then
    redis.call('DEL', KEYS[1])
    redis.call('ZADD', KEYS[1], now, '${everything}')
    redis.call('PEXPIRE', KEYS[1], ${maxValueAge})
  end
  local notes = {}
  for _, member in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
    if #member > ${longestNote} then
      redis.call('ZREM', KEYS[1], member)
    else
      notes[#notes + 1] = member
    end
  end
  return notes`,
);
