import { z } from 'zod';
import { memoizeByString } from '../collections/memoize-by-string.ts';

/** Field names that indicate a secret or an internal address, in lower case without separators. */
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

/** Returns a value without sensitive fields; objects below `maxDepth` become null. */
function harmless(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= maxDepth) return null;
  if (Array.isArray(value)) return value.map((one) => harmless(one, depth + 1));
  const fields = Object.entries(value).filter(([name]) => !isRevealing(name));
  return Object.fromEntries(fields.map(([name, one]) => [name, harmless(one, depth + 1)]));
}

/**
 * Removes fields whose names suggest a secret or an internal address, at any depth, and returns the
 * same object.
 *
 * @param isKnown - Whether a top-level field has been validated; such a field is not changed.
 */
export function dropSensitiveFields<T extends object>(
  value: T,
  isKnown: (name: string) => boolean,
): T {
  const fields = value as Record<string, unknown>;
  for (const name in fields) {
    if (!Object.hasOwn(fields, name) || isKnown(name)) continue;
    if (isRevealing(name)) delete fields[name];
    else if (typeof fields[name] === 'object') fields[name] = harmless(fields[name], 0);
  }
  return value;
}

/** Creates a zod object schema that keeps fields missing in `shape`, except sensitive ones. */
export const openObjectWithoutSecretsSchema = <S extends z.ZodRawShape>(shape: S) =>
  z
    .looseObject(shape)
    .overwrite((value) => dropSensitiveFields(value, (name) => Object.hasOwn(shape, name)));
