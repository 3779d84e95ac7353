import type { Address } from 'viem';
import type { Clock } from '../../../lib/clock.ts';
import type { Log } from '../../../lib/log.ts';
import type { Millis } from '../../../lib/units.ts';
import type { Payment, PaymentStatus, PayoutLedger } from './payout-ledger.ts';
import type { WalletChain } from './wallet-chain.ts';

/** A receipt that is still there after this long is final for us; before, a reorganisation may undo it. */
const settleAfter: Millis = 30_000;

/** What the chain says of one payment; sends its bytes again where no block and no pool has them. */
async function judge(
  payment: Payment,
  look: { readonly chain: WalletChain; readonly minedNonces: number; readonly now: Millis },
): Promise<PaymentStatus> {
  const { chain } = look;
  const outcome = await chain.outcome(payment.hash);
  if (outcome === 'reverted') return 'reverted';
  if (outcome === 'success') {
    const isOld = payment.status === 'mined' && look.now - payment.updatedAt > settleAfter;
    return isOld ? 'settled' : 'mined';
  }
  if (payment.nonce < look.minedNonces) {
    // Another transaction was mined with this nonce; one that is known may just lack its receipt yet.
    return (await chain.hasTransaction(payment.hash)) ? 'sent' : 'lost';
  }
  const broadcast = await chain.broadcast(payment.raw, payment.hash);
  if (broadcast === 'unknown') return 'signed';
  if (broadcast === 'underpriced') return payment.status === 'signed' ? 'signed' : 'sent';
  return broadcast === 'taken' ? 'sent' : 'lost';
}

/**
 * Brings the ledger's unsettled payments in line with the chain, in the order of their nonces.
 *
 * @returns how many of them the node did not take, and may yet take.
 * @throws {Error} the node cannot be asked; what was learned before is kept.
 */
export async function reconcilePayments(options: {
  readonly chain: WalletChain;
  readonly ledger: PayoutLedger;
  readonly clock: Clock;
  readonly log: Log;
  readonly sender: Address;
  readonly key: string;
}): Promise<number> {
  const { chain, ledger, clock, log, sender, key } = options;
  const payments = ledger.unsettled(key, sender);
  if (payments.length === 0) return 0;
  // Read before the receipts: a nonce that passes meanwhile must not make a fresh payment look lost.
  const minedNonces = await chain.nonce(sender, 'latest');
  let unsent = 0;
  for (const payment of payments) {
    const status = await judge(payment, { chain, minedNonces, now: clock.now() });
    if (status === 'signed') unsent += 1;
    if (status === 'lost') {
      // The version before it may have landed, or still land.
      ledger.dropPayment(payment);
      log.info({ hash: payment.hash, from: payment.status, to: status }, 'faucet payment moved');
      continue;
    }
    if (status === payment.status) continue;
    ledger.markPayment(payment.id, status);
    log.info({ hash: payment.hash, from: payment.status, to: status }, 'faucet payment moved');
  }
  return unsent;
}
