import type { Millis } from '../../core/units.ts';
import type { Link } from './link.ts';
import { checkLock, createScript, type KeyKind } from './script.ts';

/** A lock outlives its holder by this at most; a holder at work renews it. */
export const lease: Millis = 2000;

/** Of a lock. */
export const lockKind: KeyKind = { role: 'lock', type: 'string', life: lease };

/** Holds a lock for another lease. KEYS: lock. ARGV: token, lease. */
export const renewScript = createScript(
  'dtfRenew',
  [lockKind],
  `if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
  return redis.call('PEXPIRE', KEYS[1], ARGV[2])`,
);

/** Takes a lock that nobody holds. KEYS: lock. ARGV: token, lease. */
export const lockScript = createScript(
  'dtfLock',
  [lockKind],
  `${checkLock('KEYS[1]', lease)}
  if redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then return 1 end
  return 0`,
);

/** Renews a lock until it is told to stop, or the lock is lost. */
export function holdLease(link: Link, lock: string, token: string): { readonly stop: () => void } {
  const timer = setInterval(async () => {
    const held = await link.ask('renew', (client) => renewScript(client, [lock], [token, lease]));
    if (held === 0) clearInterval(timer);
  }, lease / 3);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
