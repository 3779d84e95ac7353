import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApp } from './app.ts';
import { createValueCache } from './cache/value-cache.ts';
import { createCluster } from './cluster/index.ts';
import { type Config, ConfigError } from './config.ts';
import type { ServiceDeps } from './context.ts';
import { createLoaders, createServices } from './domains/index.ts';
import type { FastPath } from './fast-path/fast-path.ts';
import { respondToClientErrors } from './http/client-error.ts';
import { disconnectStalledClients } from './http/connections/stalled-clients.ts';
import { createGracefulShutdown, idleConnectionGrace } from './http/graceful-shutdown.ts';
import { type AcceptProxyId, createAcceptProxyId } from './http/request-identity.ts';
import { configureKeepAlive } from './http/response/raw-response.ts';
import { createResponseCache } from './http/response/response-cache.ts';
import { validateRequests } from './http/validate-request.ts';
import { type Clock, createMonotonicClock, systemClock } from './lib/clock.ts';
import { logSecretsOf } from './lib/encoding/log-secrets.ts';
import { createPendingResponses } from './lib/limits/pending-responses.ts';
import { createLog, type Log } from './lib/log.ts';
import type { Millis } from './lib/units.ts';
import { createStreamLimiter } from './streaming/stream-limits.ts';
import { createTelemetry } from './telemetry.ts';
import { createUpstreams } from './upstreams/index.ts';

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
  readonly fastPathEnabled?: boolean;
  /** How long a stop leaves kept connections to their next request. */
  readonly idleConnectionGrace?: Millis;
};

/** How often the clock of ages is looked at, at least, milliseconds. */
const monotonicClockInterval = 250;

/** Composes the gateway: upstreams, caches, services, the doors, and the server before them. */
export function createGateway(config: Config, overrides: GatewayOverrides = {}): Gateway {
  const clock = overrides.clock ?? systemClock;
  const monotonicClock = createMonotonicClock(clock);
  const monotonicClockTimer = setInterval(monotonicClock.now, monotonicClockInterval).unref();
  const log = overrides.log ?? createLog(config.logLevel, logSecretsOf(config));
  const telemetry = createTelemetry();
  const upstreams = createUpstreams({ config, telemetry, clock: monotonicClock });
  const cluster = createCluster({ config, clock: monotonicClock, log, telemetry });
  const responses = createResponseCache(monotonicClock, config.responseCacheMaxBytes);
  const cache = createValueCache({
    clock: monotonicClock,
    shared: cluster?.sharedCache,
    maxBytes: config.cacheMaxBytes,
    onRead: telemetry.cacheReads.add,
  });
  cache.onInvalidate((policy) => {
    responses.invalidate(policy);
    // What is written may have been missing from an answer, which does not tell of what row that was.
    responses.invalidate('absence');
  });
  telemetry.watchCache('answers', responses.size);
  telemetry.watchCache('values', () => ({ ...cache.stats(), maxBytes: config.cacheMaxBytes }));
  const stopping = new AbortController();
  const streamLimiter = createStreamLimiter(config.streamLimits);
  const pending = createPendingResponses({
    ...config.pendingResponses,
    onRefuse: (bound) => telemetry.refusedResponses.inc({ bound }),
  });
  telemetry.watchPendingResponses(pending.bytes);
  const serviceDeps: ServiceDeps = {
    config,
    clock,
    log,
    telemetry,
    cache,
    upstreams,
    cluster,
    streamLimiter,
    pending,
    shutdownSignal: stopping.signal,
  };
  const services = createServices(serviceDeps);
  let closing: Promise<void> | undefined;
  const acceptProxyId = createAcceptProxyId(config.trustedProxies);
  const app = createApp({
    ...serviceDeps,
    acceptProxyId,
    services,
    createLoaders,
    monotonicClock,
    responseCache: responses,
    fastPathEnabled: overrides.fastPathEnabled ?? true,
    isDraining: () => closing !== undefined,
  });
  const server = createHttpServer({
    front: app,
    acceptProxyId,
    maxConnections: config.maxConnections,
    stopping: stopping.signal,
  });
  const endStallCheck = disconnectStalledClients(server, {
    limit: config.responseStallLimit,
    onCut: () => telemetry.stalledClients.inc(),
  });
  const closeServer = createGracefulShutdown(
    server,
    overrides.idleConnectionGrace ?? idleConnectionGrace,
  );

  const shutdownSignal = async () => {
    app.parserBypass.close();
    stopping.abort(new DOMException('the service is stopping', 'AbortError'));
    await closeServer();
    endStallCheck();
    clearInterval(monotonicClockTimer);
    await services[Symbol.asyncDispose]();
    await cluster?.close();
    await upstreams.close();
  };
  // A second signal waits for the first one's drain.
  const close = () => {
    closing ??= shutdownSignal();
    return closing;
  };

  return {
    listen: async () => {
      await cluster?.start();
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

/** A server with the front before its parser and behind it. */
function createHttpServer(options: {
  readonly front: FastPath;
  readonly acceptProxyId: AcceptProxyId;
  readonly maxConnections: number;
  readonly stopping: AbortSignal;
}): Server {
  const { front: app, acceptProxyId, maxConnections, stopping } = options;
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
    validateRequests(acceptProxyId, app.handle),
  );
  server.maxHeadersCount = 200;
  server.maxConnections = maxConnections;
  configureKeepAlive(server, stopping);
  respondToClientErrors(server);
  app.parserBypass.keepAliveDuringBypass(server);
  return server;
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
