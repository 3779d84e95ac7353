import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { ApolloGateway } from '@apollo/gateway';
import { ApolloServer } from '@apollo/server';
import { ApolloServerPluginUsageReporting } from '@apollo/server/plugin/usageReporting';
import { startStandaloneServer } from '@apollo/server/standalone';
import { createGatewayRuntime } from '@graphql-hive/gateway-runtime';
import * as httpTransport from '@graphql-mesh/transport-http';
import { composeServices } from '@theguild/federation-composition';
import { parse } from 'graphql';
import { listen, type Served } from './listen.ts';
import { type Keys, startWatchlist, type Watched, watchlistSdl } from './watchlist.ts';

/** dtf-graph as it is composed. */
export const subgraphSdl = readFileSync(
  new URL('../../../../generated/subgraph.graphql', import.meta.url),
  'utf8',
);

/** The subgraphs of the tests, with their addresses. */
export const subgraphs = (
  keys: Keys,
  urls = { graph: 'http://graph', watchlist: 'http://watchlist' },
) => [
  { name: 'graph', url: urls.graph, typeDefs: parse(subgraphSdl) },
  { name: 'watchlist', url: urls.watchlist, typeDefs: parse(watchlistSdl(keys)) },
];

/** The body of a router's request to dtf-graph. */
export type SubgraphRequest = {
  readonly query: string;
  readonly variables?: { readonly representations?: readonly Readonly<Record<string, unknown>>[] };
};

/** Passes everything on to a gateway, and records the bodies. */
function startRecorder(gatewayUrl: string, requests: SubgraphRequest[]): Promise<Served> {
  return listen(async (request, response) => {
    const body = await text(request);
    if (body !== '') requests.push(JSON.parse(body));
    const {
      host: _host,
      connection: _connection,
      'content-length': _length,
      ...headers
    } = request.headers;
    const disconnected = new AbortController();
    response.on('close', () => disconnected.abort());
    try {
      const made = await fetch(gatewayUrl + request.url, {
        method: request.method ?? 'GET',
        headers: headers as Record<string, string>,
        body: body || null,
        signal: disconnected.signal,
      });
      response.writeHead(made.status, { 'content-type': made.headers.get('content-type') ?? '' });
      await pipeline(Readable.fromWeb(made.body as ReadableStream), response);
    } catch {
      response.destroy();
    }
  });
}

/** Starts Apollo's gateway; it sends its usage reports to `reportUrl` if given. */
async function startApollo(supergraphSdl: string, reportUrl?: string): Promise<Served> {
  const logger = { debug() {}, info() {}, warn() {}, error() {} };
  const reporting = reportUrl && {
    apollo: { key: 'service:test:none', graphRef: 'test@current' },
    plugins: [
      ApolloServerPluginUsageReporting({ endpointUrl: reportUrl, sendReportsImmediately: true }),
    ],
  };
  const server = new ApolloServer({
    gateway: new ApolloGateway({ supergraphSdl, logger }),
    logger,
    stopOnTerminationSignals: false,
    ...reporting,
  });
  const { url } = await startStandaloneServer(server, { listen: { port: 0, host: '127.0.0.1' } });
  return { url, [Symbol.asyncDispose]: () => server.stop() };
}

async function startHive(supergraph: string): Promise<Served> {
  const runtime = createGatewayRuntime({
    supergraph,
    transports: { http: httpTransport },
    logging: false,
  });
  const served = await listen((request, response) => void runtime(request, response));
  return {
    url: served.url,
    [Symbol.asyncDispose]: async () => {
      await runtime[Symbol.asyncDispose]();
      await served[Symbol.asyncDispose]();
    },
  };
}

const routers = { apollo: startApollo, hive: startHive };
export type RouterName = keyof typeof routers;

type Result = {
  // biome-ignore lint/suspicious/noExplicitAny: the tests look into data of every shape
  readonly data: any;
  readonly errors?: readonly { readonly message: string; readonly path?: readonly unknown[] }[];
};

/** A router over dtf-graph and the watchlist. */
export type Federation = AsyncDisposable & {
  readonly url: string;
  /** The requests to dtf-graph since the last call of `query`. */
  readonly requests: readonly SubgraphRequest[];
  readonly query: (query: string, variables?: Record<string, unknown>) => Promise<Result>;
};

/** Starts a router with the watchlist beside a gateway of dtf-graph. */
export async function federate(options: {
  readonly router: RouterName;
  readonly keys: Keys;
  readonly gatewayUrl: string;
  readonly watched: Watched;
  /** Where Apollo's gateway sends usage reports; it sends none by default. */
  readonly reportUrl?: string;
}): Promise<Federation> {
  const { router, keys, gatewayUrl, watched, reportUrl } = options;
  const stack = new AsyncDisposableStack();
  const requests: SubgraphRequest[] = [];
  const graph = stack.use(await startRecorder(gatewayUrl, requests));
  const watchlist = stack.use(await startWatchlist(keys, watched));
  const composed = composeServices(subgraphs(keys, { graph: graph.url, watchlist: watchlist.url }));
  if (!composed.supergraphSdl) throw new Error(`no supergraph: ${composed.errors}`);
  const { url } = stack.use(await routers[router](composed.supergraphSdl, reportUrl));
  return {
    url,
    requests,
    query: async (query, variables) => {
      requests.length = 0;
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({ query, variables }),
      });
      return (await response.json()) as Result;
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}
