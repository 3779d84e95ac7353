import type { LocalAccount } from 'viem';
import type { Clock } from '../../../lib/clock.ts';
import type { Log } from '../../../lib/log.ts';
import type { Millis } from '../../../lib/units.ts';
import type { Payment, PaymentStatus, PayoutLedger } from './payout-ledger.ts';
import type { FaucetWalletRpc } from './wallet-rpc.ts';

/** Time after which a receipt is final; before, a reorganisation of the chain may remove it. */
const settleAfter: Millis = 30_000;

/** A wallet on one chain, and the ledger with its payments. */
export type WalletWithLedger = {
  readonly account: LocalAccount;
  readonly chain: FaucetWalletRpc;
  readonly ledger: PayoutLedger;
  readonly clock: Clock;
  readonly log: Log;
  /** The chain's key in the ledger. */
  readonly key: string;
};

/** Returns a payment's status on the chain; sends its bytes again when it may still be mined. */
async function readPaymentStatus(
  payment: Payment,
  context: { readonly chain: FaucetWalletRpc; readonly minedNonces: number; readonly now: Millis },
): Promise<PaymentStatus> {
  const { chain } = context;
  const outcome = await chain.outcome(payment.hash);
  if (outcome === 'reverted') return 'reverted';
  if (outcome === 'success') {
    const isOld = payment.status === 'mined' && context.now - payment.updatedAt > settleAfter;
    return isOld ? 'settled' : 'mined';
  }
  if (payment.nonce < context.minedNonces) {
    // If the node knows our transaction, that one used the nonce, and its receipt is not there yet.
    return (await chain.hasTransaction(payment.hash)) ? 'sent' : 'lost';
  }
  const broadcast = await chain.broadcast(payment.raw, payment.hash);
  if (broadcast === 'unknown') return 'signed';
  if (broadcast === 'underpriced') return payment.status === 'signed' ? 'signed' : 'sent';
  return broadcast === 'accepted' ? 'sent' : 'lost';
}

/**
 * Updates the ledger's unsettled payments from the chain, by nonce.
 *
 * @returns the number of payments that the node has not accepted and may still accept.
 * @throws {Error} a call to the node fails; updates made before that remain.
 */
export async function reconcileAndCountUnsentPayments(wallet: WalletWithLedger): Promise<number> {
  const { account, chain, ledger, clock, log, key } = wallet;
  const payments = ledger.unsettled(key, account.address);
  if (payments.length === 0) return 0;
  // Read before the receipts: a payment mined between the two calls must not be taken for lost.
  const minedNonces = await chain.nonce(account.address, 'latest');
  let unsent = 0;
  for (const payment of payments) {
    const status = await readPaymentStatus(payment, { chain, minedNonces, now: clock.now() });
    if (status === 'signed') unsent += 1;
    if (status === payment.status) continue;
    // `dropPayment` restores the previous version, which may have been or may still be mined.
    if (status === 'lost') ledger.dropPayment(payment);
    else ledger.markPayment(payment.id, status);
    log.info({ hash: payment.hash, from: payment.status, to: status }, 'faucet payment moved');
  }
  return unsent;
}
