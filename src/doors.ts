import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ContextDeps, createContext } from './context.ts';
import type { Config } from './core/config.ts';
import { type GatewayContext, type Loaders, type Services, slices } from './domains/index.ts';
import { createAnswering } from './graphql/answering.ts';
import { documentLimits } from './graphql/documents/limits.ts';
import { createDocumentReader, createEngine, graphqlPath } from './graphql/engine.ts';
import { createExecution } from './graphql/execution/index.ts';
import { createPlainQueries } from './graphql/plain-queries.ts';
import { createSchema } from './graphql/schema.ts';
import { createGraphQLDoor } from './graphql/server.ts';
import { createStreamDoor, streamPath } from './graphql/stream/door.ts';
import type { OperationOrigin } from './graphql/stream/protocol.ts';
import { logAccess } from './http/access-log.ts';
import type { AnswerCache } from './http/answers/answer-cache.ts';
import { createAnswerer } from './http/answers/answerer.ts';
import { createMakeOnce } from './http/answers/make-once.ts';
import {
  type AcceptProxyId,
  createAddressReader,
  createClientReader,
  type FromClient,
  leavingSignal,
} from './http/client.ts';
import { createFront, type Front } from './http/front/front.ts';
import { createOpenApi } from './http/pages/openapi.ts';
import { createOps } from './http/pages/ops.ts';
import { createPlainReads } from './http/rest/plain-reads.ts';
import { createRest } from './http/rest/router.ts';
import type { Route } from './http/route.ts';
import { createAudiences } from './http/streams/audiences.ts';

export type DoorDeps = ContextDeps<Loaders, Services> & {
  /** Encoded answers of both doors. */
  readonly answers: AnswerCache;
  readonly acceptProxyId: AcceptProxyId;
  /** False sends every request the whole way: reads through express, known queries through the engine's own door. */
  readonly isOpen: boolean;
  readonly isDraining: () => boolean;
};

/** Both doors and the operators' pages, with the front before them. */
export function createDoors(deps: DoorDeps): Front {
  const { config, upstreams, replicas, services, isDraining } = deps;
  const kit = createKit(deps);
  const { log, telemetry, answers, answer } = kit;
  const routes = slices.flatMap((slice) => slice.routes);
  const { rest, reads } = createRestDoor(kit, routes);
  const { graphql, stream, queries } = createGraphDoor(kit, config);
  const ops = createOps({
    health: upstreams.health,
    redis: replicas?.health,
    probe: upstreams.probe,
    isDraining,
    telemetry,
    log,
    openApi: createOpenApi(routes),
  });

  return createFront({
    answers,
    answer,
    log,
    graphqlPath,
    acceptProxyId: deps.acceptProxyId,
    reads,
    queries,
    next: (request, response, sent) => {
      if (log.isLevelEnabled('info')) logAccess(request, response, log);
      const url = request.url ?? '/';
      const search = url.indexOf('?');
      const path = search < 0 ? url : url.slice(0, search);
      if (path === graphqlPath) return graphql(request, response, sent);
      if (path === streamPath) return stream.both(request, response);
      if (services.dataNodeProxy.handle(request, response)) return;
      if (path === '/api' || path.startsWith('/api/')) {
        request.url = url.slice('/api'.length) || '/';
        return rest(request, response);
      }
      return ops(request, response);
    },
  });
}

type Kit = ReturnType<typeof createKit>;

/** What both doors are made of. */
function createKit(deps: DoorDeps) {
  const { config, ages, log, telemetry, answers, slots, pending, drain, isOpen } = deps;
  const readClient = createClientReader(config.trustedProxies);
  return {
    clock: ages,
    log,
    telemetry,
    answers,
    answer: createAnswerer({
      clock: ages,
      telemetry,
      pending,
      addressOf: createAddressReader(config.trustedProxies),
    }),
    pending,
    makeOnce: createMakeOnce(answers, ages),
    slots,
    audiences: createAudiences({ drain }),
    drain,
    isOpen,
    readClient,
    createContext: (
      request: IncomingMessage,
      response: ServerResponse,
      origin: Partial<OperationOrigin> & { readonly tellsId?: boolean } = {},
    ) => {
      const { requestId, clientAddress } = readClient(request, origin.tellsId ? null : response);
      const { lastEventId = null, signal = leavingSignal(response) } = origin;
      return createContext(deps, { requestId, clientAddress, lastEventId, signal });
    },
    createPlainContext: (request: FromClient, signal: AbortSignal) =>
      createContext(deps, { ...readClient(request, null), signal }),
  };
}

/** REST behind node's parser, and its plain reads past it. */
function createRestDoor(kit: Kit, routes: readonly Route<GatewayContext>[]) {
  const { isOpen, createPlainContext } = kit;
  return {
    rest: createRest({ ...kit, routes, shortCut: isOpen }),
    reads: createPlainReads({
      ...kit,
      routes: isOpen ? routes : [],
      createContext: createPlainContext,
    }),
  };
}

/** Parts of the value cache's bytes that other memories get beside it: they follow the heap as it does. */
const shareOf = { documents: 1 / 4, parts: 1 / 8, plans: 1 / 4 } as const;

/** GraphQL behind node's parser, its streams, and its plain queries past the parser. */
function createGraphDoor(kit: Kit, config: Config) {
  const { cacheMaxBytes, maxResponseBytes } = config;
  const limits = { bytes: maxResponseBytes, objects: documentLimits.objects };
  const lengths = Object.assign({}, ...slices.map((slice) => slice.lengths ?? {}));
  const engine = createEngine(createSchema(slices), {
    log: kit.log,
    limits,
    lengths,
    maxDocumentBytes: Math.floor(cacheMaxBytes * shareOf.documents),
  });
  const stream = createStreamDoor({ ...kit, engine });
  const direct = createExecution({
    ...kit,
    readDocument: createDocumentReader(engine),
    slices,
    createSchema: () => createSchema(slices),
    maxPartBytes: Math.floor(cacheMaxBytes * shareOf.parts),
    maxPlanBytes: Math.floor(cacheMaxBytes * shareOf.plans),
    limits,
  });
  const answering = createAnswering({ ...kit, direct });
  return {
    stream,
    graphql: createGraphQLDoor({ ...kit, engine, answering, stream: stream.distinct }),
    queries: createPlainQueries({ ...kit, answering, createContext: kit.createPlainContext }),
  };
}
