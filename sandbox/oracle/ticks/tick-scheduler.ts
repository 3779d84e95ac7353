import { getTickSchedule } from '../market-state/batch.ts';
import type { MarketState } from '../market-state/market-state.ts';
import { getTickAt } from '../settle/tick-timing.ts';
import type { BallotStore } from '../store/ballot-store.ts';
import type { Proposer } from './proposer.ts';
import type { AgreedTick, DueTick, TickLedger } from './tick-ledger.ts';

/** Resolves the ticks of every batch when they are due. */
export type TickScheduler = {
  /** Resolves the due ticks, except of batches that are already being processed. */
  readonly run: () => Promise<void>;
};

export type TickSchedulerOptions = {
  readonly marketState: MarketState;
  readonly ledger: TickLedger;
  readonly ballots: BallotStore;
  readonly proposer: Proposer;
  readonly index: number;
  readonly oracles: number;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Returns the time up to which the chain's events have been applied, Unix milliseconds. */
  readonly syncedTo: () => number;
  readonly onError: (batchId: number, error: unknown) => void;
  readonly signal: AbortSignal;
};

/** Additional delay of each later oracle in the order before it proposes, milliseconds. */
const TURN_MS = 1_500;
/** Maximum number of ticks of one batch that are resolved before other batches continue. */
const AT_ONCE = 50;

/** Creates the scheduler. `run` must be called about twice a second. */
export function createTickScheduler(options: TickSchedulerOptions): TickScheduler {
  const { marketState, ledger, proposer } = options;
  const busy = new Set<number>();
  /**
   * Time at which each batch's due tick was first seen, from which the proposers' delays are
   * counted.
   */
  const waiting = new Map<number, { readonly tick: number; readonly since: number }>();

  /** Skips ticks without players, which have no result. Returns whether ticks were skipped. */
  function skipEmpty(due: DueTick): boolean {
    if (due.participants.length > 0) return false;
    const { batch, tick } = due;
    const running = getTickAt(getTickSchedule(batch, tick), Math.floor(options.syncedTo() / 1000));
    const starts = marketState.positions(batch.id).map(({ startTick }) => startTick);
    let next = tick + 1;
    if (due.config.markets.length === 0) {
      const changes = batch.configs.map(({ fromTick }) => fromTick);
      next = Math.min(running, ...changes.filter((fromTick) => fromTick > tick));
    } else if (starts.every((start) => start > tick)) next = Math.min(running, ...starts);
    ledger.skipTo(batch.id, next);
    return true;
  }

  function isMyTurn({ batch, tick }: DueTick): boolean {
    const seen = waiting.get(batch.id);
    if (seen?.tick !== tick) waiting.set(batch.id, { tick, since: options.now() });
    const since = waiting.get(batch.id)?.since ?? options.now();
    const rank = (((options.index - tick) % options.oracles) + options.oracles) % options.oracles;
    return options.now() - since >= rank * TURN_MS;
  }

  async function advance(batchId: number): Promise<boolean> {
    const due = ledger.dueTick(batchId);
    if (due === undefined || options.syncedTo() < due.to * 1000) return false;
    if (skipEmpty(due)) return true;
    let agreed: AgreedTick | null = await proposer.learn(due);
    if (agreed === null && isMyTurn(due)) agreed = await proposer.propose(due);
    if (agreed === null) return false;
    // The chain may have been replaced while the oracles communicated.
    if (ledger.dueTick(batchId)?.to !== due.to) return true;
    ledger.commit(due, agreed);
    options.ballots.deleteResolved(batchId, due.tick - 1);
    return true;
  }

  async function work(batchId: number): Promise<void> {
    if (busy.has(batchId)) return;
    busy.add(batchId);
    try {
      for (let i = 0; i < AT_ONCE && !options.signal.aborted; i += 1) {
        if (!(await advance(batchId))) return;
      }
    } catch (error) {
      options.onError(batchId, error);
    } finally {
      busy.delete(batchId);
    }
  }

  return {
    async run() {
      await Promise.all(marketState.batches().map(({ id }) => work(id)));
    },
  };
}
