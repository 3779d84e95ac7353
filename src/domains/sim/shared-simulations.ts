import { hash } from 'node:crypto';
import type { RequestSignalAndIds, ServiceDeps } from '../../context.ts';
import { GatewayError, OverloadedError } from '../../lib/errors.ts';
import { mapMaybePromise } from '../../lib/maybe-promise.ts';
import {
  createTracedSignal,
  getSignalTrace,
  linkTrace,
  type TraceContext,
} from '../../lib/trace-context.ts';
import { type Broadcast, createBroadcast } from '../../streaming/broadcast.ts';
import { yieldOneEventPerTurn } from '../../streaming/one-event-per-turn.ts';
import { resultsCacheKey } from './client.ts';
import { type SimulationComputeRequest, streamRun, streamSweep } from './computation-stream.ts';
import type { SimRequest } from './parameters/sim-request.ts';
import { createDuplicateEventFilter, createSimulationCodec } from './replicated-events.ts';
import {
  errorEventCauseKey,
  getEventDeliveryMode,
  type RunEvent,
  type SimulationEvent,
  type SweepEvent,
  toErrorEvent,
} from './simulation-events.ts';

/** The computations of one kind, shared by all requests. */
export type SharedSimulations<E extends SimulationEvent> = ReturnType<typeof createComputations<E>>;

/** All simulations of the process. Equal requests of both APIs and all replicas share a run. */
export type SimulationComputations = ReturnType<typeof createSimulationComputations>;

const maxConcurrent = 24;
/** Estimated memory of a series point, as an object and encoded, bytes. */
const pointBytes = 250;
/** Estimated memory of a result without its series and its JSON, bytes. */
const resultBytes = 3000;

/** Creates the shared simulations. A computation starts with its first subscriber. */
export function createSimulationComputations(deps: ServiceDeps) {
  return {
    runs: createComputations<RunEvent>(deps, 'run', streamRun),
    sweeps: createComputations<SweepEvent>(deps, 'sweep', streamSweep),
  };
}

/**
 * Returns the events to cache, given all that are replayed: the result of a run, or the variants of
 * a sweep and `sweep_done` without them. Null unless all variants succeeded.
 */
function toCacheable(events: readonly SimulationEvent[]): readonly SimulationEvent[] | null {
  const last = events.at(-1);
  if (last?.type === 'result') return [{ ...last, cached: true, computed_in_ms: 0 }];
  if (last?.type !== 'sweep_done' || last.simulations.length < last.total_variants) return null;
  const simulations = last.simulations.map((variant) => ({ ...variant, cached: true }));
  return [...simulations, { ...last, simulations: [] }];
}

/** Converts cached events back to the events that are sent. */
function restoreEvents(cached: readonly SimulationEvent[]): readonly SimulationEvent[] {
  const simulations = cached.filter((event) => event.type === 'variant_done');
  return cached.map((event) => (event.type === 'sweep_done' ? { ...event, simulations } : event));
}

function createComputations<E extends SimulationEvent>(
  { upstreams, cache, log, telemetry, cluster }: ServiceDeps,
  name: 'run' | 'sweep',
  computeAtDataNode: (call: SimulationComputeRequest) => AsyncIterable<E>,
) {
  type Running = { readonly stream: Broadcast<E>; readonly trace: TraceContext | undefined };
  const open = new Map<string, Running>();
  // The key can be long and is part of cluster messages, so it is hashed.
  const keyOf = ({ key }: SimRequest) => `${name} ${hash('sha256', key, 'base64url')}`;

  /** Invalidates results, comparisons and holdings, so that the next reads include the new runs. */
  async function invalidateResults({ config, force }: SimRequest): Promise<void> {
    const named = [config.category_id, config.categories ?? []].flat().map(String);
    await Promise.all([
      ...[undefined, ...named].map((id) => cache.invalidate('simResults', resultsCacheKey(id))),
      cache.invalidate('simComparison'),
      force ? cache.invalidate('simHoldings') : cache.invalidate('absence', 'simHoldings'),
    ]);
  }

  /** Streams a computation of the data node and caches its result for all replicas. */
  async function* compute(request: SimRequest, signal: AbortSignal): AsyncGenerator<E> {
    const replayed: E[] = [];
    for await (const event of computeAtDataNode({
      dataNode: upstreams.dataNodeStreams,
      request,
      signal,
    })) {
      const deliveryMode = getEventDeliveryMode(event);
      if (deliveryMode !== 'conflate') replayed.push(event);
      if (deliveryMode === 'terminal') {
        const value = toCacheable(replayed);
        const made = value && { value, bytes: sizeOf(value), isOther: request.force };
        if (made) await cache.put('simRun', keyOf(request), made);
      }
      // Invalidate before the event is sent: a client may request the new run at once.
      if (isStored(event)) await invalidateResults(request);
      yield event;
    }
  }

  /** Returns the events of a computation by this or another replica. */
  function shareEvents(id: string, request: SimRequest, signal: AbortSignal): AsyncIterable<E> {
    const start = (unsubscribed: AbortSignal) => compute(request, unsubscribed);
    if (!cluster) return start(signal);
    return cluster.sharedStreams.shareStream({
      name: `${name} ${id}`,
      start,
      createCodec: createSimulationCodec<E>,
      createDeduplicator: createDuplicateEventFilter,
      isTerminal: (event) => getEventDeliveryMode(event) === 'terminal',
      isReplayed: (event) => event.type === 'open' || getEventDeliveryMode(event) !== 'conflate',
      acceptEnded: !request.force,
      signal,
    });
  }

  function begin(id: string, request: SimRequest, caller: RequestSignalAndIds): Running {
    const { requestIds } = caller;
    const trace = getSignalTrace(caller.signal);
    if (open.size >= maxConcurrent)
      throw new OverloadedError('too many simulations are under way', 5);
    const gauge = { stream: `upstream ${name}` };
    telemetry.openStreams.inc(gauge);
    const stream = createBroadcast<E>({
      source: (signal) =>
        yieldOneEventPerTurn(shareEvents(id, request, createTracedSignal(signal, trace))),
      deliveryModeOf: getEventDeliveryMode,
      toTerminalEvent: (thrown) => {
        if (thrown !== null && !(thrown instanceof GatewayError)) {
          log.error({ err: thrown, ...requestIds }, 'simulation failed');
        }
        return toErrorEvent(thrown) as E;
      },
      onEnd: (final) => {
        open.delete(id);
        telemetry.openStreams.dec(gauge);
        if (final?.type !== 'error') return;
        const err = final[errorEventCauseKey];
        // A 4xx is the client's error and is not logged.
        if (err.status >= 500) log.warn({ err, ...requestIds }, `${name} failed`);
      },
    });
    const running = { stream, trace };
    open.set(id, running);
    return running;
  }

  return {
    /** Caches a `NotFoundError` of the request for a short time; ignores other errors. */
    putNotFound: (request: SimRequest, error: unknown) =>
      cache.putNotFound('simRun', keyOf(request), error),
    /**
     * Returns the cached events of a finished computation of any replica while they are fresh.
     *
     * @throws {NotFoundError} `putNotFound` has cached the error for the request.
     */
    finished: (request: SimRequest) => {
      const key = keyOf(request);
      cache.throwIfNotFound('simRun', key);
      if (request.force) return null;
      return mapMaybePromise(cache.findFresh<readonly E[]>('simRun', key), (found) =>
        found === null ? null : { ...found, value: restoreEvents(found.value) as readonly E[] },
      );
    },
    /**
     * Joins or starts the computation. Log lines about it name its first caller.
     *
     * @throws {OverloadedError} too many are in progress.
     */
    subscribe: (request: SimRequest, caller: RequestSignalAndIds) => {
      const id = request.force ? `${request.key} force` : request.key;
      const known = open.get(id);
      linkTrace(caller.signal, known?.trace);
      return (known ?? begin(id, request, caller)).stream.iterate(caller.signal);
    },
  };
}

/** Whether the data node has stored a new run, which outdates cached results. */
function isStored(event: SimulationEvent): boolean {
  return (event.type === 'result' || event.type === 'variant_done') && !event.cached;
}

function sizeOf(events: readonly SimulationEvent[]): number {
  return events.reduce((sum, event) => {
    if (event.type === 'sweep_done') return sum + sizeOf(event.simulations);
    if (!('nav_series' in event)) return sum;
    const { nav_series, ...rest } = event;
    return sum + nav_series.length * pointBytes + resultBytes + JSON.stringify(rest).length;
  }, 0);
}
