import { type Address, encodeFunctionData, formatEther, type LocalAccount, parseEther } from 'viem';
import { usdc18Abi } from '../../../../generated/abi/usdc18.ts';
import type { Cluster } from '../../../cluster/index.ts';
import { raceAbort } from '../../../lib/abort.ts';
import type { Clock } from '../../../lib/clock.ts';
import {
  InternalError,
  NotConfiguredError,
  OverloadedError,
  RateLimitedError,
} from '../../../lib/errors.ts';
import type { Log } from '../../../lib/log.ts';
import type { Millis } from '../../../lib/units.ts';
import { confirmPayment } from './confirm-payment.ts';
import { FundsError, UnconfirmedError } from './faucet-errors.ts';
import type { FaucetPayment, FaucetRequest, FaucetResult } from './faucet-request.ts';
import { createFaucetLimiter, type FaucetLimits } from './limits/faucet-limits.ts';
import { createPayoutDelivery } from './limits/payout-delivery.ts';
import { createRequestDeduplicator, faucetRequestKey } from './limits/request-deduplication.ts';
import { createPaymentSender, type PaymentOrder } from './payment-sender.ts';
import type { Payment, Payout, PayoutLedger } from './payout-ledger.ts';
import type { WalletChain } from './wallet-chain.ts';

/** Who asks. */
export type FaucetCaller = {
  readonly address: string;
  /** Fires when the caller leaves before the answer is complete. */
  readonly signal: AbortSignal;
};

/** What the chains and their token are, from the deployment file. */
export type FaucetTarget = {
  readonly token: Address;
  readonly l3ChainId: number;
  readonly settlementChainId: number | undefined;
};

export type FaucetOptions = {
  readonly account: LocalAccount;
  readonly l3: WalletChain;
  readonly settlement: WalletChain;
  readonly ledger: PayoutLedger;
  readonly limits: FaucetLimits;
  readonly clock: Clock;
  readonly log: Log;
  readonly findTarget: () => Promise<FaucetTarget>;
  /** Is waited for before anybody is told of a payment, also when who asked has left. */
  readonly onPaid?: () => Promise<void>;
  /** Other gateways that pay with the same key; undefined for one alone. */
  readonly cluster?: Pick<Cluster, 'idempotency' | 'runExclusively' | 'createLimiter'> | undefined;
  /** How long a receipt is waited for; 30 s (wire-facts 1.21). */
  readonly receiptLimit?: Millis;
};

/** Pays test money out of a hot wallet, each request once. */
export type Faucet = {
  /**
   * Mints USDC and drips gas when asked to. A request equal to one whose outcome nobody has received yet,
   * in this process or before it was killed, gets that outcome.
   *
   * @throws {RateLimitedError} the client, the address or everybody asked too often.
   * @throws {BusyError} it cannot be known whether another replica is at it.
   * @throws {NotConfiguredError} the key must not be used on this chain.
   * @throws {InternalError} the mint failed, or has no receipt yet (spec: 500 transaction failed).
   */
  readonly pay: (request: FaucetRequest, caller: FaucetCaller) => Promise<FaucetResult>;
  /** Sends again what an earlier process left unsent, and keeps an eye on what is under way. */
  readonly reconcile: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** The gas drip (spec: 0.5 units of the settlement chain's native token). */
const drip = parseEther('0.5');
const dripLabel = '0.5 S';
/** An outcome that nobody received is kept for whoever asks the same within a day. */
const openFor: Millis = 24 * 3_600_000;
const lowOnGas = 'Faucet deployer low on S — please try again later';

/** Creates the faucet over an open ledger; the caller closes the ledger after it. */
export function createFaucet(options: FaucetOptions): Faucet {
  const { account, ledger, clock, log, cluster, receiptLimit = 30_000 } = options;
  const closing = new AbortController();
  const { signal } = closing;
  const shared = { account, ledger, clock, log, signal, exclusively: cluster?.runExclusively };
  const chains = { usdc: options.l3, gas: options.settlement };
  const senders = {
    usdc: createPaymentSender({ ...shared, name: 'usdc', chain: options.l3 }),
    gas: createPaymentSender({ ...shared, name: 'gas', chain: options.settlement }),
  };
  const { limits } = options;
  const createLimiter = cluster?.createLimiter;
  const guard = createFaucetLimiter({ limits, ledger, clock, createLimiter });
  /** Timers and other replicas' news call this: a ledger that cannot be written must not end the process. */
  const noteReceived = (id: number) => {
    try {
      ledger.closePayout(id);
    } catch (error) {
      log.warn({ err: error, payout: id }, 'a payout that was received stays open');
    }
  };
  const idempotency = createRequestDeduplicator(cluster?.idempotency, {
    ...ledger,
    closePayout: noteReceived,
  });
  const closePayout = (id: number) => {
    noteReceived(id);
    idempotency.endOf(id);
  };
  const retention = createPayoutDelivery({ closePayout });
  const running = new Map<string, Promise<Settled>>();
  type Settled = {
    /** Undefined when another replica has paid. */
    readonly payoutId: number | undefined;
    readonly result: FaucetResult;
    readonly isFinal: boolean;
  };

  async function settle(
    order: PaymentOrder,
    expectedChainId: number | undefined,
  ): Promise<Payment> {
    const payment = await senders[order.part].pay(order, expectedChainId);
    const chain = chains[order.part];
    return confirmPayment({ payment, chain, ledger, clock, limit: receiptLimit, signal });
  }

  async function payUsdc(payout: Payout, target: FaucetTarget): Promise<FaucetPayment> {
    const data = encodeFunctionData({
      abi: usdc18Abi,
      functionName: 'mint',
      args: [payout.recipient, payout.amount],
    });
    try {
      const order: PaymentOrder = { payout, part: 'usdc', to: target.token, data };
      const { status, hash } = await settle(order, target.l3ChainId);
      if (status !== 'reverted') return { hash, amount: `${formatEther(payout.amount)} USDC` };
    } catch (cause) {
      if (cause instanceof RateLimitedError || cause instanceof NotConfiguredError) throw cause;
      log.error({ err: cause, payout: payout.id }, 'faucet mint failed');
      throw new InternalError('transaction failed', { cause });
    }
    closePayout(payout.id);
    throw new InternalError('transaction failed');
  }

  /** The drip, or why it was not paid; the USDC stays paid whatever happens here. */
  async function payGas(payout: Payout, target: FaucetTarget) {
    try {
      const order: PaymentOrder = { payout, part: 'gas', to: payout.recipient, value: drip };
      const { status, hash } = await settle(order, target.settlementChainId);
      const paid = { hash, amount: dripLabel };
      return { isFinal: true, gas: status === 'reverted' ? { error: 'transaction failed' } : paid };
    } catch (cause) {
      log.warn({ err: cause, payout: payout.id }, 'faucet gas drip failed');
      if (cause instanceof FundsError) return { isFinal: true, gas: { error: lowOnGas } };
      const fastPathEnabled =
        signal.aborted ||
        cause instanceof UnconfirmedError ||
        cause instanceof OverloadedError ||
        ledger.mayHavePaid(payout.id, 'gas');
      if (!fastPathEnabled) return { isFinal: true, gas: { error: 'transaction failed' } };
      // It may still land; whoever asks the same again is told then.
      return { isFinal: false, gas: { error: 'the transfer is not confirmed yet' } };
    }
  }

  async function admit(request: FaucetRequest): Promise<Payout> {
    const since = clock.now() - openFor;
    const findOpen = () => ledger.openPayout(request, since);
    const open = findOpen();
    if (open) {
      // Whoever is being told of it right now may turn out to have left: then it is still open.
      await retention.decided(open.id);
      const left = findOpen();
      if (left) return left;
    }
    return guard.admitPayout(request.recipient, () => ledger.createPayout(request, since));
  }

  async function run(request: FaucetRequest): Promise<Settled> {
    const target = await options.findTarget();
    const elsewhere = await idempotency.take(request, signal);
    if (elsewhere) {
      await options.onPaid?.();
      return { payoutId: undefined, result: elsewhere, isFinal: true };
    }
    let payout: Payout | undefined;
    try {
      payout = await admit(request);
      idempotency.hold(request, payout.id);
      const usdc = await payUsdc(payout, target);
      const { gas, isFinal } = payout.wantsGas
        ? await payGas(payout, target)
        : { gas: undefined, isFinal: true };
      await options.onPaid?.();
      const result = { to: payout.recipient, usdc, ...(gas ? { gas } : {}) };
      if (isFinal) idempotency.made(request, result);
      return { payoutId: payout.id, result, isFinal };
    } catch (error) {
      // What was never signed may be paid by any replica.
      if (!payout || !ledger.mayHavePaid(payout.id)) idempotency.withdraw(request);
      throw error;
    }
  }

  function join(request: FaucetRequest): Promise<Settled> {
    const key = faucetRequestKey(request);
    const before = running.get(key);
    if (before) return before;
    const own = run(request).finally(() => running.delete(key));
    running.set(key, own);
    return own;
  }

  return {
    pay: async (request, caller) => {
      await guard.admitClient(caller.address);
      const { payoutId, result, isFinal } = await raceAbort(join(request), caller.signal);
      if (payoutId === undefined) idempotency.relay(request, caller.signal);
      else if (isFinal) retention.trackResponse(payoutId, caller.signal);
      return result;
    },
    reconcile: async () => {
      const looks = [senders.usdc.reconcile(), senders.gas.reconcile()].map((look) =>
        look.catch((error: unknown) => {
          // A key that must not be used is heard of, whatever the other chain says, or does not.
          if (error instanceof NotConfiguredError) throw error;
          return { error };
        }),
      );
      const failed = (await Promise.all(looks)).find((look) => look !== undefined);
      if (failed) throw failed.error;
    },
    close: async () => {
      closing.abort(new DOMException('the service is stopping', 'AbortError'));
      await Promise.allSettled(running.values());
      retention.close();
    },
  };
}
