import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { type ContextDeps, createContext } from './context.ts';
import {
  domainModules,
  type GatewayContext,
  type Loaders,
  type Services,
} from './domains/index.ts';
import { createFastPath, type FastPath } from './fast-path/fast-path.ts';
import { createCachedExecution } from './graphql/cached-execution.ts';
import { createCompiledExecutor } from './graphql/compiled-executor/index.ts';
import { createFastGraphQLHandler } from './graphql/fast-graphql-handler.ts';
import { createGraphQLHandler } from './graphql/handler.ts';
import { createMcpHandler, mcpPath } from './graphql/mcp/handler.ts';
import {
  createPersistedDocuments,
  readTrustedDocuments,
} from './graphql/persisted-documents/index.ts';
import { createSchema } from './graphql/schema.ts';
import { createGraphQLSseHandler, graphqlSsePath } from './graphql/sse/handler.ts';
import type { OperationOrigin } from './graphql/sse/protocol.ts';
import { documentLimits } from './graphql/validation/document-limits.ts';
import { createDocumentValidator, createYogaEngine, graphqlPath } from './graphql/yoga.ts';
import { logAccessOnFinish } from './http/access-log.ts';
import { createExplorer } from './http/explorer/explorer.ts';
import { createOpenApi } from './http/ops/openapi.ts';
import { createOpsApp, type ProbeOptions } from './http/ops/ops.ts';
import { createChainRpc } from './http/proxy/chain-rpc.ts';
import {
  type AcceptProxyId,
  createAddressReader,
  createRequestIdentifier,
  disconnectSignal,
  type IdentifiableRequest,
} from './http/request-identity.ts';
import { createCoalesce } from './http/response/coalesce.ts';
import type { ResponseCache } from './http/response/response-cache.ts';
import { createResponseSender } from './http/response/send-cached.ts';
import { createFastRestHandler } from './http/rest/fast-rest-handler.ts';
import { createRestHandler } from './http/rest/router.ts';
import type { Route } from './http/route.ts';
import { createSseHub } from './http/sse/sse-hub.ts';
import { bindTrace, parseTraceContext } from './lib/trace-context.ts';

export type AppDeps = ContextDeps<Loaders, Services> & {
  /** Encoded responses of REST and GraphQL. */
  readonly responseCache: ResponseCache;
  readonly acceptProxyId: AcceptProxyId;
  /**
   * False turns the fast path off: REST requests go through Express, GraphQL requests through Yoga.
   */
  readonly fastPathEnabled: boolean;
  readonly probes: ProbeOptions;
  /** Folder of the built web application. */
  readonly explorerDir: string;
};

/**
 * Creates the request handler: the fast path first, then REST, GraphQL, GraphQL over SSE, the `/dn`
 * proxy and the ops pages, chosen by path.
 */
export function createApp(deps: AppDeps): FastPath {
  const { config, services, probes } = deps;
  const shared = createSharedDeps(deps);
  const { log, responseCache: responses, responseSender: response } = shared;
  const routes = domainModules.flatMap((module) => module.routes);
  const { rest, restHandler } = createRestHandlers(shared, routes);
  const { graphql, stream, mcp, graphqlHandler } = createGraphQLHandlers(shared, config);
  const ops = createOpsApp({
    ...probes,
    openApi: createOpenApi(domainModules),
    hasMetrics: config.metricsPort === undefined,
  });

  const serveExplorer = createExplorer({
    folder: config.explorerEnabled ? deps.explorerDir : null,
    log,
  });
  const chainRpc = config.l3RpcPassthrough
    ? createChainRpc({
        send: (call, signal) => deps.upstreams.l3.clientFor(signal).request(call as never),
        log,
        addressOf: createAddressReader(config.trustedProxies),
      })
    : null;

  return createFastPath({
    responseCache: responses,
    responseSender: response,
    log,
    graphqlPath,
    acceptProxyId: deps.acceptProxyId,
    restHandler,
    graphqlHandler,
    next: (request, response, sent) => {
      if (log.isLevelEnabled('info')) logAccessOnFinish(request, response, log);
      const url = request.url ?? '/';
      const search = url.indexOf('?');
      const path = search < 0 ? url : url.slice(0, search);
      if (path === graphqlPath) return graphql(request, response, sent);
      if (path === graphqlSsePath) return stream.handle(request, response);
      if (path === mcpPath) return mcp(request, response);
      if (services.dataNodeProxy.handle(request, response)) return;
      if (chainRpc?.(request, response)) return;
      if (path === '/api' || path.startsWith('/api/')) {
        request.url = url.slice('/api'.length) || '/';
        return rest(request, response);
      }
      if (serveExplorer(request, response)) return;
      return ops(request, response);
    },
  });
}

/** The documents of the web application, a file of its build. */
const explorerManifest = 'persisted-documents.json';

type SharedDeps = ReturnType<typeof createSharedDeps>;

/** Creates the dependencies that the REST and GraphQL handlers share. */
function createSharedDeps(deps: AppDeps) {
  const {
    config,
    monotonicClock,
    log,
    telemetry,
    responseCache: responses,
    streamLimiter,
    pending,
    shutdownSignal,
    fastPathEnabled,
  } = deps;
  const identifyRequest = createRequestIdentifier(config.trustedProxies);
  return {
    clock: monotonicClock,
    log,
    telemetry,
    responseCache: responses,
    responseSender: createResponseSender({
      clock: monotonicClock,
      telemetry,
      pending,
      addressOf: createAddressReader(config.trustedProxies),
    }),
    pending,
    coalesce: createCoalesce(responses, monotonicClock),
    streamLimiter,
    sseHub: createSseHub({ shutdownSignal }),
    shutdownSignal,
    documents: createPersistedDocuments({
      trusted: readTrustedDocuments(config, join(deps.explorerDir, explorerManifest)),
      isTrustedOnly: config.persistedDocuments.isOnly,
      shared: deps.cluster?.documents,
    }),
    fastPathEnabled,
    identifyRequest,
    createContext: (
      request: IncomingMessage,
      response: ServerResponse,
      origin: Partial<OperationOrigin> & { readonly tellsId?: boolean } = {},
    ) => {
      const { requestId, clientAddress } = identifyRequest(
        request,
        origin.tellsId ? null : response,
      );
      const { lastEventId = null, signal = disconnectSignal(response) } = origin;
      continueTrace(request, signal);
      return createContext(deps, { requestId, clientAddress, lastEventId, signal });
    },
    createPlainContext: (request: IdentifiableRequest, signal: AbortSignal) => {
      continueTrace(request, signal);
      return createContext(deps, { ...identifyRequest(request, null), signal });
    },
  };
}

/** Lets the upstream calls of a request continue the trace that its client sends. */
function continueTrace({ headers }: IdentifiableRequest, signal: AbortSignal): void {
  if (headers.traceparent === undefined) return;
  const trace = parseTraceContext(headers.traceparent, headers.tracestate);
  if (trace) bindTrace(signal, trace);
}

/** Creates the REST handler for Express and the one for the fast path. */
function createRestHandlers(shared: SharedDeps, routes: readonly Route<GatewayContext>[]) {
  const { fastPathEnabled, createPlainContext } = shared;
  return {
    rest: createRestHandler({ ...shared, routes, fastPathEnabled }),
    restHandler: createFastRestHandler({
      ...shared,
      routes: fastPathEnabled ? routes : [],
      createContext: createPlainContext,
    }),
  };
}

/** Sizes of other caches as fractions of `cacheMaxBytes`, so that they grow with the heap too. */
const shareOf = { documents: 1 / 4, parts: 1 / 8, plans: 1 / 4 } as const;

/**
 * Creates the GraphQL handlers: for parsed requests, for GraphQL over SSE, and for the fast path.
 */
function createGraphQLHandlers(shared: SharedDeps, config: Config) {
  const { cacheMaxBytes, maxResponseBytes, compiledExecution } = config;
  const limits = { bytes: maxResponseBytes, objects: documentLimits.objects };
  const lengths = Object.assign({}, ...domainModules.map((module) => module.lengths ?? {}));
  const schema = createSchema(domainModules);
  const engine = createYogaEngine(schema, {
    log: shared.log,
    documents: shared.documents,
    limits,
    lengths,
    maxDocumentBytes: Math.floor(cacheMaxBytes * shareOf.documents),
    compiledExecution,
  });
  const stream = createGraphQLSseHandler({ ...shared, engine });
  const direct = compiledExecution
    ? createCompiledExecutor({
        ...shared,
        readDocument: createDocumentValidator(engine),
        slices: domainModules,
        createSchema: () => createSchema(domainModules),
        maxPartBytes: Math.floor(cacheMaxBytes * shareOf.parts),
        maxPlanBytes: Math.floor(cacheMaxBytes * shareOf.plans),
        limits,
      })
    : () => null;
  const answering = createCachedExecution({ ...shared, executeCompiled: direct });
  return {
    stream,
    mcp: createMcpHandler({ ...shared, ...config.mcp, engine, schema }),
    graphql: createGraphQLHandler({
      ...shared,
      engine,
      cachedExecution: answering,
      stream: stream.distinct,
    }),
    graphqlHandler: createFastGraphQLHandler({
      ...shared,
      cachedExecution: answering,
      createContext: shared.createPlainContext,
    }),
  };
}
