import { Tooltip } from 'radix-ui';
import { lazy, Suspense, useEffect } from 'react';
import { BrowserRouter, Route, Routes, useLocation } from 'react-router';
import { Provider } from 'urql';
import { client } from './graphql/client.ts';
import { Footer } from './layout/footer.tsx';
import { Header } from './layout/header.tsx';
import { NotFoundPage } from './pages/not-found-page.tsx';
import { Skeleton } from './ui/skeleton.tsx';

// Each page is a chunk of its own, loaded when it is first opened.
const HomePage = lazy(() =>
  import('./pages/home/home-page.tsx').then((module) => ({ default: module.HomePage })),
);
const DtfPage = lazy(() =>
  import('./pages/dtf/dtf-page.tsx').then((module) => ({ default: module.DtfPage })),
);
const BacktestPage = lazy(() =>
  import('./pages/backtest/backtest-page.tsx').then((module) => ({ default: module.BacktestPage })),
);
const MarketsPage = lazy(() =>
  import('./pages/markets/markets-page.tsx').then((module) => ({ default: module.MarketsPage })),
);
const BatchPage = lazy(() =>
  import('./pages/batch/batch-page.tsx').then((module) => ({ default: module.BatchPage })),
);
const PortfolioPage = lazy(() =>
  import('./pages/portfolio/portfolio-page.tsx').then((module) => ({
    default: module.PortfolioPage,
  })),
);
const LendingPage = lazy(() =>
  import('./pages/lending/lending-page.tsx').then((module) => ({ default: module.LendingPage })),
);
const SourcesPage = lazy(() =>
  import('./pages/sources/sources-page.tsx').then((module) => ({ default: module.SourcesPage })),
);
const StatusPage = lazy(() =>
  import('./pages/status/status-page.tsx').then((module) => ({ default: module.StatusPage })),
);

/** The application: providers, the frame of every page, and the routes. */
export function App() {
  return (
    <Provider value={client}>
      <Tooltip.Provider delayDuration={200}>
        <BrowserRouter>
          <ScrollToTop />
          <a className="skip-link" href="#main">
            Skip to content
          </a>
          <Header />
          <main id="main" tabIndex={-1}>
            <Suspense fallback={<Skeleton height="80vh" />}>
              <Routes>
                <Route path="/" element={<HomePage />} />
                <Route path="/dtf/:id" element={<DtfPage />} />
                <Route path="/backtest" element={<BacktestPage />} />
                <Route path="/markets" element={<MarketsPage />} />
                <Route path="/markets/:batchId" element={<BatchPage />} />
                <Route path="/portfolio/:address" element={<PortfolioPage />} />
                <Route path="/lending" element={<LendingPage />} />
                <Route path="/sources" element={<SourcesPage />} />
                <Route path="/status" element={<StatusPage />} />
                <Route path="*" element={<NotFoundPage />} />
              </Routes>
            </Suspense>
          </main>
          <Footer />
        </BrowserRouter>
      </Tooltip.Provider>
    </Provider>
  );
}

/** A new page begins at its top. */
function ScrollToTop() {
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each new path
  useEffect(() => {
    window.scrollTo(0, 0);
  }, [pathname]);
  return null;
}
