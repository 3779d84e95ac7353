import type { Clock } from '../../../lib/clock.ts';
import type { Log } from '../../../lib/log.ts';
import type { Millis } from '../../../lib/units.ts';
import type { OracleSubmissionState } from './oracle-submission.ts';
import {
  maxDeliveryRetryDelay,
  type PendingBitmapEntry,
  type PendingBitmapJournal,
} from './pending-bitmap-journal.ts';

const pollInterval: Millis = 500;
/** Number of deliveries in progress at once. */
const batchSize = 32;
const firstPause: Millis = 1000;
/**
 * Time in which an oracle reads a new commitment. If its hash still differs then, the player has
 * committed to another bitmap.
 */
const mismatchLimit: Millis = 60_000;
/** Time after which a delivery is given up: the player has forfeited the stake. */
const giveUpAfter: Millis = 24 * 3_600_000;

/**
 * Creates a retrier that delivers accepted bitmaps to the oracles that lack them, for up to a day.
 *
 * @param options.send - Makes one attempt; resolves to null if the target is no longer configured.
 */
export function createDeliveryRetrier(options: {
  readonly journal: PendingBitmapJournal;
  readonly send: (delivery: PendingBitmapEntry) => Promise<OracleSubmissionState | null>;
  readonly clock: Clock;
  readonly log: Log;
}) {
  const { journal, send, clock, log } = options;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isStopped = false;

  /** When to retry deliveries whose journal update failed, by id. */
  const failedUpdates = new Map<number, Millis>();

  /**
   * Updates the journal; throws its error and delays the delivery by `maxDeliveryRetryDelay` if
   * it fails.
   */
  function updateJournal(id: number, write: () => void): void {
    failedUpdates.set(id, performance.now() + maxDeliveryRetryDelay);
    write();
    failedUpdates.delete(id);
  }

  async function deliver(delivery: PendingBitmapEntry): Promise<void> {
    const { id, target, submission, attempts, createdAt } = delivery;
    const remove = () => updateJournal(id, () => journal.remove(target, submission));
    const state = await send(delivery);
    if (isStopped) return;
    if (state === 'accepted') return remove();
    const limit = state === 'hash-mismatch' ? mismatchLimit : giveUpAfter;
    if (state === null || state === 'refused' || clock.now() - createdAt > limit) {
      const { batchId, player } = submission;
      log.warn(
        { batchId, player, state },
        'an accepted bitmap could not be delivered to an oracle',
      );
      return remove();
    }
    updateJournal(id, () =>
      journal.postpone(id, Math.min(firstPause * 2 ** attempts, maxDeliveryRetryDelay)),
    );
  }

  /** Attempts all due deliveries. @throws the last failure, after all were attempted. */
  async function deliverDue(): Promise<void> {
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
      for (const [id, until] of failedUpdates) if (until <= now) failedUpdates.delete(id);
      const found = isStopped ? [] : journal.due(batchSize + failedUpdates.size);
      const due = found.filter(({ id }) => !failedUpdates.has(id)).slice(0, batchSize);
      if (due.length === 0) return;
      yield due;
    }
  }

  return {
    /** Starts delivering the journal's entries, including those of an earlier process. */
    start: () => {
      timer = setInterval(() => {
        running ??= deliverDue()
          .catch((error: unknown) => log.error({ err: error }, 'bitmap retries failed'))
          .finally(() => {
            running = undefined;
          });
      }, pollInterval).unref();
    },
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
