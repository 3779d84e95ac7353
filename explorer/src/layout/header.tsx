import { useRef } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import { apiPages, sitePages } from '../generated/site-pages.ts';
import { useGateway } from '../graphql/gateway-state.ts';
import { type LiveState, useLiveState } from '../graphql/live-connection.ts';
import { formatLabel } from '../lib/format.ts';
import { SearchButton } from '../search/search-button.tsx';
import { WalletMenu } from '../wallet/wallet-menu.tsx';
import { chooseColorMode, useColorMode } from './color-mode.ts';
import { Logo } from './logo.tsx';

/** Pages of the navigation to which pages at other paths belong. */
const homes: Readonly<Record<string, string>> = { dtf: '/', player: '/markets' };

/** Whether a path is that of a page of the navigation, or of a page that belongs to it. */
function isBelow(pathname: string, to: string): boolean {
  const [, first = ''] = pathname.split('/');
  return to === (homes[first] ?? `/${first}`);
}

/**
 * The header of every page, with the navigation, the APIs, the wallet and the colour mode. Its
 * buttons need scripts.
 */
export function Header({ isRunning }: { readonly isRunning: boolean }) {
  const menu = useRef<HTMLDivElement>(null);
  const { pathname } = useLocation();
  // The links are beside the brand on wide pages and a menu on narrow ones, also without scripts.
  const close = () => {
    if (menu.current?.matches(':popover-open')) menu.current.hidePopover();
  };
  return (
    <header className="site-head">
      <div className="site-head-inner">
        <NavLink to="/" className="brand">
          <Logo />
          <span>dtf-graph</span>
        </NavLink>
        <div className="site-navs" id="site-navs" popover="auto" ref={menu}>
          <nav aria-label="Pages" className="site-nav">
            {sitePages.map(([to, label]) => (
              <Link
                key={to}
                to={to}
                aria-current={isBelow(pathname, to) ? 'page' : undefined}
                onClick={close}
              >
                {label}
              </Link>
            ))}
          </nav>
          <nav aria-label="APIs" className="site-nav apis">
            {apiPages.map(([to, label]) => (
              <a key={to} href={to}>
                {label}
              </a>
            ))}
          </nav>
        </div>
        <div className="site-tools" inert={!isRunning}>
          <LiveDot />
          <SearchButton />
          <WalletMenu />
          <ColorModeButton />
        </div>
        <button type="button" className="icon-button menu-button" popoverTarget="site-navs">
          <span className="visually-hidden">Menu</span>
          <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
            <path
              d="M3.5 6h13M3.5 10h13M3.5 14h13"
              stroke="currentColor"
              strokeWidth="1.6"
              strokeLinecap="round"
            />
          </svg>
        </button>
      </div>
    </header>
  );
}

const hints: Partial<Record<LiveState, string>> = {
  interrupted:
    'The source of some live values does not answer. They are as old as stated and will resume when it is back.',
  reconnecting: 'The server cannot be reached. The page catches up when it is back.',
};

/** Shows the state of the live updates; nothing on pages without live updates. */
function LiveDot() {
  const stream = useLiveState();
  const isDown = useGateway()?.isDataNodeDown === true;
  // The stream lasts while the gateway has cached values, but they are not live.
  const state = stream === 'connected' && isDown ? 'interrupted' : stream;
  return (
    <span className={`live-dot ${state}`} role="status" title={hints[state]}>
      {state !== 'idle' && (
        <span className={state === 'connecting' ? 'visually-hidden' : 'small'}>
          {state === 'connected' ? 'Live' : formatLabel(state)}
        </span>
      )}
    </span>
  );
}

function ColorModeButton() {
  const mode = useColorMode();
  const other = mode === 'dark' ? 'light' : 'dark';
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={`Switch to ${other} mode`}
      onClick={() => chooseColorMode(other)}
    >
      <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
        <circle cx="10" cy="10" r="6.5" fill="none" stroke="currentColor" strokeWidth="1.5" />
        <path d="M10 3.5a6.5 6.5 0 0 1 0 13Z" fill="currentColor" />
      </svg>
    </button>
  );
}
