import { useSyncExternalStore } from 'react';
import type { EIP1193Provider } from 'viem';

/** A wallet that signs transactions: a browser wallet or a published development account. */
export type Wallet = {
  readonly name: string;
  readonly address: `0x${string}`;
  /** How transactions are signed: by the browser wallet or with a published key. */
  readonly signer:
    | { readonly kind: 'injected'; readonly provider: EIP1193Provider }
    | { readonly kind: 'development' };
};

const storageKey = 'development-account';
let wallet: Wallet | null = null;
const listeners = new Set<() => void>();

/** Sets the current wallet; null disconnects. */
export function setWallet(next: Wallet | null): void {
  wallet = next;
  if (next?.signer.kind === 'development') localStorage.setItem(storageKey, next.address);
  else localStorage.removeItem(storageKey);
  for (const notify of listeners) notify();
}

/** Returns the address of the last used development account; null if there is none. */
export const getLastDevelopmentAccount = (): string | null => localStorage.getItem(storageKey);

/** Returns the current wallet; null if there is none. */
export function useWallet(): Wallet | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => wallet,
    () => null,
  );
}
