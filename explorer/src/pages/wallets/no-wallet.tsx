import type { ReactNode } from 'react';
import { UnknownPage } from '../../ui/unknown-page.tsx';

/** Says that an address of a page is none of a wallet, and what one looks like. */
export function InvalidAddress({ text }: { readonly text: string }) {
  return (
    <UnknownPage
      what="This is not a wallet address"
      why={
        <>
          <span className="mono">{text}</span> is not an address: an address is 0x and 40 hex
          digits, such as{' '}
          <span className="mono address">0x52908400098527886E0F7030069857D2E4169EE7</span>.
        </>
      }
      where={[
        ['/portfolio', 'Choose a wallet'],
        ['/', 'See the funds'],
      ]}
    />
  );
}

/** Says that nothing is known of a wallet, why, and where to go. */
export function UnknownWallet({ children }: { readonly children: ReactNode }) {
  return (
    <UnknownPage
      what="Nothing is known about this wallet"
      why={
        <>
          {children} Either it has not been used here yet, or the address contains a mistake: every
          address of 40 hex digits is valid, used or not.
        </>
      }
      where={[
        ['/portfolio', 'Choose another wallet'],
        ['/', 'See the funds'],
      ]}
      isPart
    />
  );
}
