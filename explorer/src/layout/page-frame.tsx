import type { ReactNode } from 'react';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';

/** What every page is in: the header, the main part and the footer. */
export function PageFrame(props: {
  /** Whether scripts run, so that the buttons of the header work. */
  readonly isRunning: boolean;
  readonly children: ReactNode;
}) {
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <Header isRunning={props.isRunning} />
      <main id="main" tabIndex={-1}>
        {props.children}
      </main>
      <Footer />
    </>
  );
}
