import type { IncomingMessage, ServerResponse } from 'node:http';
import { eventLog } from '../../http/pages/event-log.ts';
import type { HtmlHeaderBar } from '../../http/pages/header-bar.ts';
import { toResponse } from '../../http/response/http-response.ts';
import { sendResponse } from '../../http/response/send-response.ts';
import { lazy } from '../../lib/lazy-properties.ts';
import { readProjectFile } from '../../lib/project-files.ts';

const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Access-Control-Allow-Origin': '*',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Cache-Control': 'public, max-age=600',
};

/** Makes phones render the page at their own width; the package's page has no viewport. */
const viewport = '<meta name="viewport" content="width=device-width, initial-scale=1" />';

/** Reads a style sheet or a script of the page. */
const readPart = (name: string) => readProjectFile(`src/graphql/graphiql/${name}`);

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

/** The bar below the header with the cost of the operation in the editor, and links for readers. */
const renderCostBar = (
  endpoint: string,
) => `<section class="cost-bar" aria-label="Cost of the operation" data-endpoint="${endpoint}">
  <output class="operation-cost">Cost –</output>
  <meter min="0" max="1" value="0" aria-label="Share of the limit"></meter>
  <span class="cost-note">Objects that this operation may return, of the most that one may. Nothing is executed for this figure.</span>
  <p>
    <a href="/guides/quick-start" data-explorer hidden>Quick start</a>
    <a href="/guides/cookbook" data-explorer hidden>Cookbook</a>
    <a href="/docs/scalars">Scalars</a>
  </p>
</section>`;

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
    const header = `${headerBar.html('/graphql')}${renderCostBar(endpoint)}
      <script>${headerBar.script()}${readPart('cost.js')}</script>`;
    const styles = `<style>${headerBar.style()}${eventLog.style()}${readPart('page.css')}${readPart('cost.css')}</style>`;
    const scripts = `<script>${eventLog.script()}${readPart('page.js')}</script>`;
    const page = html
      .replace('<title>', `${viewport}<title>`)
      .replace('</head>', (end) => styles + scripts + end)
      .replace(/<body[^>]*>/, (body) => body + header);
    return toResponse(page, { headers, vary: 'Accept' });
  });
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    await sendResponse(request, response, await render());
  };
}
