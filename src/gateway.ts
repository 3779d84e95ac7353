import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ServiceDeps } from './context.ts';
import { createValueCache } from './core/cache/value-cache.ts';
import { type Clock, createAgeClock, systemClock } from './core/clock.ts';
import { type Config, ConfigError } from './core/config.ts';
import { createStreamSlots } from './core/events/stream-slots.ts';
import { createPendingResponses } from './core/limits/pending-responses.ts';
import { createLog, type Log } from './core/log.ts';
import { createTelemetry } from './core/telemetry.ts';
import { logSecretsOf } from './core/text/log-secrets.ts';
import type { Millis } from './core/units.ts';
import { createLoaders, createServices } from './domains/index.ts';
import { createDoors } from './doors.ts';
import { createAnswerCache } from './http/answers/answer-cache.ts';
import { keepConnections } from './http/answers/prepared-head.ts';
import { answerBrokenRequests } from './http/broken-request.ts';
import { type AcceptProxyId, createAcceptProxyId } from './http/client.ts';
import { cutStalledClients } from './http/connections/stalled-clients.ts';
import { createDrain, idleGrace } from './http/drain.ts';
import type { Front } from './http/front/front.ts';
import { soundRequests } from './http/sound-request.ts';
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
  /** How long a stop leaves kept connections to their next request. */
  readonly idleGrace?: Millis;
};

/** How often the clock of ages is looked at, at least, milliseconds. */
const agesCheck = 250;

/** Composes the gateway: upstreams, caches, services, the doors, and the server before them. */
export function createGateway(config: Config, overrides: GatewayOverrides = {}): Gateway {
  const clock = overrides.clock ?? systemClock;
  const ages = createAgeClock(clock);
  const agesTimer = setInterval(ages.now, agesCheck).unref();
  const log = overrides.log ?? createLog(config.logLevel, logSecretsOf(config));
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
  cache.onForget((policy) => {
    answers.drop(policy);
    // What is written may have been missing from an answer, which does not tell of what row that was.
    answers.drop('absence');
  });
  telemetry.watchCache('answers', answers.size);
  telemetry.watchCache('values', () => ({ ...cache.stats(), maxBytes: config.cacheMaxBytes }));
  const stopping = new AbortController();
  const slots = createStreamSlots(config.streamLimits);
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
    replicas,
    slots,
    pending,
    drain: stopping.signal,
  };
  const services = createServices(serviceDeps);
  let closing: Promise<void> | undefined;
  const acceptProxyId = createAcceptProxyId(config.trustedProxies);
  const front = createDoors({
    ...serviceDeps,
    acceptProxyId,
    services,
    createLoaders,
    ages,
    answers,
    isOpen: overrides.shortCut ?? true,
    isDraining: () => closing !== undefined,
  });
  const server = createHttpServer({
    front,
    acceptProxyId,
    maxConnections: config.maxConnections,
    stopping: stopping.signal,
  });
  const endStallCheck = cutStalledClients(server, {
    limit: config.responseStallLimit,
    onCut: () => telemetry.stalledClients.inc(),
  });
  const closeServer = createDrain(server, overrides.idleGrace ?? idleGrace);

  const drain = async () => {
    front.bypass.close();
    stopping.abort(new DOMException('the service is stopping', 'AbortError'));
    await closeServer();
    endStallCheck();
    clearInterval(agesTimer);
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

/** A server with the front before its parser and behind it. */
function createHttpServer(options: {
  readonly front: Front;
  readonly acceptProxyId: AcceptProxyId;
  readonly maxConnections: number;
  readonly stopping: AbortSignal;
}): Server {
  const { front, acceptProxyId, maxConnections, stopping } = options;
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
    soundRequests(acceptProxyId, front.handle),
  );
  server.maxHeadersCount = 200;
  server.maxConnections = maxConnections;
  keepConnections(server, stopping);
  answerBrokenRequests(server);
  front.bypass.protect(server);
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
