import type { ReactNode } from 'react';
import { Link } from 'react-router';

/** Says that an address of a page is none of a wallet, and what one looks like. */
export function InvalidAddress({ text }: { readonly text: string }) {
  return (
    <div className="not-found">
      <h1>This is not a wallet address</h1>
      <p className="muted">
        <span className="mono">{text}</span> is no address: one is 0x and 40 hex digits, such as{' '}
        <span className="mono address">0x52908400098527886E0F7030069857D2E4169EE7</span>.
      </p>
      <p>
        <Link to="/portfolio">Choose a wallet</Link>
      </p>
    </div>
  );
}

/** Says that nothing is known of a wallet, why, and where to go. */
export function UnknownWallet({ children }: { readonly children: ReactNode }) {
  return (
    <section className="part" aria-label="Nothing is known of this wallet">
      <h2>Nothing is known of this wallet</h2>
      <p className="measure">
        {children} Either it has not been used here yet, or the address has a mistake: each address
        of 40 hex digits is valid, used or not.
      </p>
      <p className="more">
        <Link to="/portfolio">Choose another wallet</Link> · <Link to="/">See the funds</Link>
      </p>
    </section>
  );
}
