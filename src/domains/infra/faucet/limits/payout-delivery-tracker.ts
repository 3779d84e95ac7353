import type { Millis } from '../../../../lib/units.ts';
import type { PayoutLedger } from '../payout-ledger.ts';

/** Tracks which outcomes clients have received, so that no other request gets the same outcome. */
export type PayoutDeliveryTracker = {
  /** Counts the outcome as received unless the signal is aborted within `assumedDeliveryTime`. */
  readonly trackResponse: (payoutId: number, signal: AbortSignal) => void;
  /** Resolves when no delivery of this payout is in progress. */
  readonly decided: (payoutId: number) => Promise<void>;
  /** Ends all deliveries; outcomes of clients that are still connected count as received. */
  readonly close: () => void;
};

/** A response counts as received after this time, unless its client has disconnected. */
export const assumedDeliveryTime: Millis = 100;

/** Creates the tracker, which closes a payout in the ledger once its response is written. */
export function createPayoutDeliveryTracker(
  ledger: Pick<PayoutLedger, 'closePayout'>,
): PayoutDeliveryTracker {
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
      const timer = setTimeout(end, assumedDeliveryTime);
      signal.addEventListener('abort', end, { once: true });
      tellings.set(payoutId, { end, ended });
    },
    decided: (payoutId) => tellings.get(payoutId)?.ended ?? Promise.resolve(),
    close: () => {
      for (const { end } of tellings.values()) end();
    },
  };
}
