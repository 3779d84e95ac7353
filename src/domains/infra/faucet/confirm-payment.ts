import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../../../lib/clock.ts';
import type { Millis } from '../../../lib/units.ts';
import { FaucetChainError, UnconfirmedError } from './faucet-errors.ts';
import type { Payment, PayoutLedger } from './payout-ledger.ts';
import type { FaucetWalletRpc } from './wallet-rpc.ts';

/** Receipts are polled with a pause that grows from the shortest to the longest. */
const shortestPause: Millis = 50;
const longestPause: Millis = 500;

const isGone = ({ status }: Payment) => status === 'lost' || status === 'replaced';

/**
 * Polls for the payment's receipt and records its status in the ledger.
 *
 * @param options.limit - Maximum wait, milliseconds.
 * @returns the payment, or the version of it that was mined, as `mined`, `settled` or `reverted`.
 * @throws {UnconfirmedError} there is no receipt in time; the payment may still be mined.
 * @throws {FaucetChainError} another transaction used the payment's nonce.
 */
export async function confirmPayment(options: {
  readonly payment: Payment;
  readonly chain: FaucetWalletRpc;
  readonly ledger: PayoutLedger;
  readonly clock: Clock;
  readonly limit: Millis;
  readonly signal: AbortSignal;
}): Promise<Payment> {
  const { chain, ledger, clock, limit, signal } = options;
  let { payment } = options;
  const end = clock.now() + limit;
  for (let wait = shortestPause; ; wait = Math.min(wait * 1.5, longestPause)) {
    const current = ledger.payment(payment.id);
    const { status } = current;
    if (isGone(current)) {
      const live = ledger.versions(payment).find((version) => !isGone(version));
      if (!live) throw new FaucetChainError('another transaction took the nonce');
      payment = live;
      continue;
    }
    if (status !== 'signed' && status !== 'sent') return current;
    // A failed call is treated like a missing receipt; the next poll tries again.
    const outcome = await chain.outcome(payment.hash).catch(() => null);
    if (outcome !== null) {
      ledger.markPayment(payment.id, outcome === 'success' ? 'mined' : 'reverted');
      return ledger.payment(payment.id);
    }
    if (clock.now() + wait > end || signal.aborted)
      throw new UnconfirmedError('no receipt in time');
    await pause(wait, undefined, { signal }).catch(() => undefined);
  }
}
