import { once } from 'node:events';
import { createServer, type Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type App, createApp } from './app.ts';
import { createValueCache } from './cache/value-cache.ts';
import { createCluster } from './cluster/index.ts';
import { type Config, ConfigError, collectLogSecrets } from './config.ts';
import type { ServiceDeps } from './context.ts';
import { createDomainServices, createLoaders, publicMessages } from './domains/index.ts';
import { respondToClientErrors } from './http/client-error.ts';
import { configureKeepAlive } from './http/connections/keep-alive.ts';
import { disconnectStalledClients } from './http/connections/stalled-clients.ts';
import { createGracefulShutdown, shutdownIdleGrace } from './http/graceful-shutdown.ts';
import { createMetricsApp, type OpsEndpointOptions } from './http/ops/ops.ts';
import {
  type AdoptIncomingRequestId,
  createIncomingRequestIdAdopter,
} from './http/request-id-and-address.ts';
import { createResponseCache } from './http/response/response-cache.ts';
import { rejectInvalidHttpRequests } from './http/validate-request.ts';
import { type Clock, createMonotonicClock, systemClock } from './lib/clock.ts';
import { createClientRateLimits } from './lib/limits/client-rate-limits.ts';
import { createOperationsInProgress } from './lib/limits/operations-in-progress.ts';
import { createUndeliveredBytesLimiter } from './lib/limits/undelivered-bytes-limiter.ts';
import { createLog, type Log } from './lib/log.ts';
import { resolveProjectFile } from './lib/project-files.ts';
import type { Millis } from './lib/units.ts';
import { createStreamLimiter } from './streaming/stream-limits.ts';
import { startTracing } from './telemetry/start-tracing.ts';
import { createTelemetry } from './telemetry/telemetry.ts';
import { createUpstreams } from './upstreams/index.ts';
import { hasRequiredUpstreams } from './upstreams/readiness.ts';

/** A gateway, which accepts connections after `listen`. */
export type Gateway = {
  /**
   * Starts listening. Resolves to the origin, without a trailing slash.
   *
   * @throws {ConfigError} the address cannot be used or the configuration is not allowed.
   * @throws the shutdown reason, if `close` is called during the start.
   */
  readonly listen: () => Promise<string>;
  /**
   * Turns `/readyz` to 503 and goes on serving for `DRAIN_SECONDS`; then stops accepting
   * connections, ends event streams, waits up to 10 s for requests in progress, and closes the
   * upstream connections. Later calls return the same promise.
   */
  readonly close: () => Promise<void>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
};

/** Parts that tests replace. */
export type GatewayOverrides = {
  readonly clock?: Clock;
  readonly log?: Log;
  readonly explorerDir?: string;
  /** How long idle keep-alive connections stay open for one more request during shutdown. */
  readonly shutdownIdleGrace?: Millis;
};

/** Where `npm run build` puts the web application. */
const builtExplorer = resolveProjectFile('explorer/dist');

/** How long work waits until there is memory for it, milliseconds. */
const maxWaitForMemory = 2000;

/** Interval at which the monotonic clock is read even without requests, milliseconds. */
const monotonicClockInterval = 250;

/** Creates a gateway with all its parts. Nothing is connected before `listen`. */
export function createGateway(config: Config, overrides: GatewayOverrides = {}): Gateway {
  const clock = overrides.clock ?? systemClock;
  const monotonicClock = createMonotonicClock(clock);
  const monotonicClockTimer = setInterval(monotonicClock.now, monotonicClockInterval).unref();
  const log = overrides.log ?? createLog(config.logLevel, collectLogSecrets(config));
  const telemetry = createTelemetry();
  const cluster = createCluster({ config, clock: monotonicClock, log, telemetry });
  const upstreams = createUpstreams({
    config,
    publicMessages,
    telemetry,
    clock: monotonicClock,
    log,
    sharedChainRanges: cluster?.chainRanges,
  });
  const responses = createResponseCache(monotonicClock, config.responseCacheMaxBytes);
  const cache = createValueCache({
    clock: monotonicClock,
    shared: cluster?.sharedCache,
    maxBytes: config.cacheMaxBytes,
    onRead: (policy, outcome) => telemetry.cacheReads.inc({ policy, outcome }),
  });
  cache.onInvalidate((policy) => {
    responses.invalidate(policy);
    // The write may have created the value. Responses from before depend on the policy `absence`
    // instead of the value's own.
    responses.invalidate('absence');
  });
  telemetry.watchCache('responses', responses.size);
  telemetry.watchCache('values', () => ({ ...cache.stats(), maxBytes: config.cacheMaxBytes }));
  const stopping = new AbortController();
  const streamLimiter = createStreamLimiter(config.streamLimits);
  const pending = createUndeliveredBytesLimiter({
    ...config.pendingResponses,
    onRefuse: (bound) => telemetry.refusedResponses.inc({ bound }),
  });
  telemetry.watchPendingResponses(pending.bytes);
  const inProgress = createOperationsInProgress({
    maxBytes: config.maxInProgressBytes,
    maxWait: maxWaitForMemory,
    onRefuse: (bound) => telemetry.refusedOperations.inc({ bound }),
  });
  telemetry.watchOperationsInProgress(inProgress.bytes);
  const serviceDeps: ServiceDeps = {
    config,
    clock,
    log,
    telemetry,
    cache,
    upstreams,
    cluster,
    streamLimiter,
    clientLimits: createClientRateLimits(config.clientLimits, cluster?.createLimiter),
    pending,
    shutdownSignal: stopping.signal,
  };
  const services = createDomainServices(serviceDeps);
  let closing: Promise<void> | undefined;
  let stopTracing: (() => Promise<void>) | undefined;
  const acceptProxyId = createIncomingRequestIdAdopter(config.trustedProxies);
  const isDraining = () => closing !== undefined;
  const isUsable = () =>
    hasRequiredUpstreams(config.readyRequires, upstreams.health(), cluster?.health());
  telemetry.watchReadiness(() => !isDraining() && isUsable());
  telemetry.watchUpstreams(upstreams.health);
  const probes: OpsEndpointOptions = {
    health: upstreams.health,
    redis: cluster?.health,
    details: () => ({ ...upstreams.details(), ...cluster?.details() }),
    probe: upstreams.probe,
    isUsable,
    isDraining,
    telemetry,
    log,
  };
  const purging = config.adminToken && { token: config.adminToken, purge: cache.purge, log };
  const metricsServer =
    config.metricsPort === undefined
      ? null
      : createServer(createMetricsApp(probes, purging || undefined));
  const app = createApp({
    ...serviceDeps,
    services,
    createLoaders,
    monotonicClock,
    responseCache: responses,
    inProgress,
    probes,
    explorerDir: overrides.explorerDir ?? builtExplorer,
  });
  const server = createHttpServer({
    app,
    acceptProxyId,
    maxConnections: config.maxConnections,
    stopping: stopping.signal,
  });
  const endStallCheck = disconnectStalledClients(server, {
    limit: config.responseStallLimit,
    onCut: () => telemetry.stalledClients.inc(),
  });
  const closeServer = createGracefulShutdown(server, {
    idleGrace: overrides.shutdownIdleGrace ?? shutdownIdleGrace,
  });

  const shutDown = async () => {
    // Load balancers see the 503 of `/readyz` and send new connections elsewhere.
    if (server.listening && config.drainTime > 0) await pause(config.drainTime);
    stopping.abort(new DOMException('the service is stopping', 'AbortError'));
    await closeServer();
    metricsServer?.close();
    metricsServer?.closeAllConnections();
    endStallCheck();
    clearInterval(monotonicClockTimer);
    await services[Symbol.asyncDispose]();
    await cluster?.close();
    await upstreams.close();
    await stopTracing?.();
  };
  // Several signals share one shutdown.
  const close = () => {
    closing ??= shutDown();
    return closing;
  };

  return {
    listen: async () => {
      await cluster?.start();
      if (config.otlpEndpoint)
        stopTracing = await startTracing(telemetry.spans, {
          endpoint: config.otlpEndpoint,
          resource: config.traceResource,
          log,
        });
      stopping.signal.throwIfAborted();
      await services.start();
      stopping.signal.throwIfAborted();
      if (metricsServer) {
        await listenOn(metricsServer, config.host, { METRICS_PORT: config.metricsPort });
      }
      const { port } = await listenOn(server, config.host, { PORT: config.port });
      const host = config.host.includes(':') ? `[${config.host}]` : config.host;
      return `http://${host}:${port}`;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

function createHttpServer(options: {
  readonly app: App;
  readonly acceptProxyId: AdoptIncomingRequestId;
  readonly maxConnections: number;
  readonly stopping: AbortSignal;
}): Server {
  const { app, acceptProxyId, maxConnections, stopping } = options;
  const server = createServer(
    {
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      connectionsCheckingInterval: 1000,
      // The body stream of a request without a body is ended from the start and need not be read.
      optimizeEmptyRequests: true,
      // `rejectInvalidHttpRequests` rejects a missing Host; node's own 400 has no body.
      requireHostHeader: false,
      // Other upgrades, such as to HTTP/2, are ignored: the request is served.
      shouldUpgradeCallback: app.webSocket.isFor,
    },
    rejectInvalidHttpRequests(acceptProxyId, app.handle),
  );
  server.on('upgrade', (request, socket: Socket, head) => {
    const response = new ServerResponse(request);
    response.assignSocket(socket);
    // A server does this for the responses that it creates itself.
    response.once('finish', () => socket.destroySoon());
    rejectInvalidHttpRequests(acceptProxyId, () =>
      app.webSocket.upgrade({ request, response, socket, head }),
    )(request, response);
  });
  server.maxHeadersCount = 200;
  server.maxConnections = maxConnections;
  configureKeepAlive(server, stopping);
  respondToClientErrors(server);
  return server;
}

/** Starts listening. @throws {ConfigError} names the variable to change. */
async function listenOn(
  server: Server,
  host: string,
  variable: Readonly<Record<string, number | undefined>>,
): Promise<AddressInfo> {
  const [[name = '', port] = []] = Object.entries(variable);
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const wrong = code === 'EADDRINUSE' || code === 'EACCES' ? name : 'HOST';
    throw new ConfigError([`${wrong}: the gateway cannot listen there: ${message}`]);
  }
  return server.address() as AddressInfo;
}
