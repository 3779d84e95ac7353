import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { type RequestHandler, Router } from 'express';
import { lazy } from '../../lib/lazy-properties.ts';
import type { ScalarDescription } from '../../lib/scalar-description.ts';
import { eventLogScript, eventLogStyle } from '../event-log.ts';
import type { HtmlHeaderBar } from '../html-header-bar.ts';
import { createHelmetHeaders } from '../response/helmet-headers.ts';
import { toResponse } from '../response/http-response.ts';
import { sendResponse } from '../response/send-response.ts';
import { docsIndex } from './docs-index.ts';
import { renderScalarsPage } from './scalars-page.ts';

const dist = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const cacheControl = 'public, max-age=600';

/**
 * Gives Swagger UI the explorer's font and paper, raises its colours to a contrast of 4.5 or more, and
 * shows the copy button on focus.
 */
const style = `
body { background: var(--head-paper); }
.swagger-ui, .swagger-ui :is(h1, h2, h3, h4, h5, p, a, li, td, th, label, button, select, input, small,
  .title, .opblock-tag, .opblock-summary-description, .opblock-summary-method, .renderedMarkdown,
  .response-col_status, .parameter__in, .json-schema-2020-12__title):not(code *, pre *) {
  font-family: var(--head-font) !important;
}
html.dark-mode, html.dark-mode .swagger-ui { background: var(--head-paper); }
.swagger-ui .wrapper { max-width: 1320px; padding: 0 24px; }
html .swagger-ui .scheme-container, html.dark-mode .swagger-ui .scheme-container {
  background: none; box-shadow: none; padding: 0; margin: 0 0 16px;
}
.swagger-ui .servers-title { font-size: 13px; }
.swagger-ui .servers > label select { border: 1px solid var(--head-line); box-shadow: none; font-weight: 400; }
.swagger-ui .info .title { font-size: 26px; letter-spacing: -0.02em; color: var(--head-ink); }
.swagger-ui .info :is(p, li) { max-width: 76ch; margin-inline: 0; color: var(--head-ink-2); }
.swagger-ui .renderedMarkdown code { background: var(--head-sunken) !important; color: inherit !important; font-weight: 400; }
.swagger-ui .opblock-tag { flex-wrap: wrap; padding: 10px 0; border-bottom-color: var(--head-line) !important;
  color: var(--head-ink) !important; font-size: 18px; letter-spacing: -0.01em; }
.swagger-ui .opblock-tag small { flex: 1 1 240px; padding: 0 12px; color: var(--head-ink-2); font-size: 13px; }
.swagger-ui .opblock { margin: 0 0 8px; border-radius: 8px; box-shadow: none; }
.swagger-ui .opblock:is(.opblock-get, .opblock-post) {
  border-color: var(--head-line) !important; background: var(--head-surface) !important;
}
.swagger-ui .opblock .opblock-summary { border-color: var(--head-line); }
.swagger-ui .opblock .opblock-section-header { background: var(--head-sunken) !important; box-shadow: none; }
.swagger-ui .opblock-summary-method { min-width: 60px; border-radius: 6px; font-size: 12px; }
@media (max-width: 900px) {
  .swagger-ui .wrapper, .reference .wrapper { padding: 0 16px; }
  .swagger-ui .wrapper :is(.block, .opblock-tag-section) { padding: 0 !important; }
  .swagger-ui .opblock-tag small { flex-basis: 100%; order: 1; padding: 0; }
  .swagger-ui .opblock-tag > button { margin-left: auto; }
}
.swagger-ui .info .title small.version-stamp { background: #4a6a00; }
html:not(.dark-mode) .swagger-ui .info a { color: #1f69c0; }
.swagger-ui .opblock.opblock-get .opblock-summary-method {
  background: var(--head-accent) !important; color: var(--head-accent-ink) !important;
}
.swagger-ui .opblock.opblock-post .opblock-summary-method { background: #1a7a4c; color: #ffffff; }
.swagger-ui .opblock.opblock-deprecated { opacity: 1; }
.swagger-ui .opblock.opblock-deprecated .opblock-summary-method { background: #666; color: #ffffff; }
.swagger-ui .opblock.opblock-deprecated .opblock-summary-description { text-decoration: none; }
html:not(.dark-mode) .swagger-ui .btn.cancel { color: #c62828; }
.swagger-ui .btn.execute { background: #1f69c0; border-color: #1f69c0; }
.swagger-ui .download-contents { background: #5c6070; }
html:not(.dark-mode) .swagger-ui .parameter__in { color: #595959; }
html:not(.dark-mode) .swagger-ui .json-schema-2020-12-expand-deep-button { color: #505050; }
.swagger-ui .opblock .opblock-summary:focus-within .view-line-link.copy-to-clipboard { width: 24px; }
`;

const renderPage = (headerBar: HtmlHeaderBar) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>dtf-graph REST reference</title>
    <link rel="stylesheet" href="/docs/swagger-ui.css" />
    <link rel="icon" href="/docs/favicon-32x32.png" />
    <style>body { margin: 0; }${headerBar.style}${eventLogStyle}${style}${docsIndex.style}</style>
  </head>
  <body>
    ${headerBar.html('/docs')}
    <script src="/docs/header.js"></script>
    <div class="reference">
      ${docsIndex.html}
      <div id="reference"></div>
    </div>
    <script src="/docs/event-log.js"></script>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

/**
 * Starts Swagger UI without syntax highlighting, which would block the page for minutes on a large
 * response, and with the list of all schemas closed. Responses show their schema first, which states the unit of each field; groups have the
 * titles of the document. Path parameters of several segments keep their slashes.
 */
const start = `${docsIndex.script}
const reference = SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  validatorUrl: null,
  syntaxHighlight: { activated: false },
  defaultModelRendering: 'model',
  defaultModelExpandDepth: 4,
  defaultModelsExpandDepth: 0,
  plugins: [({ getSystem }) => ({
    wrapComponents: {
      DeepLink: (Original, { React }) => (props) => {
        const { tags = [] } = getSystem().specSelectors.specJson().toJS();
        const title = tags.find(({ name }) => name === props.text)?.['x-displayName'];
        return React.createElement(Original, title ? { ...props, text: title } : props);
      },
    },
  })],
  onComplete: () => {
    document.querySelector('#servers')?.setAttribute('aria-label', 'Server');
    listOperations(reference.specSelectors.specJson().toJS());
  },
  requestInterceptor: (request) => {
    request.url = request.url.replace(/^[^?]*/, (path) => path.replaceAll('%2F', '/'));
    return request;
  },
});
`;

/**
 * Plays event streams above the responses of the operation that was executed: Swagger UI would wait for their end, and
 * some have none.
 */
const playing = `{
  const send = fetch;
  let block = null;
  addEventListener('click', ({ target }) => {
    block = target.closest?.('.execute')?.closest('.opblock-body') ?? block;
  }, true);
  window.fetch = async (input, init) => {
    const response = await send(input, init);
    const { ok, status, statusText, headers } = response;
    const below = block?.querySelector('.responses-wrapper');
    if (!below || !ok || !/event-stream/.test(headers.get('content-type'))) return response;
    logEvents(response.body, (log) => below.before(log), true);
    return new Response('The events are in the log above.', { status, statusText, headers });
  };
}`;

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
  '/docs/header.js': { type: 'text/javascript; charset=utf-8', text: () => headerBar.script },
  '/docs/scalars': {
    type: 'text/html; charset=utf-8',
    text: () => renderScalarsPage(scalars, headerBar),
  },
  '/docs/event-log.js': {
    type: 'text/javascript; charset=utf-8',
    text: () => `${eventLogScript}\n${playing}`,
  },
  '/docs/start.js': { type: 'text/javascript; charset=utf-8', text: () => start },
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
