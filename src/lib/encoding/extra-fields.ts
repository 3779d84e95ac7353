import { z } from 'zod';
import { memoizeByString } from '../collections/memoize-by-string.ts';

/**
 * Names of secrets, and of addresses and insides of upstreams, in lower case without separators.
 */
const revealing = new RegExp(
  [
    '(private|secret|signing|access|api|encryption|master|wallet|deployer)key|privkey',
    'secret|passw|passphrase|mnemonic|seedphrase|credential|authorization|cookie|bearer|jwt',
    '(access|auth|session|refresh|api|explorer|admin)token|connectionstring|dsn$',
    '(node|rpc|database|db|redis|postgres|upstream|internal|backend|service|server|admin)(url|uri|host|endpoint|port)',
    '^(host|hostname|stack|stacktrace|traceback|env|environment)$',
  ].join('|'),
);

/** Upstreams use the same few names again and again. */
const isRevealing = memoizeByString(1000, (name: string) =>
  revealing.test(name.replace(/[^a-z0-9]/gi, '').toLowerCase()),
);

/** Deeper values of unknown fields are left out. */
const maxDepth = 20;

/** A value of an unknown field without what reveals something inside of it. */
function harmless(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= maxDepth) return null;
  if (Array.isArray(value)) return value.map((one) => harmless(one, depth + 1));
  const fields = Object.entries(value).filter(([name]) => !isRevealing(name));
  return Object.fromEntries(fields.map(([name, one]) => [name, harmless(one, depth + 1)]));
}

/**
 * Removes from an object what its unknown fields reveal: fields whose names say that they hold a secret
 * or an inner address, at any depth. The object is changed where there are any.
 *
 * @param isKnown - Fields that were checked, and stay as they are.
 */
export function dropRevealing<T extends object>(value: T, isKnown: (name: string) => boolean): T {
  const fields = value as Record<string, unknown>;
  for (const name in fields) {
    if (!Object.hasOwn(fields, name) || isKnown(name)) continue;
    if (isRevealing(name)) delete fields[name];
    else if (typeof fields[name] === 'object') fields[name] = harmless(fields[name], 0);
  }
  return value;
}

/**
 * An object that keeps the fields which its sender adds to the stated ones (decisions.md 2), but those
 * that reveal something. Of other objects, `z.object` drops what is not known.
 */
export const openObject = <S extends z.ZodRawShape>(shape: S) =>
  z
    .looseObject(shape)
    .overwrite((value) => dropRevealing(value, (name) => Object.hasOwn(shape, name)));
