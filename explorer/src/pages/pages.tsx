import { type ComponentType, Suspense, use } from 'react';
import { PageSkeleton } from '../layout/page-heading.tsx';
import { FailureNote } from '../ui/page-section.tsx';
import { type PageName, pageHeads } from './page-heads.ts';

/** A page of the explorer. Its code is a chunk of its own, loaded when it is first needed. */
type LazyPage = {
  readonly name: PageName;
  /** Its path, with parameters in the router's form: `/dtf/:id`. */
  readonly path: string;
  readonly load: () => Promise<ComponentType>;
  /** Shows the page, or its head while its code is loading. */
  readonly Component: ComponentType;
};

/** All pages. */
export const pages: readonly LazyPage[] = [
  createPage('home', '/', () => import('./home/home-page.tsx').then((module) => module.HomePage)),
  createPage('dtf', '/dtf/:id', () =>
    import('./dtf/dtf-page.tsx').then((module) => module.DtfPage),
  ),
  createPage('backtest', '/backtest', () =>
    import('./backtest/backtest-page.tsx').then((module) => module.BacktestPage),
  ),
  createPage('markets', '/markets', () =>
    import('./markets/markets-page.tsx').then((module) => module.MarketsPage),
  ),
  createPage('batch', '/markets/:batchId', () =>
    import('./batch/batch-page.tsx').then((module) => module.BatchPage),
  ),
  createPage('portfolio', '/portfolio/:address', () =>
    import('./portfolio/portfolio-page.tsx').then((module) => module.PortfolioPage),
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
];

/** Loads the code of the page at a path, so that the page shows at once when it is rendered. */
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

/** Stands for a page whose code does not load, e.g. after an update of the application. */
function UnloadedPage() {
  return (
    <FailureNote
      message="This page could not be loaded. The server cannot be reached, or has a newer version."
      onRetry={() => location.reload()}
    />
  );
}
