import type { Clock } from '../../../core/clock.ts';
import type { Log } from '../../../core/log.ts';
import type { Millis } from '../../../core/units.ts';
import { type Delivery, type Journal, longestDelay } from './journal.ts';
import type { OracleState } from './submission.ts';

/** Brings accepted bitmaps to the oracles that lack them, for as long as it makes sense. */
export type Retries = {
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
export function createRetries(options: {
  readonly journal: Journal;
  readonly send: (delivery: Delivery) => Promise<OracleState | null>;
  readonly clock: Clock;
  readonly log: Log;
}): Retries {
  const { journal, send, clock, log } = options;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let isStopped = false;

  async function deliver(delivery: Delivery): Promise<void> {
    const { target, submission, attempts, createdAt } = delivery;
    const state = await send(delivery);
    if (isStopped) return;
    if (state === 'accepted') return journal.remove(target, submission);
    const limit = state === 'hash-mismatch' ? mismatchLimit : giveUpAfter;
    if (state === null || state === 'refused' || clock.now() - createdAt > limit) {
      const { batchId, player } = submission;
      log.warn({ batchId, player, state }, 'an accepted bitmap could not be brought to an oracle');
      return journal.remove(target, submission);
    }
    journal.postpone(delivery.id, Math.min(firstPause * 2 ** attempts, longestDelay));
  }

  async function look(): Promise<void> {
    for (const deliveries of takeDue()) await Promise.all(deliveries.map(deliver));
  }
  function* takeDue() {
    for (;;) {
      const due = isStopped ? [] : journal.due(batchSize);
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
