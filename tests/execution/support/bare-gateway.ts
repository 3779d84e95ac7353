import { type ContextDeps, createContext, type ServiceDeps } from '../../../src/context.ts';
import { createValueCache } from '../../../src/core/cache/value-cache.ts';
import type { Clock } from '../../../src/core/clock.ts';
import type { Config } from '../../../src/core/config.ts';
import { createStreamSlots } from '../../../src/core/events/stream-slots.ts';
import { createPendingResponses } from '../../../src/core/limits/pending-responses.ts';
import { createLog } from '../../../src/core/log.ts';
import { createTelemetry } from '../../../src/core/telemetry.ts';
import {
  createLoaders,
  createServices,
  type GatewayContext,
  type Loaders,
  type Services,
} from '../../../src/domains/index.ts';
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
  const upstreams = createUpstreams({ config, telemetry, clock });
  stack.defer(() => upstreams.close());
  const serviceDeps: ServiceDeps = {
    config,
    clock,
    telemetry,
    upstreams,
    log: createLog('silent'),
    cache: createValueCache({ clock, maxBytes: 50_000_000 }),
    replicas: undefined,
    slots: createStreamSlots({ total: 1, perClient: 1 }),
    pending: createPendingResponses({ maxBytes: Infinity, maxClientBytes: Infinity }),
    drain: new AbortController().signal,
  };
  const services = createServices(serviceDeps);
  stack.use(services);
  const deps = { ...serviceDeps, services, createLoaders, ages: clock };
  const { signal } = new AbortController();
  return {
    deps,
    context: () => createContext(deps, { signal, requestId: 'test', clientAddress: '' }),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}
