import type { Millis } from '../../../../core/units.ts';
import type { Ledger } from '../ledger.ts';

/** Tells which outcomes have reached somebody, so that no other request is given them. */
export type Delivery = {
  /** The outcome is being written to a caller; it counts as received unless the caller leaves meanwhile. */
  readonly answer: (payoutId: number, signal: AbortSignal) => void;
  /** Whether it was written to somebody in this process. */
  readonly isAnswered: (payoutId: number) => boolean;
  /** Writes down what was answered. */
  readonly close: () => void;
};

/**
 * By now the answer is in the network or the caller is gone. A process that is killed before leaves the
 * payout open: whoever asks the same again gets its outcome instead of a second payment.
 */
export const writingTime: Millis = 100;

/** Creates the bookkeeper of answers; what is answered reaches the ledger once it is out. */
export function createDelivery(ledger: Pick<Ledger, 'closePayout'>): Delivery {
  const answered = new Map<number, NodeJS.Timeout>();
  const close = (payoutId: number): void => {
    ledger.closePayout(payoutId);
    answered.delete(payoutId);
  };
  return {
    answer: (payoutId, signal) => {
      if (signal.aborted || answered.has(payoutId)) return;
      const settle = () => {
        if (signal.aborted) answered.delete(payoutId);
        else close(payoutId);
      };
      answered.set(payoutId, setTimeout(settle, writingTime));
    },
    isAnswered: (payoutId) => answered.has(payoutId),
    close: () => {
      for (const [payoutId, timer] of answered) {
        clearTimeout(timer);
        close(payoutId);
      }
    },
  };
}
