import type { IncomingMessage, ServerResponse } from 'node:http';
import { type EncodedAnswer, encodeAnswer, writeAnswer } from '../http/encoded-answer.ts';

/** Tabs that show something on first sight; each returns data on the sandbox. */
export const exampleTabs = [
  `# DTFs by size, with what they hold and how they went
query Dtfs {
  dtfs(first: 5) {
    edges {
      node {
        name
        symbol
        nav { usd source }
        aumUsd
        holdings { weight asset { symbol price } }
        navSeries(range: D30) { timestamp nav }
      }
    }
  }
}
`,
  `# Prices of all assets, a page at a time
query Assets {
  assets(first: 10) {
    totalCount
    edges { node { symbol price } }
    pageInfo { hasNextPage endCursor }
  }
}
`,
] as const;

/** Serves GraphiQL from this process alone: no request leaves for a CDN. */
export type GraphiQL = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** GraphiQL; its page (9 MB of script inside) is rendered and compressed on first use. */
export function createGraphiQL(endpoint: string): GraphiQL {
  let page: Promise<EncodedAnswer> | undefined;
  const render = async () => {
    const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
    const html = renderGraphiQL({
      title: 'dtf-graph',
      endpoint,
      subscriptionsProtocol: 'GRAPHQL_SSE',
      defaultTabs: exampleTabs.map((query) => ({ query })),
      defaultQuery: exampleTabs[0],
    });
    return encodeAnswer(html, 'text/html; charset=utf-8');
  };
  return async (request, response) => {
    page ??= render();
    response.setHeader('Cache-Control', 'public, max-age=600');
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('X-Frame-Options', 'DENY');
    await writeAnswer(request, response, await page);
  };
}
