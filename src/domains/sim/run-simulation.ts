import type { ResponseFreshnessTracker } from '../../cache/response-freshness-tracker.ts';
import type { RequestSignalAndIds } from '../../context.ts';
import { type Clock, unixNow } from '../../lib/clock.ts';
import { InvalidInputError, NotFoundError } from '../../lib/errors.ts';
import { formatIsoSeconds } from '../../lib/parse.ts';
import { mapEvents } from '../../streaming/map-events.ts';
import { yieldOneEventPerTurn } from '../../streaming/one-event-per-turn.ts';
import { prependEvents } from '../../streaming/prepend-events.ts';
import type { RunParameters, SweepParameters } from './parameters/run-query.ts';
import {
  checkWeightingFitsCategory,
  type SimRequest,
  toRunRequest,
  toSweepRequest,
} from './parameters/sim-request.ts';
import type { RunResult, SimCategory } from './schema.ts';
import type { SharedSimulations, SimulationComputations } from './shared-simulations.ts';
import {
  type ErrorEvent,
  errorEventCauseKey,
  type RunEvent,
  type SimulationAcceptedEvent,
  type SimulationEvent,
  type SweepEvent,
} from './simulation-events.ts';

type PublicEvents<E> = AsyncIterableIterator<Exclude<E, SimulationAcceptedEvent>, undefined>;
export type PublicRunEvent = Exclude<RunEvent, SimulationAcceptedEvent>;
export type PublicSweepEvent = Exclude<SweepEvent, SimulationAcceptedEvent>;

/**
 * Creates a runner of simulations for one request, which subscribes to the shared computations. A
 * failure after a stream was opened is its last event.
 *
 * @throws {GatewayError} (from all methods) the request is invalid, or the data node rejects it;
 * for `run` also if the computation fails.
 */
export function createSimulationRunner(deps: {
  readonly simulations: SimulationComputations;
  readonly categories: () => readonly SimCategory[] | Promise<readonly SimCategory[]>;
  readonly clock: Clock;
  readonly freshness: ResponseFreshnessTracker;
  readonly caller: RequestSignalAndIds;
}) {
  const { simulations, clock, freshness, caller } = deps;
  const { signal } = caller;

  /**
   * Returns a function that finds a category in the data node's list, case-insensitively. If it is
   * not listed, `category_id` is the given text.
   */
  async function listedCategories() {
    const known = await deps.categories();
    return (given: string) => {
      const found =
        known.find(({ id }) => id === given) ??
        known.find(({ id }) => id.toLowerCase() === given.toLowerCase());
      return { category_id: found?.id ?? given, isListed: found !== undefined };
    };
  }

  function checkStart(start: string | undefined): void {
    if (start !== undefined && start > formatIsoSeconds(unixNow(clock)).slice(0, 10)) {
      throw new InvalidInputError('start_date must not be after today');
    }
  }

  async function prepareRun(input: RunParameters) {
    checkStart(input.start_date);
    // Throws for invalid parameters before the categories are fetched, which can fail.
    toRunRequest(input);
    const { category_id, isListed } = (await listedCategories())(input.category_id);
    if (isListed) checkWeightingFitsCategory(input.weighting, category_id);
    return { request: toRunRequest({ ...input, category_id }), isListed };
  }

  async function prepareSweep(input: SweepParameters) {
    checkStart(input.start_date);
    toSweepRequest(input);
    const find = await listedCategories();
    const { category_id, isListed } = find(input.category_id);
    const named = input.categories?.map((id) => find(id).category_id);
    const categories = named && [...new Set(named)];
    const isOwnWeighting = input.sweep !== 'weighting' && input.sweep !== 'category';
    if (isListed && isOwnWeighting) checkWeightingFitsCategory(input.weighting, category_id);
    return { request: toSweepRequest({ ...input, category_id, categories }), isListed };
  }

  /**
   * Returns the events of a computation that the data node has accepted. Small categories are not
   * listed; the first event after `open` shows whether one exists.
   */
  async function open<E extends SimulationEvent>(
    computations: SharedSimulations<E>,
    { request, isListed }: { readonly request: SimRequest; readonly isListed: boolean },
  ): Promise<PublicEvents<E>> {
    const finished = await computations.finished(request);
    if (finished) {
      freshness.record(finished.meta, finished.outcome);
      return mapEvents(yieldOneEventPerTurn(finished.value), dropOpenEvent);
    }
    freshness.recordComputed('simRun');
    freshness.markUncacheable();
    const events = computations.subscribe(request, caller);
    let first = await events.next();
    if (!isListed && !first.done && first.value.type === 'open') first = await events.next();
    if (first.done) throw signal.reason;
    if (first.value.type === 'error') {
      const error = toError(first.value, isListed);
      computations.putNotFound(request, error);
      throw error;
    }
    return mapEvents(prependEvents([first.value], events), dropOpenEvent);
  }

  const openRun = async (input: RunParameters) => open(simulations.runs, await prepareRun(input));
  return {
    openRun,
    openSweep: async (input: SweepParameters) =>
      open(simulations.sweeps, await prepareSweep(input)),
    run: async (input: RunParameters): Promise<RunResult> => {
      for await (const event of await openRun(input)) {
        if (event.type === 'error') throw event[errorEventCauseKey];
        if (event.type === 'progress') continue;
        const { type: _type, ...result } = event;
        return result;
      }
      throw signal.reason;
    },
  };
}

/** Returns the error of a failed computation; 404 for an unlisted category without coins. */
function toError(failure: ErrorEvent, isListed: boolean): Error {
  const error = failure[errorEventCauseKey];
  return !isListed && /no coins in category/i.test(error.message)
    ? new NotFoundError('unknown category_id; see /sim/categories', { cause: error })
    : error;
}

function dropOpenEvent<E extends SimulationEvent>(
  event: E,
): Exclude<E, SimulationAcceptedEvent> | undefined {
  return event.type === 'open' ? undefined : (event as Exclude<E, SimulationAcceptedEvent>);
}
