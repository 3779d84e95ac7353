import { z } from 'zod';
import { memoizeByString } from '../collections/memoize-by-string.ts';

/** Names of secrets and of internal addresses, in lower case without separators. */
const revealing = new RegExp(
  [
    '(private|secret|signing|access|api|encryption|master|wallet|deployer)key|privkey',
    'secret|passw|passphrase|mnemonic|seedphrase|credential|authorization|cookie|bearer|jwt',
    '(access|auth|session|refresh|api|explorer|admin)token|connectionstring|dsn$',
    '(node|rpc|database|db|redis|postgres|upstream|internal|backend|service|server|admin)(url|uri|host|endpoint|port)',
    '^(host|hostname|stack|stacktrace|traceback|env|environment)$',
  ].join('|'),
);

const isRevealing = memoizeByString(1000, (name: string) =>
  revealing.test(name.replace(/[^a-z0-9]/gi, '').toLowerCase()),
);

const maxDepth = 20;

/** Returns a value without its revealing fields; objects below `maxDepth` become null. */
function harmless(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= maxDepth) return null;
  if (Array.isArray(value)) return value.map((one) => harmless(one, depth + 1));
  const fields = Object.entries(value).filter(([name]) => !isRevealing(name));
  return Object.fromEntries(fields.map(([name, one]) => [name, harmless(one, depth + 1)]));
}

/**
 * Deletes from an object the unknown fields, at any depth, whose names indicate a secret or an
 * internal address. The object itself is changed.
 *
 * @param isKnown - Whether a field was validated and stays as it is.
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

/** A schema that keeps unknown fields, except revealing ones; `z.object` would drop all of them. */
export const openObject = <S extends z.ZodRawShape>(shape: S) =>
  z
    .looseObject(shape)
    .overwrite((value) => dropRevealing(value, (name) => Object.hasOwn(shape, name)));
