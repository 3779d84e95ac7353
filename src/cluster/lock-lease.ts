import type { Millis } from '../lib/units.ts';
import { checkLockKeyTypeLua, createLuaScript, type RedisKeySpec } from './lua-script.ts';
import type { RedisClient } from './redis-client.ts';

/** The Redis key of a lock, and the token that identifies the caller who holds or requests it. */
export type RedisLockIdentity = { readonly name: string; readonly token: string };

/** A Redis lock expires this long after its last renewal. The holder renews it while it works. */
export const lockLeaseMillis: Millis = 2000;

/** Type and lifetime of lock keys, for scripts. */
export const lockKeySpec: RedisKeySpec = { role: 'lock', type: 'string', life: lockLeaseMillis };

/** Renews a lock. KEYS: lock. ARGV: token, lease in ms. Returns 0 if the token does not hold it. */
const renewLockScript = createLuaScript(
  'dtfRenew',
  [lockKeySpec],
  `if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
  return redis.call('PEXPIRE', KEYS[1], ARGV[2])`,
);

/** Acquires a lock if it is free. KEYS: lock. ARGV: token, lease in ms. Returns 1 or 0. */
export const lockScript = createLuaScript(
  'dtfLock',
  [lockKeySpec],
  `${checkLockKeyTypeLua('KEYS[1]', lockLeaseMillis)}
  if redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then return 1 end
  return 0`,
);

/**
 * Renews a held lock four times per lease, until `stop` is called or the lock is lost. `isHeld` is
 * false once the lock may be lost.
 *
 * @param acquiredAt - `performance.now()` before the lock was acquired.
 */
export function keepLockLease(
  redis: RedisClient,
  { name, token }: RedisLockIdentity,
  acquiredAt = performance.now(),
) {
  let heldUntil = acquiredAt + lockLeaseMillis;
  const timer = setInterval(async () => {
    const renewedAt = performance.now();
    const held = await redis.run('renew', (client) =>
      renewLockScript(client, [name], [token, lockLeaseMillis]),
    );
    if (held === 1) heldUntil = renewedAt + lockLeaseMillis;
    else if (held === 0) clearInterval(timer);
  }, lockLeaseMillis / 4).unref();
  return { isHeld: () => performance.now() < heldUntil, stop: () => clearInterval(timer) };
}
