import type { Clock } from '../../../lib/clock.ts';
import type { Log } from '../../../lib/log.ts';
import type { Millis } from '../../../lib/units.ts';
import { type DeliveryJournal, maxRetryDelay, type PendingDelivery } from './delivery-journal.ts';
import type { OracleSubmissionState } from './submission.ts';

/** Delivers accepted bitmaps to the oracles that lack them, until it gives up. */
export type DeliveryRetrier = {
  /** Starts delivering the journal's entries, including those of an earlier process. */
  readonly start: () => void;
  readonly stop: () => Promise<void>;
};

/** Interval between two reads of the journal. */
const lookEvery: Millis = 500;
/** Number of deliveries in progress at once. */
const batchSize = 32;
const firstPause: Millis = 1000;
/**
 * An oracle has read the commitment from the chain by then. A hash mismatch after that means that
 * the player has replaced the bitmap.
 */
const mismatchLimit: Millis = 60_000;
/** A player whose bitmap was missing for a day has forfeited the stake. */
const giveUpAfter: Millis = 24 * 3_600_000;

/**
 * Creates a retrier of pending deliveries.
 *
 * @param options.send - Makes one attempt; resolves to null if the target is no longer configured.
 */
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

  /**
   * Deliveries whose journal update failed, e.g. on a full disk, by the time of their next attempt.
   */
  const unnoted = new Map<number, Millis>();

  /**
   * Writes to the journal. If that fails, the delivery waits, so that it does not block the others.
   *
   * @throws the journal's error.
   */
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

  /** Attempts all due deliveries. @throws the last failure, after all were attempted. */
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
