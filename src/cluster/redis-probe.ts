import { createLuaScript } from './lua-script.ts';

/**
 * Calls every command of the scripts. The first one needs memory: Redis refuses no later command of
 * a script that has written. KEYS: probe.
 */
export const probeScript = createLuaScript(
  'dtfProbe',
  1,
  `local key = KEYS[1]
  local function call(command, ...) return redis.call(command, key, ...) end
  redis.call('SET', key, '1', 'PX', 1000)
  redis.call('TIME')
  call('GET')
  call('EXISTS')
  call('PTTL')
  call('PEXPIRE', 1000)
  call('DEL')
  call('HSETNX', 'a', '1')
  call('HSET', 'a', '1')
  call('HGET', 'a')
  call('HMGET', 'a')
  call('HEXISTS', 'a')
  call('DEL')
  call('ZADD', 1, 'a')
  call('ZSCORE', 'a')
  call('ZCARD')
  call('ZRANGE', 0, -1)
  call('ZREVRANGEBYSCORE', '+inf', '-inf')
  call('ZREMRANGEBYRANK', 0, -9)
  call('ZREMRANGEBYSCORE', 1, 1)
  call('XADD', '*', 'a', '1')
  call('XRANGE', '-', '+', 'COUNT', 1)
  call('XREVRANGE', '+', '-', 'COUNT', 1)
  call('DEL')
  return 1`,
);
