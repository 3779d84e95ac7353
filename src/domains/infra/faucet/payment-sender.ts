import { type Address, type Hex, keccak256, type LocalAccount } from 'viem';
import type { RunWithClusterLock } from '../../../cluster/index.ts';
import type { Clock } from '../../../lib/clock.ts';
import { NotConfiguredError } from '../../../lib/errors.ts';
import type { Log } from '../../../lib/log.ts';
import type { TraceContext } from '../../../lib/trace-context.ts';
import type { Millis } from '../../../lib/units.ts';
import { FaucetChainError, FundsError, UnconfirmedError } from './faucet-errors.ts';
import { hasPublishedPrivateKey } from './limits/dev-accounts.ts';
import type { AdmittedPayout, Payment, PayoutLedger, PayoutPartName } from './payout-ledger.ts';
import { reconcileAndCountUnsentPayments } from './reconcile-payments.ts';
import { replaceStuckPayments } from './replace-stuck-payments.ts';
import { createSerialQueue } from './serial-queue.ts';
import { type CreateTracedWalletRpc, createAbortableWalletRpc } from './wallet-rpc.ts';

/** The trace that a payment's chain calls continue, and the log with its request's ids. */
export type PaymentTraceAndLog = { readonly trace: TraceContext | undefined; readonly log: Log };

/** A payment to be made from the wallet. */
export type PaymentOrder = {
  readonly payout: AdmittedPayout;
  readonly part: PayoutPartName;
  readonly to: Address;
  readonly data?: Hex;
  /** Wei of the native coin. */
  readonly value?: bigint;
  readonly traceAndLog: PaymentTraceAndLog;
};

type Identity = { readonly chainId: number; readonly key: string; readonly at: Millis };

/** How long the chain's identity is cached; the chain behind a URL may be replaced. */
const identityLifetime: Millis = 10_000;
const maxWaiting = 500;
/** Maximum attempts when other transactions of the same key use the nonces. */
const maxAttempts = 10;
/** Pauses before each broadcast of the same bytes, while the node's result is unknown. */
const resendPauses: readonly Millis[] = [0, 200, 1000];

const withoutLock: RunWithClusterLock = (_name, task) => task(() => true);

/**
 * Creates a sender that makes the payments of one key on one chain, one at a time. An order is
 * never paid twice: a transaction is in the ledger before it is sent, a retry sends the same bytes,
 * and a stuck one is replaced with the same nonce.
 */
export function createPaymentSender(options: {
  /** Identifies the wallet's chain; the same at all replicas. */
  readonly name: string;
  readonly account: LocalAccount;
  readonly connect: CreateTracedWalletRpc;
  readonly ledger: PayoutLedger;
  readonly clock: Clock;
  readonly log: Log;
  /** Aborted at shutdown: no payment is started any more, and pending calls are not awaited. */
  readonly signal: AbortSignal;
  /** Lets one replica send at a time; undefined for a single gateway. */
  readonly exclusively: RunWithClusterLock | undefined;
}) {
  const { account, ledger, clock, signal, connect, exclusively = withoutLock } = options;
  const queue = createSerialQueue(maxWaiting);
  const lock = `faucet ${options.name} ${account.address}`;
  let known: Identity | undefined;

  /** The chain calls of one payment, or of one reconciliation. */
  function begin({ trace, log }: PaymentTraceAndLog) {
    const chain = createAbortableWalletRpc(connect(trace), signal);

    async function identify(expectedChainId?: number): Promise<Identity> {
      if (!known || clock.now() - known.at > identityLifetime) {
        const { chainId, genesis } = await chain.identify();
        known = { chainId, key: `${chainId}:${genesis}`, at: clock.now() };
      }
      if (expectedChainId !== undefined && known.chainId !== expectedChainId) {
        throw new FaucetChainError(`chain id is ${known.chainId}, not ${expectedChainId}`);
      }
      if (hasPublishedPrivateKey(account.address, known.chainId)) {
        throw new NotConfiguredError('the faucet key is a published development key');
      }
      return known;
    }

    const wallet = { account, chain, ledger, clock, log };
    const reconcileNow = (key: string) => reconcileAndCountUnsentPayments({ ...wallet, key });

    /** Returns the lowest nonce that neither the chain nor the ledger uses. */
    async function nextNonce(key: string): Promise<number> {
      const unsettled = () => ledger.unsettled(key, account.address);
      let nonce = await chain.nonce(account.address, 'pending');
      if (unsettled().some((own) => own.status === 'signed' || own.nonce >= nonce)) {
        // The node has not received one of our payments, or has dropped it.
        if ((await reconcileNow(key)) > 0) {
          throw new FaucetChainError('earlier payments could not be sent');
        }
        nonce = await chain.nonce(account.address, 'pending');
      }
      const given = new Set(unsettled().map((own) => own.nonce));
      while (given.has(nonce)) nonce += 1;
      return nonce;
    }

    /** Returns the most that unmined payments can take from the balance, wei. */
    const committed = (key: string): bigint =>
      ledger
        .unsettled(key, account.address)
        .filter(({ status }) => status !== 'mined')
        .reduce((sum, { cost }) => sum + cost, 0n);

    async function requireFunds(key: string, cost: bigint): Promise<void> {
      if ((await chain.balance(account.address)) - committed(key) >= cost) return;
      // A payment mined since the last reconciliation counts twice: in balance and ledger.
      await reconcileNow(key);
      if ((await chain.balance(account.address)) - committed(key) < cost) {
        throw new FundsError('the balance does not cover the payment and its fee');
      }
    }

    async function sign(
      order: PaymentOrder,
      { chainId, key }: Identity,
    ): Promise<Payment | undefined> {
      const { payout, part, traceAndLog: _traceAndLog, ...body } = order;
      if (body.value !== undefined) await requireFunds(key, body.value);
      const call = { from: account.address, ...body };
      const [fees, estimate] = await Promise.all([chain.fees(), chain.gas(call)]);
      // The gas of a contract call can change with the contract's state; that of a transfer cannot.
      const gas = body.data === undefined ? estimate : (estimate * 13n) / 10n;
      const price = 'gasPrice' in fees ? fees.gasPrice : fees.maxFeePerGas;
      const cost = (body.value ?? 0n) + gas * price;
      const nonce = await nextNonce(key);
      await requireFunds(key, cost);
      const raw = await ('gasPrice' in fees
        ? account.signTransaction({ type: 'legacy', chainId, nonce, gas, ...fees, ...body })
        : account.signTransaction({ type: 'eip1559', chainId, nonce, gas, ...fees, ...body }));
      const place = { payoutId: payout.id, part, chain: key, sender: account.address, nonce };
      return ledger.addPayment({ ...place, hash: keccak256(raw), raw, cost });
    }

    async function send(payment: Payment, maySend: () => boolean): Promise<Payment> {
      for (const pause of resendPauses) {
        if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
        if (!maySend() || signal.aborted) break;
        const broadcast = await chain
          .broadcast(payment.raw, payment.hash)
          .catch(() => 'unknown' as const);
        if (broadcast === 'unknown' || broadcast === 'underpriced') continue;
        ledger.markPayment(payment.id, broadcast === 'accepted' ? 'sent' : 'lost');
        return ledger.payment(payment.id);
      }
      throw new UnconfirmedError('it is unknown whether the payment was sent');
    }

    const sendUnsent = async (payment: Payment, maySend: () => boolean): Promise<Payment> =>
      payment.status === 'signed' ? send(payment, maySend) : payment;

    async function payAnew(
      order: PaymentOrder,
      identity: Identity,
      maySend: () => boolean,
    ): Promise<Payment> {
      for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
        // `sign` returns undefined when another process with this ledger has signed the payment.
        const signed =
          (await sign(order, identity)) ?? ledger.paymentOf(order.payout, order.part, identity.key);
        const payment = signed && (await sendUnsent(signed, maySend));
        if (payment && payment.status !== 'lost') {
          log.info(
            { part: order.part, hash: payment.hash, nonce: payment.nonce },
            'faucet payment',
          );
          return payment;
        }
      }
      throw new FaucetChainError('the node refuses the payment');
    }

    /** Returns a payment that was marked as lost or replaced but has been mined. */
    async function findMinedPayment(
      { payout, part }: PaymentOrder,
      key: string,
    ): Promise<Payment | undefined> {
      for (const payment of ledger.lostPayments(payout, part, key)) {
        const outcome = await chain.outcome(payment.hash);
        if (outcome === null) continue;
        ledger.markPayment(payment.id, outcome === 'success' ? 'settled' : 'reverted');
        return ledger.payment(payment.id);
      }
      return undefined;
    }

    async function payOnce(
      order: PaymentOrder,
      expectedChainId: number | undefined,
      maySend: () => boolean,
    ): Promise<Payment> {
      const identity = await identify(expectedChainId);
      const { payout, part } = order;
      const before =
        ledger.paymentOf(payout, part, identity.key) ??
        (await findMinedPayment(order, identity.key));
      return before ? sendUnsent(before, maySend) : payAnew(order, identity, maySend);
    }

    /** Updates the ledger from the chain and replaces stuck payments. */
    async function settleAll(key: string): Promise<void> {
      await reconcileNow(key);
      await replaceStuckPayments({ ...wallet, key });
    }

    return { identify, payOnce, settleAll };
  }

  return {
    /**
     * Signs and sends the order's payment, or returns the payment that was sent earlier.
     *
     * @throws {NotConfiguredError} the key is publicly known and must not be used on this chain.
     * @throws {RateLimitedError} too many payments are waiting.
     * @throws {FundsError} the balance does not cover the payment and its fee.
     * @throws {FaucetChainError} the chain id is unexpected, or the node rejects the payment.
     * @throws {UnconfirmedError} it is not known whether the payment was sent.
     */
    pay: (order: PaymentOrder, expectedChainId: number | undefined) =>
      queue.run(() => {
        signal.throwIfAborted();
        const { payOnce } = begin(order.traceAndLog);
        const pay = (isHeld: () => boolean) => payOnce(order, expectedChainId, isHeld);
        return exclusively(lock, pay, signal);
      }),
    /** Sends unmined payments again, replaces stuck ones and updates the ledger from the chain. */
    reconcile: () =>
      queue.run(async () => {
        signal.throwIfAborted();
        const isIdle = (key: string) => ledger.unsettled(key, account.address).length === 0;
        if (known && isIdle(known.key)) return;
        const { identify, settleAll } = begin({ trace: undefined, log: options.log });
        const { key } = await identify();
        if (!isIdle(key)) await exclusively(lock, () => settleAll(key), signal);
      }),
  };
}
