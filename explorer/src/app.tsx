import { Tooltip } from 'radix-ui';
import { StrictMode, Suspense, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, Route, Routes, useLocation } from 'react-router';
import { Provider } from 'urql';
import { client } from './graphql/client.ts';
import { Footer } from './layout/footer.tsx';
import { Header } from './layout/header.tsx';
import { NotFoundPage } from './pages/not-found-page.tsx';
import { pages } from './pages/pages.tsx';
import { Skeleton } from './ui/skeleton.tsx';

/** Shows the application in the document. */
export function renderApp(): void {
  const root = document.getElementById('root');
  if (root === null) return;
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

/** The application: providers, the frame of every page, and the routes. */
function App() {
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
                {pages.map(({ path, Component }) => (
                  <Route key={path} path={path} element={<Component />} />
                ))}
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
