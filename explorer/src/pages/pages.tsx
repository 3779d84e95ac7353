import { type ComponentType, Suspense, use } from 'react';
import { PageSkeleton } from '../layout/page-heading.tsx';
import { FailureNote } from '../ui/page-section.tsx';
import { type PageName, pageHeads } from './page-heads.ts';

/** A page of the explorer. Its code is a separate chunk that is loaded when it is first needed. */
type LazyPage = {
  readonly name: PageName;
  /** Path of the page with parameters: `/dtf/:id`. */
  readonly path: string;
  readonly load: () => Promise<ComponentType>;
  /** Renders the page, or its head while its code is loading. */
  readonly Component: ComponentType;
};

/** All pages. */
export const pages: readonly LazyPage[] = [
  createPage('home', '/', () => import('./home/home-page.tsx').then((module) => module.HomePage)),
  createPage('dtf', '/dtf/:id', () =>
    import('./dtf/dtf-page.tsx').then((module) => module.DtfPage),
  ),
  createPage('factsheet', '/dtf/:id/factsheet', () =>
    import('./factsheet/factsheet-page.tsx').then((module) => module.FactsheetPage),
  ),
  createPage('compare', '/compare', () =>
    import('./compare/compare-page.tsx').then((module) => module.ComparePage),
  ),
  createPage('backtest', '/backtest', () =>
    import('./backtest/backtest-page.tsx').then((module) => module.BacktestPage),
  ),
  createPage('report', '/backtest/:run/report', () =>
    import('./report/report-page.tsx').then((module) => module.ReportPage),
  ),
  createPage('markets', '/markets', () =>
    import('./markets/markets-page.tsx').then((module) => module.MarketsPage),
  ),
  createPage('batch', '/markets/:batchId', () =>
    import('./batch/batch-page.tsx').then((module) => module.BatchPage),
  ),
  createPage('wallets', '/portfolio', () =>
    import('./wallets/wallets-page.tsx').then((module) => module.WalletsPage),
  ),
  createPage('portfolio', '/portfolio/:address', () =>
    import('./portfolio/portfolio-page.tsx').then((module) => module.PortfolioPage),
  ),
  createPage('analysis', '/portfolio/:address/analysis', () =>
    import('./analysis/analysis-page.tsx').then((module) => module.AnalysisPage),
  ),
  createPage('player', '/player/:address', () =>
    import('./player/player-page.tsx').then((module) => module.PlayerPage),
  ),
  createPage('lending', '/lending', () =>
    import('./lending/lending-page.tsx').then((module) => module.LendingPage),
  ),
  createPage('sources', '/sources', () =>
    import('./sources/sources-page.tsx').then((module) => module.SourcesPage),
  ),
  createPage('status', '/status', () =>
    import('./status/status-page.tsx').then((module) => module.StatusPage),
  ),
  createPage('guides', '/guides', () =>
    import('./guides/guides-page.tsx').then((module) => module.GuidesPage),
  ),
  createPage('guide', '/guides/:name', () =>
    import('./guide/guide-page.tsx').then((module) => module.GuidePage),
  ),
];

/** Loads the code of the page at a path, so that the first render shows the page. */
export async function loadPage(pathname: string): Promise<void> {
  const page = pages.find(({ path }) =>
    new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`).test(pathname),
  );
  await page?.load();
}

function createPage(name: PageName, path: string, load: () => Promise<ComponentType>): LazyPage {
  let loading: Promise<ComponentType> | undefined;
  let loaded: ComponentType | undefined;
  const loadOnce = () => {
    loading ??= load()
      .catch(() => UnloadedPage)
      .then((page) => {
        loaded = page;
        return page;
      });
    return loading;
  };
  const Loaded = () => {
    const Page = loaded ?? use(loadOnce());
    return <Page />;
  };
  const Component = () => (
    <Suspense fallback={<PageSkeleton head={pageHeads[name]} />}>
      <Loaded />
    </Suspense>
  );
  return { name, path, load: loadOnce, Component };
}

/** Shown instead of a page whose code cannot be loaded, e.g. after an update of the application. */
function UnloadedPage() {
  return (
    <FailureNote
      message="This page could not be loaded. The server cannot be reached, or it has a newer version."
      onRetry={() => location.reload()}
    />
  );
}
