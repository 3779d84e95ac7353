import type { Millis } from '../../../../lib/units.ts';
import type { PayoutLedger } from '../payout-ledger.ts';

/** A response counts as received after this time, unless its client has disconnected. */
export const assumedResponseDeliveryTime: Millis = 100;

/**
 * Creates a tracker of the outcomes that clients have received, so that no other request gets the
 * same outcome. It closes a payout in the ledger once its response is written.
 */
export function createOutcomeDeliveryTracker(ledger: Pick<PayoutLedger, 'closePayout'>) {
  type Delivery = { readonly end: () => void; readonly ended: Promise<void> };
  const deliveries = new Map<number, Delivery>();
  return {
    /** Counts the outcome as received unless the signal is aborted within `assumedResponseDeliveryTime`. */
    trackResponse: (payoutId: number, signal: AbortSignal) => {
      if (signal.aborted || deliveries.has(payoutId)) return;
      const { promise: ended, resolve } = Promise.withResolvers<void>();
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        deliveries.delete(payoutId);
        if (!signal.aborted) ledger.closePayout(payoutId);
        resolve();
      };
      const timer = setTimeout(end, assumedResponseDeliveryTime);
      signal.addEventListener('abort', end, { once: true });
      deliveries.set(payoutId, { end, ended });
    },
    /** Resolves when no delivery of this payout is in progress. */
    decided: (payoutId: number) => deliveries.get(payoutId)?.ended ?? Promise.resolve(),
    /** Ends all deliveries; outcomes of clients that are still connected count as received. */
    close: () => {
      for (const { end } of deliveries.values()) end();
    },
  };
}
