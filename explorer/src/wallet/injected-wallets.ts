import { useEffect, useState } from 'react';
import type { EIP1193Provider } from 'viem';
import { setWallet } from './wallet-store.ts';

/** A browser wallet that has announced itself (EIP-6963). */
export type InjectedWallet = {
  readonly info: { readonly uuid: string; readonly name: string };
  readonly provider: EIP1193Provider;
};

/** Returns the browser wallets that have announced themselves. */
export function useInjectedWallets(): readonly InjectedWallet[] {
  const [wallets, setWallets] = useState<readonly InjectedWallet[]>([]);
  useEffect(() => {
    const onAnnounce = (event: Event) => {
      const { detail } = event as CustomEvent<InjectedWallet>;
      setWallets((known) =>
        known.some(({ info }) => info.uuid === detail.info.uuid) ? known : [...known, detail],
      );
    };
    addEventListener('eip6963:announceProvider', onAnnounce);
    dispatchEvent(new Event('eip6963:requestProvider'));
    return () => removeEventListener('eip6963:announceProvider', onAnnounce);
  }, []);
  return wallets;
}

/** Requests the account of a browser wallet and makes it the current wallet. */
export async function connectInjected({ info, provider }: InjectedWallet): Promise<void> {
  const [address] = await provider.request({ method: 'eth_requestAccounts' });
  if (address === undefined) return;
  setWallet({ name: info.name, address, signer: { kind: 'injected', provider } });
}
