import { useSyncExternalStore } from 'react';
import type { EIP1193Provider } from 'viem';

/** A wallet that signs transactions: one of the browser, or a published account of the sandbox. */
export type Wallet = {
  readonly name: string;
  readonly address: `0x${string}`;
  /** How transactions are signed: by the browser's wallet, or with a published key. */
  readonly signer:
    | { readonly kind: 'injected'; readonly provider: EIP1193Provider }
    | { readonly kind: 'development' };
};

const storageKey = 'development-account';
let wallet: Wallet | null = null;
const listeners = new Set<() => void>();

/** Makes a wallet the current one; null disconnects. */
export function setWallet(next: Wallet | null): void {
  wallet = next;
  if (next?.signer.kind === 'development') localStorage.setItem(storageKey, next.address);
  else localStorage.removeItem(storageKey);
  for (const notify of listeners) notify();
}

/** The address of the development account that was used last; null if there is none. */
export const getLastDevelopmentAccount = (): string | null => localStorage.getItem(storageKey);

/** The current wallet; null without one. */
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
