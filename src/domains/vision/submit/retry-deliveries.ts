import type { Clock } from '../../../lib/clock.ts';
import type { Log } from '../../../lib/log.ts';
import type { Millis } from '../../../lib/units.ts';
import { type DeliveryJournal, maxRetryDelay, type PendingDelivery } from './delivery-journal.ts';
import type { OracleSubmissionState } from './submission.ts';

/** Brings accepted bitmaps to the oracles that lack them, for as long as it makes sense. */
export type DeliveryRetrier = {
  /** Takes up what the journal holds, also from an earlier process. */
  readonly start: () => void;
  readonly stop: () => Promise<void>;
};

/** How often the journal is looked at. */
const lookEvery: Millis = 500;
/** So many are under way at once. */
const batchSize = 32;
const firstPause: Millis = 1000;
/** An oracle reads a commitment of the chain by then; what it still refuses has been replaced. */
const mismatchLimit: Millis = 60_000;
/** Ticks are at most 30 days long, but who lacks a bitmap for a day has forfeited it. */
const giveUpAfter: Millis = 24 * 3_600_000;

/** @param options.send - One attempt at a target; null when there is no such oracle any more. */
export function createDeliveryRetrier(options: {
  readonly journal: DeliveryJournal;
  readonly send: (retention: PendingDelivery) => Promise<OracleSubmissionState | null>;
  readonly clock: Clock;
  readonly log: Log;
}): DeliveryRetrier {
  const { journal, send, clock, log } = options;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let isStopped = false;

  /** Deliveries of which the journal could not be told, e.g. on a full disk, and when they are due again. */
  const unnoted = new Map<number, Millis>();

  /** @throws what the journal throws; the delivery waits all the same, so that others have their turn. */
  function note(id: number, write: () => void): void {
    unnoted.set(id, performance.now() + maxRetryDelay);
    write();
    unnoted.delete(id);
  }

  async function deliver(retention: PendingDelivery): Promise<void> {
    const { id, target, submission, attempts, createdAt } = retention;
    const remove = () => note(id, () => journal.remove(target, submission));
    const state = await send(retention);
    if (isStopped) return;
    if (state === 'accepted') return remove();
    const limit = state === 'hash-mismatch' ? mismatchLimit : giveUpAfter;
    if (state === null || state === 'refused' || clock.now() - createdAt > limit) {
      const { batchId, player } = submission;
      log.warn({ batchId, player, state }, 'an accepted bitmap could not be brought to an oracle');
      return remove();
    }
    note(id, () => journal.postpone(id, Math.min(firstPause * 2 ** attempts, maxRetryDelay)));
  }

  /** @throws the last failure, when all had their turn. */
  async function look(): Promise<void> {
    let failure: unknown;
    for (const deliveries of takeDue()) {
      for (const outcome of await Promise.allSettled(deliveries.map(deliver))) {
        if (outcome.status === 'rejected') failure = outcome.reason;
      }
    }
    if (failure !== undefined) throw failure;
  }
  function* takeDue() {
    for (;;) {
      const now = performance.now();
      for (const [id, until] of unnoted) if (until <= now) unnoted.delete(id);
      const found = isStopped ? [] : journal.due(batchSize + unnoted.size);
      const due = found.filter(({ id }) => !unnoted.has(id)).slice(0, batchSize);
      if (due.length === 0) return;
      yield due;
    }
  }

  return {
    start: () => {
      timer = setInterval(() => {
        looking ??= look()
          .catch((error: unknown) => log.error({ err: error }, 'bitmap retries failed'))
          .finally(() => {
            looking = undefined;
          });
      }, lookEvery).unref();
    },
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      await looking;
    },
  };
}
