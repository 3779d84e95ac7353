import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { type RequestHandler, Router } from 'express';
import { lazy } from '../../lib/lazy-properties.ts';
import { readProjectFile } from '../../lib/project-files.ts';
import type { ScalarDescription } from '../../lib/scalar-description.ts';
import { createHelmetHeaders } from '../response/helmet-headers.ts';
import { toResponse } from '../response/http-response.ts';
import { sendResponse } from '../response/send-response.ts';
import { eventLog } from './event-log.ts';
import type { HtmlHeaderBar } from './header-bar.ts';
import { renderScalarsPage } from './scalars-page.ts';

const dist = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const cacheControl = 'public, max-age=600';

/** Reads a style sheet or a script of the page. */
const readPart = (name: string) => readProjectFile(`src/http/pages/${name}`);

const renderPage = (headerBar: HtmlHeaderBar) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>dtf-graph REST reference</title>
    <link rel="stylesheet" href="/docs/swagger-ui.css" />
    <link rel="icon" href="/docs/favicon-32x32.png" />
    <style>${headerBar.style()}${eventLog.style()}${readPart('docs.css')}</style>
  </head>
  <body>
    ${headerBar.html('/docs')}
    <script src="/docs/header.js"></script>
    <div class="reference">
      <details id="operation-list" open>
        <summary>Search the operations</summary>
        <p class="help">
          <a href="/guides/quick-start" data-explorer hidden>Quick start</a>
          <a href="/guides/errors" data-explorer hidden>Errors</a>
          <a href="/guides/figures" data-explorer hidden>Figures</a>
          <a href="/guides" data-explorer hidden>All guides</a>
          <a href="/docs/scalars">Scalars</a>
        </p>
        <label for="operation-search">Search</label>
        <input id="operation-search" type="search" placeholder="Path, parameter, word" autocomplete="off">
        <nav aria-label="Operations"></nav>
      </details>
      <div id="reference"></div>
    </div>
    <script src="/docs/event-log.js"></script>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

const shared = createHelmetHeaders({
  contentSecurityPolicy: {
    directives: {
      'default-src': ["'self'"],
      'style-src': ["'self'", "'unsafe-inline'"],
      'img-src': ["'self'", 'data:'],
      // The page is also served over plain HTTP, from hosts that browsers do not trust as they do
      // localhost.
      'upgrade-insecure-requests': null,
    },
  },
});

type Contents = Readonly<Record<string, { readonly type: string; readonly text?: () => string }>>;

/** Content by path: the text, otherwise the file of that name in `swagger-ui-dist`. */
const createContents = ({ headerBar, scalars }: DocsPagesOptions): Contents => ({
  '/docs': { type: 'text/html; charset=utf-8', text: () => renderPage(headerBar) },
  '/docs/header.js': { type: 'text/javascript; charset=utf-8', text: headerBar.script },
  '/docs/scalars': {
    type: 'text/html; charset=utf-8',
    text: () => renderScalarsPage(scalars, headerBar),
  },
  '/docs/event-log.js': {
    type: 'text/javascript; charset=utf-8',
    text: () => eventLog.script() + readPart('docs-streams.js'),
  },
  '/docs/start.js': {
    type: 'text/javascript; charset=utf-8',
    text: () => readPart('docs.js'),
  },
  '/docs/swagger-ui-bundle.js': { type: 'text/javascript; charset=utf-8' },
  '/docs/swagger-ui.css': { type: 'text/css; charset=utf-8' },
  '/docs/favicon-32x32.png': { type: 'image/png' },
});

export type DocsPagesOptions = {
  readonly scalars: readonly ScalarDescription[];
  readonly headerBar: HtmlHeaderBar;
};

/**
 * Creates the REST reference at `/docs` and the page `/docs/scalars`, which load nothing from other
 * hosts. Their files are read, rendered and compressed on first use.
 *
 * @param refuseMethod - Responds to all methods but GET and HEAD.
 */
export function createDocsPages(options: DocsPagesOptions, refuseMethod: RequestHandler): Router {
  const router = Router();
  for (const [path, { type, text }] of Object.entries(createContents(options))) {
    const load = lazy(async () => {
      const content = text?.() ?? [await readFile(join(dist, basename(path)))];
      return toResponse(content, {
        headers: { 'Content-Type': type, ...shared, 'Cache-Control': cacheControl },
      });
    });
    router.get(path, async (request, response) => {
      await sendResponse(request, response, await load());
    });
    router.all(path, refuseMethod);
  }
  return router;
}
