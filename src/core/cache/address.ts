import type { PolicyName } from '../policies.ts';

/** Where a value is kept: its row and what is unique within it, apart and together. */
export type Address = { readonly id: string; readonly policy: PolicyName; readonly key: string };

/** The address of a value. */
export function addressOf(policy: PolicyName, key: string): Address {
  return { id: `${policy}:${key}`, policy, key };
}
