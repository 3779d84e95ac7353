import type { Millis } from '../../../../lib/units.ts';
import type { PayoutLedger } from '../payout-ledger.ts';

/** Tells which outcomes have reached somebody, so that no other request is given them. */
export type PayoutDelivery = {
  /** The outcome is being written to a caller; it counts as received unless the caller leaves meanwhile. */
  readonly trackResponse: (payoutId: number, signal: AbortSignal) => void;
  /** Resolves when it is known whether the outcome was received: at once where nobody is being told. */
  readonly decided: (payoutId: number) => Promise<void>;
  /** Writes down what was answered. */
  readonly close: () => void;
};

/**
 * By now the answer is in the network or the caller is gone. A process that is killed before leaves the
 * payout open: whoever asks the same again gets its outcome instead of a second payment.
 */
export const responseWriteTime: Millis = 100;

/** Creates the bookkeeper of answers; what is answered reaches the ledger once it is out. */
export function createPayoutDelivery(ledger: Pick<PayoutLedger, 'closePayout'>): PayoutDelivery {
  type Telling = { readonly end: () => void; readonly ended: Promise<void> };
  const tellings = new Map<number, Telling>();
  return {
    trackResponse: (payoutId, signal) => {
      if (signal.aborted || tellings.has(payoutId)) return;
      const { promise: ended, resolve } = Promise.withResolvers<void>();
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        tellings.delete(payoutId);
        if (!signal.aborted) ledger.closePayout(payoutId);
        resolve();
      };
      const timer = setTimeout(end, responseWriteTime);
      signal.addEventListener('abort', end, { once: true });
      tellings.set(payoutId, { end, ended });
    },
    decided: (payoutId) => tellings.get(payoutId)?.ended ?? Promise.resolve(),
    close: () => {
      for (const { end } of tellings.values()) end();
    },
  };
}
