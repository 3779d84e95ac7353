import { createValueCache } from '../../../src/cache/value-cache.ts';
import type { Config } from '../../../src/config.ts';
import { type ContextDeps, createContext, type ServiceDeps } from '../../../src/context.ts';
import {
  createDomainServices,
  createLoaders,
  type GatewayContext,
  type Loaders,
  publicMessages,
  type Services,
} from '../../../src/domains/index.ts';
import type { Clock } from '../../../src/lib/clock.ts';
import { createClientRateLimits } from '../../../src/lib/limits/client-rate-limits.ts';
import { createUndeliveredBytesLimiter } from '../../../src/lib/limits/undelivered-bytes-limiter.ts';
import { createLog } from '../../../src/lib/log.ts';
import { createStreamLimiter } from '../../../src/streaming/stream-limits.ts';
import { createTelemetry } from '../../../src/telemetry/telemetry.ts';
import { createUpstreams } from '../../../src/upstreams/index.ts';

/** What a gateway answers from, without doors. */
export type BareGateway = AsyncDisposable & {
  readonly deps: ContextDeps<Loaders, Services>;
  /** What a request would carry. */
  readonly context: () => GatewayContext;
};

/** Makes one; it says nothing in its log. */
export function createBareGateway(config: Config, clock: Clock): BareGateway {
  const stack = new AsyncDisposableStack();
  const telemetry = createTelemetry();
  const log = createLog('silent');
  const upstreams = createUpstreams({ publicMessages, config, telemetry, clock, log });
  stack.defer(() => upstreams.close());
  const serviceDeps: ServiceDeps = {
    config,
    clock,
    telemetry,
    upstreams,
    log,
    cache: createValueCache({ clock, maxBytes: 50_000_000 }),
    cluster: undefined,
    clientLimits: createClientRateLimits({ rest: undefined, graphqlCost: undefined }, undefined),
    streamLimiter: createStreamLimiter({ total: 1, perClient: 1 }),
    pending: createUndeliveredBytesLimiter({ maxBytes: Infinity, maxClientBytes: Infinity }),
    shutdownSignal: new AbortController().signal,
  };
  const services = createDomainServices(serviceDeps);
  stack.use(services);
  const deps = { ...serviceDeps, services, createLoaders, monotonicClock: clock };
  const { signal } = new AbortController();
  return {
    deps,
    context: () =>
      createContext(deps, {
        signal,
        requestId: 'test',
        traceId: 'test',
        clientLabel: 'other',
        clientAddress: '',
      }),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}
