import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createContext, type ServiceDeps } from './context.ts';
import { createValueCache } from './core/cache/value-cache.ts';
import { type Clock, createAgeClock, systemClock } from './core/clock.ts';
import { type Config, ConfigError } from './core/config.ts';
import { createStreamSlots } from './core/events/stream-slots.ts';
import { createLog, hiddenTexts, type Log } from './core/log.ts';
import { createTelemetry } from './core/telemetry.ts';
import { createLoaders, createServices, slices } from './domains/index.ts';
import { createAnswering } from './graphql/answering.ts';
import { createDocumentReader, createEngine, graphqlPath } from './graphql/engine.ts';
import { createExecution } from './graphql/execution/index.ts';
import { createPlainQueries } from './graphql/plain-queries.ts';
import { createSchema } from './graphql/schema.ts';
import { createGraphQLDoor } from './graphql/server.ts';
import { createStreamDoor, streamPath } from './graphql/stream/door.ts';
import type { OperationOrigin } from './graphql/stream/protocol.ts';
import { logAccess } from './http/access-log.ts';
import { createAnswerCache } from './http/answers/answer-cache.ts';
import { createAnswerer } from './http/answers/answerer.ts';
import { createMakeOnce } from './http/answers/make-once.ts';
import { keepConnections } from './http/answers/prepared-head.ts';
import { answerBrokenRequests } from './http/broken-request.ts';
import { createClientReader, type FromClient, leavingSignal } from './http/client.ts';
import { createFront } from './http/front/front.ts';
import { createOpenApi } from './http/pages/openapi.ts';
import { createOps } from './http/pages/ops.ts';
import { createPlainReads } from './http/rest/plain-reads.ts';
import { createRest } from './http/rest/router.ts';
import { soundRequests } from './http/sound-request.ts';
import { createAudiences } from './http/streams/audiences.ts';
import { createUpstreams } from './upstreams/index.ts';
import { createReplicas } from './upstreams/redis/index.ts';

/** A gateway that has not begun to listen, or has. */
export type Gateway = {
  /**
   * Begins to listen; resolves to the origin, without a trailing slash.
   *
   * @throws {ConfigError} it cannot listen there, or must not run like this.
   * @throws what `close` stopped it with.
   */
  readonly listen: () => Promise<string>;
  /** Takes no new work, ends streams, waits up to 10 s for what is under way. */
  readonly close: () => Promise<void>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
};

/** What tests put in the place of the real thing. */
export type GatewayOverrides = {
  readonly clock?: Clock;
  readonly log?: Log;
  /** False sends every request the whole way: reads through express, known queries through the engine's own door. */
  readonly shortCut?: boolean;
};

/** Work under way at the end gets this long. */
const drainTime = 10_000;
/** How often connections without work are closed during the drain, milliseconds. */
const idleCheck = 100;
/** How often the clock of ages is looked at, at least, milliseconds. */
const agesCheck = 250;

/** Composes the gateway: upstreams, cache, the two doors, and the server before them. */
export function createGateway(config: Config, overrides: GatewayOverrides = {}): Gateway {
  const clock = overrides.clock ?? systemClock;
  const ages = createAgeClock(clock);
  const agesTimer = setInterval(ages.now, agesCheck).unref();
  const log = overrides.log ?? createLog(config.logLevel, hiddenTexts(config));
  const telemetry = createTelemetry();
  const upstreams = createUpstreams({ config, telemetry, clock: ages });
  const replicas = createReplicas({ config, clock: ages, log, telemetry });
  const answers = createAnswerCache(ages, config.answerCacheMaxBytes);
  const cache = createValueCache({
    clock: ages,
    shared: replicas?.values,
    maxBytes: config.cacheMaxBytes,
    onRead: telemetry.cacheReads.add,
  });
  cache.onForget(answers.drop);
  telemetry.watchCache('answers', answers.size);
  telemetry.watchCache('values', () => ({ ...cache.stats(), maxBytes: config.cacheMaxBytes }));
  const stopping = new AbortController();
  const slots = createStreamSlots(config.streamLimits);
  const audiences = createAudiences({ drain: stopping.signal });
  const serviceDeps: ServiceDeps = {
    config,
    clock,
    log,
    telemetry,
    cache,
    upstreams,
    replicas,
    slots,
    drain: stopping.signal,
  };
  const services = createServices(serviceDeps);
  const deps = { ...serviceDeps, services, createLoaders, ages };
  const readClient = createClientReader(config.trustedProxies);
  const contextOf = (
    request: IncomingMessage,
    response: ServerResponse,
    origin: Partial<OperationOrigin> & { readonly tellsId?: boolean } = {},
  ) => {
    const { requestId, clientAddress } = readClient(request, origin.tellsId ? null : response);
    const { lastEventId = null, signal = leavingSignal(response) } = origin;
    return createContext(deps, { requestId, clientAddress, lastEventId, signal });
  };
  const plainContextOf = (request: FromClient, signal: AbortSignal) =>
    createContext(deps, { ...readClient(request, null), signal });
  let closing: Promise<void> | undefined;

  const routes = slices.flatMap((slice) => slice.routes);
  const answer = createAnswerer({ clock: ages, telemetry });
  const makeOnce = createMakeOnce(answers, ages);
  const door = { log, telemetry, answer };
  const shared = { ...door, clock: ages, answers, makeOnce };
  const isOpen = overrides.shortCut ?? true;
  const rest = createRest({
    ...shared,
    routes,
    createContext: contextOf,
    readClient,
    shortCut: isOpen,
    slots,
    audiences,
  });
  const reads = createPlainReads({
    ...shared,
    routes: isOpen ? routes : [],
    createContext: plainContextOf,
  });
  const engine = createEngine(createSchema(slices), log);
  const stream = createStreamDoor({
    engine,
    createContext: contextOf,
    readClient,
    slots,
    audiences,
    drain: stopping.signal,
    log,
    telemetry,
  });
  const direct = createExecution({
    readDocument: createDocumentReader(engine),
    slices,
    createSchema: () => createSchema(slices),
    log,
    telemetry,
    maxPartBytes: Math.floor(config.cacheMaxBytes / 8),
    isOpen,
  });
  const answering = createAnswering({ direct, telemetry, answers, makeOnce });
  const graphql = createGraphQLDoor({
    ...door,
    engine,
    answering,
    createContext: contextOf,
    stream: stream.distinct,
  });
  const queries = createPlainQueries({
    ...door,
    answering,
    createContext: plainContextOf,
    isOpen,
  });
  const ops = createOps({
    health: upstreams.health,
    redis: replicas?.health,
    probe: upstreams.probe,
    isDraining: () => closing !== undefined,
    telemetry,
    openApi: createOpenApi(routes),
  });

  const front = createFront({
    answers,
    answer,
    log,
    graphqlPath,
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
  const server = createServer(
    {
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      connectionsCheckingInterval: 1000,
      // A request without a body is a stream that has ended, so nothing need be read from it.
      optimizeEmptyRequests: true,
      // Node's own refusal has no body.
      requireHostHeader: false,
    },
    soundRequests(front.handle),
  );
  server.maxHeadersCount = 200;
  server.maxConnections = config.maxConnections;
  keepConnections(server);
  answerBrokenRequests(server);
  front.bypass.protect(server);

  const drain = async () => {
    front.bypass.close();
    const drained = new Promise<void>((resolve) => server.close(() => resolve()));
    stopping.abort(new DOMException('the service is stopping', 'AbortError'));
    // A connection whose last answer has gone out would otherwise be held for the next request.
    const idle = setInterval(() => server.closeIdleConnections(), idleCheck);
    const timer = setTimeout(() => server.closeAllConnections(), drainTime);
    await drained;
    clearInterval(idle);
    clearInterval(agesTimer);
    clearTimeout(timer);
    await services[Symbol.asyncDispose]();
    await replicas?.close();
    await upstreams.close();
  };
  // A second signal waits for the first one's drain.
  const close = () => {
    closing ??= drain();
    return closing;
  };

  return {
    listen: async () => {
      await replicas?.start();
      stopping.signal.throwIfAborted();
      await services.start();
      stopping.signal.throwIfAborted();
      const { port } = await listenOn(server, config);
      const host = config.host.includes(':') ? `[${config.host}]` : config.host;
      return `http://${host}:${port}`;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** @throws {ConfigError} naming the variable that would have to be another. */
async function listenOn(server: Server, { host, port }: Config): Promise<AddressInfo> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const variable = code === 'EADDRINUSE' || code === 'EACCES' ? 'PORT' : 'HOST';
    throw new ConfigError([`${variable}: the gateway cannot listen there: ${message}`]);
  }
  return server.address() as AddressInfo;
}
