import type { ReactNode } from 'react';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';

/** The frame of every page: header, main content and footer. */
export function PageFrame(props: {
  /** Whether scripts are running, so that the header's buttons work and the time zone is known. */
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
      <Footer isRunning={props.isRunning} />
    </>
  );
}
