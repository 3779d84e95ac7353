import { hash } from 'node:crypto';
import type { CachedValue } from '../../cache/cached-value.ts';
import type { ValueCache } from '../../cache/value-cache.ts';
import type { Cluster } from '../../cluster/index.ts';
import { GatewayError, OverloadedError } from '../../lib/errors.ts';
import type { Log } from '../../lib/log.ts';
import { mapMaybePromise } from '../../lib/maybe-promise.ts';
import { type Broadcast, createBroadcast } from '../../streaming/broadcast.ts';
import type { EventCodec } from '../../streaming/shared-streams.ts';
import { yieldPerTick } from '../../streaming/yield-per-tick.ts';
import type { Telemetry } from '../../telemetry.ts';
import type { HttpClient } from '../../upstreams/index.ts';
import { resultsCacheKey } from './client.ts';
import type { SimRequest } from './parameters/sim-request.ts';
import { createRunDeduplicator, createSweepDeduplicator } from './replication/dedupe-events.ts';
import { createRunCodec, createSweepCodec } from './replication/event-codec.ts';
import {
  errorCauseKey,
  type RunEvent,
  retentionOf,
  type SweepEvent,
  toErrorEvent,
} from './simulation-events.ts';
import { type ComputeRequest, streamRun, streamSweep } from './streams/computations.ts';

/** The events of one kind of computation, for whoever asks for it. */
export type SharedComputations<E> = {
  /** What was computed before, here or at another replica, and is still fresh, as events that say so. */
  readonly finished: (
    request: SimRequest,
  ) => CachedValue<readonly E[]> | null | Promise<CachedValue<readonly E[]> | null>;
  /** Joins the computation under way, or begins it. @throws {BusyError} too many are under way. */
  readonly subscribe: (request: SimRequest, signal: AbortSignal) => AsyncIterableIterator<E>;
  /** How many the data node works on. */
  readonly runningCount: () => number;
};

/**
 * Every simulation of the process. Identical requests share one computation of the data node,
 * whichever door and replica they come through; what it ends with is kept for those who ask later.
 */
export type Simulations = {
  readonly runs: SharedComputations<RunEvent>;
  readonly sweeps: SharedComputations<SweepEvent>;
};

/** The data node is given this many computations of a kind at once. */
const maxUnderWay = 24;
/** What a point of a series takes as an object and as text, bytes. */
const pointBytes = 250;
/** Everything else of a result but what it says in JSON, bytes. */
const resultBytes = 3000;

type Kind<E> = {
  readonly name: 'run' | 'sweep';
  readonly compute: (call: ComputeRequest) => AsyncIterable<E>;
  /** The events as they are kept for later; null when they are not worth keeping. */
  readonly replayOf: (events: readonly E[]) => readonly E[] | null;
  /** The events that are told, of those that were kept. */
  readonly restore: (kept: readonly E[]) => readonly E[];
  /** How events travel between replicas, and which are news when another one begins anew. */
  readonly createWire: () => EventCodec<E>;
  readonly createMemory: () => (event: E, isAnew: boolean) => boolean;
};

type SimulationDeps = {
  readonly dataNode: HttpClient;
  readonly cache: ValueCache;
  readonly log: Log;
  readonly telemetry: Telemetry;
  /** Undefined for a gateway alone. */
  readonly cluster: Pick<Cluster, 'sharedStreams'> | undefined;
};

/** No computation is under way until somebody listens. */
export function createSimulations(deps: SimulationDeps): Simulations {
  return {
    runs: createComputations<RunEvent>(deps, {
      name: 'run',
      compute: streamRun,
      replayOf: ([event]) =>
        event?.type === 'result' ? [{ ...event, cached: true, computed_in_ms: 0 }] : null,
      restore: (kept) => kept,
      createWire: createRunCodec,
      createMemory: createRunDeduplicator,
    }),
    sweeps: createComputations<SweepEvent>(deps, {
      name: 'sweep',
      compute: streamSweep,
      replayOf: replaySweep,
      restore: restoreSweep,
      createWire: createSweepCodec,
      createMemory: createSweepDeduplicator,
    }),
  };
}

/** A sweep is kept when all of its variants could be computed; its end names them once more when it is told. */
function replaySweep(events: readonly SweepEvent[]): readonly SweepEvent[] | null {
  const last = events.at(-1);
  if (last?.type !== 'sweep_done' || last.simulations.length < last.total_variants) return null;
  const simulations = last.simulations.map((variant) => ({ ...variant, cached: true }));
  return [...simulations, { ...last, simulations: [] }];
}

function restoreSweep(kept: readonly SweepEvent[]): readonly SweepEvent[] {
  const simulations = kept.filter((event) => event.type === 'variant_done');
  return kept.map((event) => (event.type === 'sweep_done' ? { ...event, simulations } : event));
}

function createComputations<E extends RunEvent | SweepEvent>(
  { dataNode, cache, log, telemetry, cluster }: SimulationDeps,
  kind: Kind<E>,
): SharedComputations<E> {
  const open = new Map<string, Broadcast<E>>();
  // What was asked for may be long, and stands in what replicas tell each other.
  const keyOf = ({ key }: SimRequest) => `${kind.name} ${hash('sha256', key, 'base64url')}`;

  /** Who asks for results, a comparison or holdings next finds the new runs in them. */
  async function forgetResults({ config, force }: SimRequest): Promise<void> {
    const named = [config.category_id, config.categories ?? []].flat().map(String);
    await Promise.all([
      ...[undefined, ...named].map((id) => cache.invalidate('simResults', resultsCacheKey(id))),
      cache.invalidate('simComparison'),
      force ? cache.invalidate('simHoldings') : cache.invalidate('absence', 'simHoldings'),
    ]);
  }

  /** Lets the data node compute, and keeps what comes of it for whoever asks later, at any replica. */
  async function* compute(request: SimRequest, signal: AbortSignal): AsyncGenerator<E> {
    const kept: E[] = [];
    for await (const event of kind.compute({ dataNode, request, signal })) {
      const retention = retentionOf(event);
      if (retention !== 'conflate') kept.push(event);
      if (retention === 'terminal') {
        const value = kind.replayOf(kept);
        const made = value && { value, bytes: sizeOf(value), isOther: request.force };
        if (made) await cache.put('simRun', keyOf(request), made);
      }
      // A client that is told of a run may ask for it at once.
      if (isStored(event)) await forgetResults(request);
      yield event;
    }
  }

  /** The events, computed here or at another replica. */
  function eventsOf(id: string, request: SimRequest, signal: AbortSignal): AsyncIterable<E> {
    const begin = (leaving: AbortSignal) => compute(request, leaving);
    if (!cluster) return begin(signal);
    return cluster.sharedStreams.shareStream({
      name: `${kind.name} ${id}`,
      start: begin,
      createCodec: kind.createWire,
      createDeduplicator: kind.createMemory,
      isTerminal: (event) => retentionOf(event) === 'terminal',
      isReplayed: (event) => event.type === 'open' || retentionOf(event) !== 'conflate',
      acceptEnded: !request.force,
      signal,
    });
  }

  function begin(id: string, request: SimRequest): Broadcast<E> {
    if (open.size >= maxUnderWay)
      throw new OverloadedError('too many simulations are under way', 5);
    const gauge = { stream: `upstream ${kind.name}` };
    telemetry.openStreams.inc(gauge);
    const stream = createBroadcast<E>({
      source: (signal) => yieldPerTick(eventsOf(id, request, signal)),
      retentionOf,
      toTerminalEvent: (thrown) => {
        if (thrown !== null && !(thrown instanceof GatewayError)) {
          log.error({ err: thrown }, 'simulation failed');
        }
        return toErrorEvent(thrown) as E;
      },
      onEnd: (final) => {
        open.delete(id);
        telemetry.openStreams.dec(gauge);
        if (final?.type !== 'error') return;
        const err = final[errorCauseKey];
        // A question that nothing can be computed for is the caller's matter.
        if (err.status >= 500) log.warn({ err }, `${kind.name} failed`);
      },
    });
    open.set(id, stream);
    return stream;
  }

  return {
    finished: (request) =>
      request.force
        ? null
        : mapMaybePromise(cache.findFresh<readonly E[]>('simRun', keyOf(request)), (found) =>
            found === null ? null : { ...found, value: kind.restore(found.value) },
          ),
    subscribe: (request, signal) => {
      const id = request.force ? `${request.key} force` : request.key;
      return (open.get(id) ?? begin(id, request)).iterate(signal);
    },
    runningCount: () => open.size,
  };
}

/**
 * Whether the data node has stored a run that it did not have before. Nothing else makes cached results
 * outdated: a run that is abandoned, fails or was stored earlier must not cost other clients theirs.
 */
function isStored(event: RunEvent | SweepEvent): boolean {
  return (event.type === 'result' || event.type === 'variant_done') && !event.cached;
}

/** Roughly what the events hold, with their encoded forms, bytes. */
function sizeOf(events: readonly (RunEvent | SweepEvent)[]): number {
  return events.reduce((sum, event) => {
    if (event.type === 'sweep_done') return sum + sizeOf(event.simulations);
    if (!('nav_series' in event)) return sum;
    const { nav_series, ...rest } = event;
    return sum + nav_series.length * pointBytes + resultBytes + JSON.stringify(rest).length;
  }, 0);
}
