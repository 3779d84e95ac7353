import type { IncomingMessage, ServerResponse } from 'node:http';
import { eventLogScript, eventLogStyle } from '../http/event-log.ts';
import type { HtmlHeaderBar } from '../http/html-header-bar.ts';
import { toResponse } from '../http/response/http-response.ts';
import { sendResponse } from '../http/response/send-response.ts';
import { lazy } from '../lib/lazy-properties.ts';
import { costBar, costStyle, createCostScript } from './graphiql-cost.ts';

const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Access-Control-Allow-Origin': '*',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Cache-Control': 'public, max-age=600',
};

/** Makes phones render the page at their own width; the package's page has no viewport. */
const viewport = '<meta name="viewport" content="width=device-width, initial-scale=1" />';

/** Colors with a contrast of at least 4.5 for names of fields and types and for secondary text. */
const lightThemed = `:is(.graphiql-container, .graphiql-dialog) {
  --color-info: 208, 100%, 42%;
  --color-warning: 36, 100%, 31%;
  --alpha-secondary: 0.85;
}`;

/** An operation that GraphiQL opens in a tab. */
export type GraphiQLTab = {
  /**
   * The operation. It is anonymous, because GraphiQL sends the previous tab's operation name. Its
   * first line, which must not start with `#`, is the tab's title.
   */
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
};

export type GraphiQLOptions = {
  /** Path to which the page sends operations. */
  readonly endpoint: string;
  /** The tabs, at least one. */
  readonly tabs: readonly GraphiQLTab[];
  readonly headerBar: HtmlHeaderBar;
};

/** The explorer's font and colours, header bar with the only logo, visible focus, tabs that do not move, response below the query on narrow screens. */
const style = `
body { display: flex; flex-direction: column; height: 100dvh; margin: 0; }
#root { flex: 1; min-height: 0; }
:root body :is(.graphiql-container, .graphiql-dialog) {
  --font-family: var(--head-font);
  --color-primary: 233, 55%, 50%;
}
:root[data-mode="dark"] body :is(.graphiql-container, .graphiql-dialog) {
  --color-primary: 233, 70%, 68%;
  --color-base: 220, 18%, 10%;
}
.graphiql-logo { display: none; }
body .graphiql-container { height: 100%; width: 100%; }
body :is(.graphiql-container, .graphiql-dialog) :focus-visible {
  outline: 2px solid hsl(var(--color-neutral));
  outline-offset: -2px;
}
body .graphiql-container .graphiql-execute-button:focus-visible { outline-offset: 2px; }
@media (prefers-color-scheme: light) { body:not(.graphiql-dark) ${lightThemed} }
body.graphiql-light ${lightThemed}
.graphiql-response { display: flex; flex-direction: column; min-width: 0; }
.graphiql-response > .result-window { flex: 1 1 0; min-height: 0; }
.response-hint {
  position: absolute; margin: 0; padding: 24px 32px; color: var(--head-ink-2);
  font: 400 13px/1.6 var(--head-font); pointer-events: none;
}
.graphiql-tab, .graphiql-tab:active { transform: none !important; }
@media (max-width: 767px) {
  .graphiql-main, #graphiql-session { flex-direction: column; }
  :is(.graphiql-main, #graphiql-session) > .graphiql-horizontal-drag-bar { display: none; }
  body .graphiql-container { flex-direction: column-reverse; }
  .graphiql-main { min-height: 0; }
  body .graphiql-container .graphiql-sidebar {
    flex: 0 0 52px; flex-direction: row; width: auto; padding: 4px 12px; overflow: visible;
    box-shadow: 0 -1px var(--head-line);
  }
  .graphiql-sidebar > * { margin: 0; }
  .graphiql-sidebar > :nth-child(3) { margin-left: auto; }
  /* Half of the page, of which the buttons take 52 pixels. */
  .graphiql-plugin { flex: 0 0 calc(50% + 26px) !important; }
  .graphiql-sessions { min-height: 0; margin: 8px !important; }
  #graphiql-session { position: relative; overflow-y: auto; }
  #graphiql-session > .graphiql-editors { flex: 1 0 360px !important; }
  #graphiql-session > .graphiql-response { flex: 1 0 240px !important; }
}
`;

/** Lets Escape move the focus out of an editor, in which Tab indents, unless a widget is open. */
const leaving = `<script>
addEventListener('keydown', (event) => {
  if (event.key !== 'Escape' || document.querySelector('.editor-widget.visible')) return;
  event.target.closest('.monaco-editor')?.closest('.graphiql-editor')?.focus();
}, true);
</script>`;

/** Closes the editors of variables and headers on phones, which have no room for them, until the user opens them. */
const folding = `<script>
if (matchMedia('(max-width: 767px)').matches) {
  const key = 'graphiql:secondaryEditorFlex';
  if (localStorage.getItem(key) === null) localStorage.setItem(key, 'hide-second');
}
</script>`;

/** Leaves the stack out of syntax errors, which the page shows as JSON. */
const withoutStacks = `<script>
Error.captureStackTrace = (error) => {
  Object.defineProperty(error, 'stack', { value: undefined, configurable: true });
};
</script>`;

/** Says where the response will be, until the first operation is sent. */
const hinting = `<script>
new MutationObserver((_, observer) => {
  const place = document.querySelector('.graphiql-response');
  if (!place) return;
  observer.disconnect();
  const keys = matchMedia('(max-width: 767px), (pointer: coarse)').matches ? '' : ' or Ctrl Enter';
  const text = 'Press play' + keys + ' to run the operation. The response appears here; of a subscription, each event is logged.';
  place.prepend(Object.assign(document.createElement('p'), { className: 'response-hint', textContent: text }));
}).observe(document, { childList: true, subtree: true });
</script>`;

/**
 * Asks for the cost of each operation, logs the events of subscriptions, of which the page shows only
 * the last one, and restores the `locations` of errors, which the page's
 * client recomputes wrongly.
 */
const fetching = `<script>{
  const send = fetch;
  window.fetch = async (input, init) => {
    if (init?.headers?.['GraphQL-Cost']) return send(input, init);
    if (!/IntrospectionQuery/.test(init?.body)) document.querySelector('.response-hint')?.remove();
    const headers = { ...init?.headers, 'GraphQL-Cost': '1' };
    const response = await send(input, { ...init, headers });
    const place = document.querySelector('.graphiql-response');
    if (place && response.ok && /event-stream/.test(response.headers.get('content-type'))) {
      const [own, copy] = response.body.tee();
      logEvents(copy, (log) => place.append(log), false);
      return new Response(own, response);
    }
    clearEventLog();
    const isJson = /json/.test(response.headers.get('content-type'));
    if (!isJson || typeof init?.body !== 'string') return response;
    const [{ query: body = '' }, result] = [JSON.parse(init.body), await response.json()];
    const starts = [0];
    for (const { 0: end, index } of body.matchAll(/\\r\\n|[\\n\\r]/g)) starts.push(index + end.length);
    const positionOf = ({ line, column }) => starts[line - 1] + column - 1;
    for (const error of result.errors ?? []) {
      if (!error.locations) continue;
      Object.assign(error, { source: { body }, positions: error.locations.map(positionOf) });
    }
    return new Response(JSON.stringify(result), response);
  };
}</script>`;

/**
 * Creates the handler of GraphiQL, which loads nothing from a CDN. The page is rendered and
 * compressed on first use.
 */
export function createGraphiQL({ endpoint, tabs, headerBar }: GraphiQLOptions) {
  const render = lazy(async () => {
    const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
    const html = renderGraphiQL({
      title: 'dtf-graph',
      endpoint,
      subscriptionsProtocol: 'GRAPHQL_SSE',
      defaultTabs: tabs.map(({ query, variables }) => ({
        query,
        // The text of the tab's editor of variables.
        variables: variables === undefined ? null : JSON.stringify(variables, null, 2),
      })),
      defaultQuery: tabs[0]?.query ?? '',
    });
    const script = `<script>${headerBar.script}</script>${createCostScript(endpoint)}`;
    const header = headerBar.html('/graphql') + costBar + script;
    const styles = `<style>${headerBar.style}${eventLogStyle}${style}${costStyle}</style>`;
    const scripts = `${folding}${leaving}${withoutStacks}<script>${eventLogScript}</script>${hinting}${fetching}`;
    const page = html
      .replace('<title>', `${viewport}<title>`)
      .replace('</head>', `${styles}${scripts}</head>`)
      .replace(/<body[^>]*>/, (body) => body + header);
    return toResponse(page, { headers, vary: 'Accept' });
  });
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    await sendResponse(request, response, await render());
  };
}
