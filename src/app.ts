import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { type ContextDeps, createContext } from './context.ts';
import {
  agentGuide,
  apiDescription,
  apiUnits,
  domainModules,
  exampleOperations,
  explorerPages,
  type Loaders,
  type Services,
} from './domains/index.ts';
import { createCompilingExecutor, createInterpreter } from './graphql/compiled-executor/index.ts';
import { createGraphQLEngine } from './graphql/engine.ts';
import { createErrorMask } from './graphql/graphql-errors.ts';
import { createGraphQLHandler } from './graphql/handler.ts';
import { createMcpHandler, mcpPath } from './graphql/mcp/handler.ts';
import { createGraphQLNodeHandler } from './graphql/node-handler.ts';
import { graphqlPath } from './graphql/paths.ts';
import {
  createPersistedDocuments,
  readTrustedDocuments,
} from './graphql/persisted-documents/index.ts';
import { printPublicSchema } from './graphql/print-public-schema.ts';
import { createPrepareOperation } from './graphql/run-operation.ts';
import { listScalarDescriptions } from './graphql/scalars.ts';
import { createSchema } from './graphql/schema.ts';
import { createGraphQLSseHandler, graphqlSsePath } from './graphql/sse/handler.ts';
import type { OperationSignalAndLastEventId } from './graphql/sse/shared-mode-helpers.ts';
import { createDocumentTransport } from './graphql/transports/json.ts';
import { createUsageRecorder } from './graphql/usage/operation-usage.ts';
import { documentLimits } from './graphql/validation/document-limits.ts';
import {
  createGraphQLWebSocketHandler,
  type GraphQLWebSocketHandler,
} from './graphql/websocket/handler.ts';
import { disconnectedStatus, logAccessOnFinish } from './http/access-log.ts';
import { type ClientNameHeaders, createClientLabels } from './http/client-name.ts';
import { startAfterPreviousResponses } from './http/connections/pipelined-requests.ts';
import { createUndeliveredBytes } from './http/connections/undelivered-bytes.ts';
import { createExplorerFileHandler } from './http/explorer/explorer.ts';
import { createOpenApi } from './http/ops/openapi.ts';
import {
  createExpress,
  createOpsRouter,
  endWithErrors,
  type OpsEndpointOptions,
} from './http/ops/ops.ts';
import { createHtmlHeaderBar } from './http/pages/header-bar.ts';
import { chainRpcPath, createChainRpcProxy } from './http/proxy/chain-rpc-proxy.ts';
import {
  type ClientIdentifyingRequest,
  createAddressReader,
  createIdAndAddressReader,
} from './http/request-id-and-address.ts';
import { createRequestRunner } from './http/request-runner.ts';
import {
  attachRequestTraceToSignal,
  endRequestSpan,
  startRequestSpan,
} from './http/request-trace.ts';
import type { ResponseCache } from './http/response/response-cache.ts';
import { createRestCaching, createRestRouter, restMountPath } from './http/rest/router.ts';
import { createSseBroadcastRegistry } from './http/sse/sse-broadcast-registry.ts';
import type { OperationsInProgress } from './lib/limits/operations-in-progress.ts';
import type { Spans } from './telemetry/spans.ts';

export type AppDeps = ContextDeps<Loaders, Services> & {
  readonly responseCache: ResponseCache;
  /** Bounds the memory of everything that is computed at one time. */
  readonly inProgress: OperationsInProgress;
  readonly probes: OpsEndpointOptions;
  readonly explorerDir: string;
};

/** What handles requests, and upgrades to a WebSocket. */
export type App = {
  readonly handle: RequestListener;
  readonly webSocket: GraphQLWebSocketHandler;
};

/** Creates the request handling of the gateway: both APIs and all other pages, in one router. */
export function createApp(deps: AppDeps): App {
  const { config, services, probes, log, telemetry } = deps;
  const shared = createSharedDeps(deps);
  const { addressOf, clientLimits } = shared;
  const graphql = createGraphQL(shared, config);
  const { run, serveCached } = createRequestRunner({
    ...shared,
    labelClient: config.knownClients.length > 0 ? shared.labelClient : undefined,
  });
  const explorer = createExplorerFileHandler({
    folder: config.explorerEnabled ? deps.explorerDir : null,
    log,
  });
  const headerBar = createHtmlHeaderBar(explorerPages, explorer.fontPath);
  const graphqlOnNode = createGraphQLNodeHandler({
    ...shared,
    run,
    handler: graphql.handler,
    executeDocument: graphql.executeDocument,
    stream: graphql.sse.distinct,
    graphiql: { endpoint: graphqlPath, tabs: exampleOperations, headerBar },
  });
  const limit = clientLimits.rest;
  const restCaching = createRestCaching({ limit, addressOf });
  const cachedApiOf = (path: string) => {
    if (path.startsWith(`${restMountPath}/`)) return restCaching;
    return path === graphqlPath ? graphql.handler : undefined;
  };

  const app = createExpress();
  app.all(graphqlPath, graphqlOnNode.handle);
  app.all(graphqlSsePath, (request, response) => graphql.sse.handle(request, response));
  app.all(mcpPath, graphql.mcp);
  // The proxy reads the path byte for byte. It is also at `/api/dn`, so REST comes after it.
  app.use((request, response, next) => {
    if (!services.dataNodeProxy.handle(request, response)) next();
  });
  if (config.l3RpcPassthrough) {
    const chainRpc = createChainRpcProxy({
      send: (call, signal) => deps.upstreams.l3.clientFor(signal).request(call as never),
      log,
      addressOf,
      clientLimits,
    });
    app.all(chainRpcPath, chainRpc);
  }
  // The explorer also answers `/api` itself, with links, so REST comes after it.
  app.use(explorer.serve);
  app.use(
    restMountPath,
    createRestRouter({
      ...shared,
      run,
      limit,
      routes: domainModules.flatMap((module) => module.routes),
      prefixAliases: Object.assign(
        {},
        ...domainModules.map(({ routePrefixAliases = {} }) => routePrefixAliases),
      ),
    }),
  );
  app.use(
    createOpsRouter({
      ...probes,
      openApi: createOpenApi(domainModules, apiDescription, apiUnits),
      sdl: config.persistedDocuments.isOnly ? null : () => printPublicSchema(graphql.schema),
      scalars: listScalarDescriptions(graphql.schema, domainModules),
      headerBar,
      hasMetrics: config.metricsPort === undefined,
    }),
  );
  app.use(explorer.serveUnknown);
  endWithErrors(app, log);

  function serve(request: IncomingMessage, response: ServerResponse): void {
    if (telemetry.spans.isOn()) traceUntilClose(telemetry.spans, request, response);
    if (log.isLevelEnabled('info')) logAccessOnFinish(request, response, log);
    request.url = withoutTrailingSlash(request.url ?? '/');
    const path = pathOf(request.url);
    const serveCachedOrRoute = () => {
      const api = cachedApiOf(path);
      if (!api || !serveCached(api, request, response)) app(request, response);
    };
    // The body of a POST is a part of its cache key.
    if (path === graphqlPath) graphqlOnNode.readBody(request, response, serveCachedOrRoute);
    else serveCachedOrRoute();
  }
  return {
    handle: (request, response) =>
      startAfterPreviousResponses(request, response, () => serve(request, response)),
    webSocket: {
      isFor: graphql.webSocket.isFor,
      upgrade: (upgrade) => {
        const { request, response } = upgrade;
        if (telemetry.spans.isOn()) traceUntilClose(telemetry.spans, request, response);
        graphql.webSocket.upgrade(upgrade);
      },
    },
  };
}

function pathOf(url: string): string {
  const search = url.indexOf('?');
  return search < 0 ? url : url.slice(0, search);
}

const pathsWithSlash = /^(\/(?:graphql|graphql\/stream|mcp))\/(?=\?|$)/;

/** Removes the slash after the paths of GraphQL and MCP, whose handlers read the URL too. */
const withoutTrailingSlash = (url: string): string =>
  url.endsWith('/') || url.includes('/?') ? url.replace(pathsWithSlash, '$1') : url;

/** The trusted GraphQL documents of the web application, a file of its build. */
const explorerManifest = 'persisted-documents.json';

type SharedDeps = ReturnType<typeof createSharedDeps>;

function createSharedDeps(deps: AppDeps) {
  const { config, monotonicClock, log, telemetry, responseCache, clientLimits } = deps;
  const { streamLimiter, pending, inProgress, shutdownSignal } = deps;
  const readIdAndAddress = createIdAndAddressReader(config.trustedProxies);
  const addressOf = createAddressReader(config.trustedProxies);
  const labelClient = createClientLabels(config.knownClients);
  const unread = createUndeliveredBytes(pending, addressOf);
  return {
    clock: monotonicClock,
    log,
    telemetry,
    responseCache,
    pending,
    addressOf,
    labelClient,
    clientLimits,
    streamLimiter,
    inProgress,
    unread,
    sseRegistry: createSseBroadcastRegistry({ shutdownSignal, unread }),
    shutdownSignal,
    documents: createPersistedDocuments({
      trusted: readTrustedDocuments(config, join(deps.explorerDir, explorerManifest)),
      isTrustedOnly: config.persistedDocuments.isOnly,
      shared: deps.cluster?.documents,
    }),
    readIdAndAddress,
    createContext: (
      request: ClientIdentifyingRequest,
      signal: AbortSignal,
      route = graphqlPath,
    ) => {
      const traceId = attachRequestTraceToSignal(request, signal, route);
      const clientLabel = labelClient(request.headers);
      const ids = readIdAndAddress(request, null);
      return createContext(deps, { ...ids, clientLabel, traceId, signal });
    },
    /** Creates the context of a GraphQL operation whose results are sent as events. */
    createOperationContext: (
      request: IncomingMessage,
      response: ServerResponse | null,
      origin: OperationSignalAndLastEventId,
      names = request.headers as ClientNameHeaders,
    ) => {
      const traceId = attachRequestTraceToSignal(
        request,
        origin.signal,
        pathOf(request.url ?? '/'),
      );
      const clientLabel = labelClient(names);
      const ids = readIdAndAddress(request, response);
      return createContext(deps, { ...ids, clientLabel, traceId, ...origin });
    },
  };
}

/** Starts the span of a request. It ends when the response closes, or before. */
function traceUntilClose(spans: Spans, request: IncomingMessage, response: ServerResponse): void {
  startRequestSpan(spans, request);
  response.once('close', () => {
    const status = response.writableFinished ? response.statusCode : disconnectedStatus;
    endRequestSpan(request, { status });
  });
}

/**
 * Maximum sizes of GraphQL caches (documents, fragments, plans), as fractions of `cacheMaxBytes`.
 */
const shareOf = { documents: 1 / 4, parts: 1 / 8, plans: 1 / 4 } as const;

/** Creates the runner of GraphQL operations and its transports. */
function createGraphQL(shared: SharedDeps, config: Config) {
  const { cacheMaxBytes, maxResponseBytes, compiledExecution } = config;
  const limits = { bytes: maxResponseBytes, objects: documentLimits.objects };
  const schema = createSchema(domainModules);
  const engine = createGraphQLEngine(schema);
  const execute = compiledExecution
    ? createCompilingExecutor({
        engine,
        telemetry: shared.telemetry,
        reusableJsonFields: domainModules,
        maxPartBytes: Math.floor(cacheMaxBytes * shareOf.parts),
        maxPlanBytes: Math.floor(cacheMaxBytes * shareOf.plans),
        maxResponseBytes,
      })
    : createInterpreter(engine);
  const usage = createUsageRecorder(engine.schema, shared);
  const prepareOperation = createPrepareOperation({
    engine,
    execute,
    mask: createErrorMask(shared.log),
    limits,
    lengths: Object.assign({}, ...domainModules.map((module) => module.lengths ?? {})),
    maxDocumentBytes: Math.floor(cacheMaxBytes * shareOf.documents),
    inProgress: shared.inProgress,
    usage,
  });
  const transport = { ...shared, prepareOperation, usage };
  const executeDocument = createDocumentTransport(transport);
  return {
    schema: engine.schema,
    executeDocument,
    handler: createGraphQLHandler({
      ...transport,
      executeDocument,
      limit: shared.clientLimits.graphql,
    }),
    mcp: createMcpHandler({
      ...transport,
      ...config.mcp,
      schema,
      guide: agentGuide,
      createContext: shared.createOperationContext,
    }),
    sse: createGraphQLSseHandler({
      ...transport,
      createContext: shared.createOperationContext,
    }),
    webSocket: createGraphQLWebSocketHandler({
      ...transport,
      createContext: (request, origin, names) =>
        shared.createOperationContext(request, null, origin, names),
    }),
  };
}
