import type { PolicyName } from '../policies.ts';

/** Where a value is kept: its row and what is unique within it, apart and together. */
export type Address = { readonly id: string; readonly policy: PolicyName; readonly key: string };

/** Row and key as one text. */
export function idOf(policy: PolicyName, key: string): string {
  return `${policy}:${key}`;
}

/** The address of a value. */
export function addressOf(policy: PolicyName, key: string): Address {
  return { id: idOf(policy, key), policy, key };
}
