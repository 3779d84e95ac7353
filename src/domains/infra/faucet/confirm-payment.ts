import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../../../lib/clock.ts';
import type { Millis } from '../../../lib/units.ts';
import { FaucetChainError, UnconfirmedError } from './faucet-errors.ts';
import type { Payment, PayoutLedger } from './payout-ledger.ts';
import type { WalletChain } from './wallet-chain.ts';

/** Receipts are asked for this often at first, and then ever more rarely. */
const shortestPause: Millis = 50;
const longestPause: Millis = 500;

const isGone = ({ status }: Payment) => status === 'lost' || status === 'replaced';

/**
 * Waits for the payment's receipt and notes it (spec: Faucet, steps 4 and 5).
 *
 * @param options.limit - How long from now, milliseconds.
 * @returns the payment, or the version of it that landed, as `mined`, `settled` or `reverted`.
 * @throws {UnconfirmedError} no receipt in time; the payment may still land.
 * @throws {FaucetChainError} another transaction took its nonce.
 */
export async function confirmPayment(options: {
  readonly payment: Payment;
  readonly chain: WalletChain;
  readonly ledger: PayoutLedger;
  readonly clock: Clock;
  readonly limit: Millis;
  /** Fires when nobody will hear of it any more. */
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
    // A node that cannot be asked now may be asked in a moment.
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
