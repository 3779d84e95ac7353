import { formatTimeZone } from '../lib/format.ts';

/**
 * The footer of every page, with a description of the data and their sources, and the zone of the
 * times, which only a browser knows.
 */
export function Footer({ isRunning }: { readonly isRunning: boolean }) {
  return (
    <footer className="site-foot small muted">
      <p>
        Prices, funds and wallets in a sandbox are synthetic. They are neither an offer nor advice.
      </p>
      <p>
        Everything here is read from <a href="/graphql">the GraphQL API</a>. Charts by{' '}
        <a href="https://www.tradingview.com/" rel="noreferrer">
          TradingView Lightweight Charts
        </a>
        .
      </p>
      <p className="time-zone">{isRunning && `Times in ${formatTimeZone()}, 24 hours.`}</p>
    </footer>
  );
}
