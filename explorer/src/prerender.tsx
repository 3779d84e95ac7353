import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { PageFrame } from './layout/page-frame.tsx';
import { PageSkeleton } from './layout/page-heading.tsx';
import { NotFoundPage } from './pages/not-found-page.tsx';
import { pageHeads } from './pages/page-heads.ts';
import { pages } from './pages/pages.tsx';

/** Renders all pages in their state before any script runs. The build writes them as HTML files. */
export function prerenderPages() {
  const known = pages.map(({ path, name }) => {
    const head = pageHeads[name];
    return { path, name, title: head.title, markup: render(path, <PageSkeleton head={head} />) };
  });
  const unknown = {
    path: '*',
    name: null,
    title: 'Not found',
    markup: render('*', <NotFoundPage />),
  };
  return [...known, unknown];
}

const render = (path: string, content: ReactNode): string =>
  renderToStaticMarkup(
    <StaticRouter location={path}>
      <PageFrame isRunning={false}>{content}</PageFrame>
    </StaticRouter>,
  );
