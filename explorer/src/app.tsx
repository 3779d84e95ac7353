import { DtfGraphProvider } from '@dtf-graph/client/react';
import { Tooltip } from 'radix-ui';
import { StrictMode, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, Route, Routes, useLocation } from 'react-router';
import { Provider } from 'urql';
import { graphqlClient } from './graphql/graphql-client.ts';
import { transport } from './graphql/transport.ts';
import { PageFrame } from './layout/page-frame.tsx';
import { NotFoundPage } from './pages/not-found-page.tsx';
import { pages } from './pages/pages.tsx';

/** Renders the application into the document, in place of the prerendered page. */
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
    <Provider value={graphqlClient}>
      <DtfGraphProvider transport={transport}>
        <Tooltip.Provider delayDuration={200}>
          <BrowserRouter>
            <ScrollToTop />
            <PageFrame isRunning>
              <Routes>
                {pages.map(({ path, Component }) => (
                  <Route key={path} path={path} element={<Component />} />
                ))}
                <Route path="*" element={<NotFoundPage />} />
              </Routes>
            </PageFrame>
          </BrowserRouter>
        </Tooltip.Provider>
      </DtfGraphProvider>
    </Provider>
  );
}

/** Scrolls to the top after each navigation. */
function ScrollToTop() {
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each new path
  useEffect(() => {
    window.scrollTo(0, 0);
  }, [pathname]);
  return null;
}
