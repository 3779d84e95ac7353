import { keccak256, type LocalAccount, parseTransaction } from 'viem';
import type { Millis } from '../../../lib/units.ts';
import type { Payment } from './payout-ledger.ts';
import type { WalletWithLedger } from './reconcile-payments.ts';
import type { TransactionFees } from './wallet-rpc.ts';

/** An unmined payment of this age counts as stuck because its fee is too low. */
const stuckAfter: Millis = 60_000;
/** Maximum number of fee increases for one payment; the last fee is about six times the first. */
const maxReplacements = 8;

/** Raises a fee by 25 %, at least to the usual fee. Nodes require 10 % for a replacement. */
const raise = (offered: bigint | undefined, usual: bigint): bigint => {
  const more = ((offered ?? 0n) * 5n) / 4n + 1n;
  return more > usual ? more : usual;
};

/** Signs a payment again at a higher fee. With the same nonce, only one version can be mined. */
async function signAgain(payment: Payment, account: LocalAccount, usual: TransactionFees) {
  const before = parseTransaction(payment.raw);
  const { chainId, nonce = 0, gas = 0n, to, data, value } = before;
  if (to == null || chainId === undefined) {
    throw new Error('the ledger holds bytes that are no payment');
  }
  const body = {
    chainId,
    nonce,
    gas,
    to,
    ...(data === undefined ? {} : { data }),
    ...(value === undefined ? {} : { value }),
  };
  const isLegacy = before.maxFeePerGas === undefined;
  const usualMost = 'gasPrice' in usual ? usual.gasPrice : usual.maxFeePerGas;
  const usualTip = 'gasPrice' in usual ? 0n : usual.maxPriorityFeePerGas;
  const most = raise(isLegacy ? before.gasPrice : before.maxFeePerGas, usualMost);
  const tip = raise(before.maxPriorityFeePerGas, usualTip);
  const raw = await (isLegacy
    ? account.signTransaction({ ...body, type: 'legacy', gasPrice: most })
    : account.signTransaction({
        ...body,
        type: 'eip1559',
        maxFeePerGas: most,
        maxPriorityFeePerGas: tip,
      }));
  return { raw, hash: keccak256(raw), cost: (value ?? 0n) + gas * most };
}

/**
 * Replaces stuck payments by versions with a higher fee and the same nonce. The ledger keeps all
 * versions, because any may be mined.
 *
 * @throws {Error} the node does not return its fees; nothing is signed in that case.
 */
export async function replaceStuckPayments(wallet: WalletWithLedger): Promise<void> {
  const { account, chain, ledger, clock, log, key } = wallet;
  const stuck = ledger
    .unsettled(key, account.address)
    .filter(({ status, updatedAt }) => status !== 'mined' && clock.now() - updatedAt >= stuckAfter);
  if (stuck.length === 0) return;
  const usual = await chain.fees();
  for (const payment of stuck) {
    const versions = ledger.versions(payment);
    if (versions.length > maxReplacements) continue;
    const version = await signAgain(versions[0] ?? payment, account, usual);
    const replacement = ledger.replacePayment(payment, version);
    const { raw, hash } = version;
    const broadcast = await chain.broadcast(raw, hash).catch(() => 'unknown' as const);
    if (broadcast === 'rejected' || broadcast === 'underpriced') ledger.dropPayment(replacement);
    if (broadcast === 'accepted') ledger.markPayment(replacement.id, 'sent');
    log.warn({ from: payment.hash, to: hash, broadcast }, 'faucet payment offered at a higher fee');
  }
}
