import { type Address, encodeFunctionData, formatEther, type LocalAccount, parseEther } from 'viem';
import { usdc18Abi } from '../../../../generated/abi/usdc18.ts';
import { orAborted } from '../../../core/abort.ts';
import type { Clock } from '../../../core/clock.ts';
import {
  BusyError,
  InternalError,
  NotConfiguredError,
  RateLimitedError,
} from '../../../core/errors.ts';
import type { Log } from '../../../core/log.ts';
import type { Millis } from '../../../core/units.ts';
import type { Replicas } from '../../../upstreams/redis/index.ts';
import { confirm } from './confirm.ts';
import { FundsError, UnconfirmedError } from './faucet-errors.ts';
import { createDelivery } from './guards/delivery.ts';
import { createLimitGuard, type FaucetLimits } from './guards/limits.ts';
import { createRequestClaims, nameOf } from './guards/request-claims.ts';
import type { Ledger, Payment, Payout } from './ledger.ts';
import type { FaucetPayment, FaucetRequest, FaucetResult } from './request.ts';
import { createSender, type Order } from './sender.ts';
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
  readonly ledger: Ledger;
  readonly limits: FaucetLimits;
  readonly clock: Clock;
  readonly log: Log;
  readonly findTarget: () => Promise<FaucetTarget>;
  /** Is waited for before anybody is told of a payment, also when who asked has left. */
  readonly onPaid?: () => Promise<void>;
  /** Other gateways that pay with the same key; undefined for one alone. */
  readonly replicas?: Pick<Replicas, 'claims' | 'exclusively' | 'createLimiter'> | undefined;
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
  const { account, ledger, clock, log, replicas, receiptLimit = 30_000 } = options;
  const closing = new AbortController();
  const { signal } = closing;
  const shared = { account, ledger, clock, log, signal, exclusively: replicas?.exclusively };
  const chains = { usdc: options.l3, gas: options.settlement };
  const senders = {
    usdc: createSender({ ...shared, name: 'usdc', chain: options.l3 }),
    gas: createSender({ ...shared, name: 'gas', chain: options.settlement }),
  };
  const { limits } = options;
  const createLimiter = replicas?.createLimiter;
  const guard = createLimitGuard({ limits, ledger, clock, createLimiter });
  /** Timers and other replicas' news call this: a ledger that cannot be written must not end the process. */
  const noteReceived = (id: number) => {
    try {
      ledger.closePayout(id);
    } catch (error) {
      log.warn({ err: error, payout: id }, 'a payout that was received stays open');
    }
  };
  const claims = createRequestClaims(replicas?.claims, { ...ledger, closePayout: noteReceived });
  const closePayout = (id: number) => {
    noteReceived(id);
    claims.endOf(id);
  };
  const delivery = createDelivery({ closePayout });
  const running = new Map<string, Promise<Settled>>();
  type Settled = {
    /** Undefined when another replica has paid. */
    readonly payoutId: number | undefined;
    readonly result: FaucetResult;
    readonly isFinal: boolean;
  };

  async function settle(order: Order, expectedChainId: number | undefined): Promise<Payment> {
    const payment = await senders[order.part].pay(order, expectedChainId);
    const chain = chains[order.part];
    return confirm({ payment, chain, ledger, clock, limit: receiptLimit, signal });
  }

  async function payUsdc(payout: Payout, target: FaucetTarget): Promise<FaucetPayment> {
    const data = encodeFunctionData({
      abi: usdc18Abi,
      functionName: 'mint',
      args: [payout.recipient, payout.amount],
    });
    try {
      const order: Order = { payout, part: 'usdc', to: target.token, data };
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
      const order: Order = { payout, part: 'gas', to: payout.recipient, value: drip };
      const { status, hash } = await settle(order, target.settlementChainId);
      const paid = { hash, amount: dripLabel };
      return { isFinal: true, gas: status === 'reverted' ? { error: 'transaction failed' } : paid };
    } catch (cause) {
      log.warn({ err: cause, payout: payout.id }, 'faucet gas drip failed');
      if (cause instanceof FundsError) return { isFinal: true, gas: { error: lowOnGas } };
      const isOpen =
        signal.aborted ||
        cause instanceof UnconfirmedError ||
        cause instanceof BusyError ||
        ledger.mayHavePaid(payout.id, 'gas');
      if (!isOpen) return { isFinal: true, gas: { error: 'transaction failed' } };
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
      await delivery.decided(open.id);
      const left = findOpen();
      if (left) return left;
    }
    return guard.admitPayout(request.recipient, () => ledger.createPayout(request, since));
  }

  async function run(request: FaucetRequest): Promise<Settled> {
    const target = await options.findTarget();
    const elsewhere = await claims.take(request, signal);
    if (elsewhere) {
      await options.onPaid?.();
      return { payoutId: undefined, result: elsewhere, isFinal: true };
    }
    let payout: Payout | undefined;
    try {
      payout = await admit(request);
      claims.hold(request, payout.id);
      const usdc = await payUsdc(payout, target);
      const { gas, isFinal } = payout.wantsGas
        ? await payGas(payout, target)
        : { gas: undefined, isFinal: true };
      await options.onPaid?.();
      const result = { to: payout.recipient, usdc, ...(gas ? { gas } : {}) };
      if (isFinal) claims.made(request, result);
      return { payoutId: payout.id, result, isFinal };
    } catch (error) {
      // What was never signed may be paid by any replica.
      if (!payout || !ledger.mayHavePaid(payout.id)) claims.withdraw(request);
      throw error;
    }
  }

  function join(request: FaucetRequest): Promise<Settled> {
    const key = nameOf(request);
    const before = running.get(key);
    if (before) return before;
    const own = run(request).finally(() => running.delete(key));
    running.set(key, own);
    return own;
  }

  return {
    pay: async (request, caller) => {
      await guard.admitClient(caller.address);
      const { payoutId, result, isFinal } = await orAborted(join(request), caller.signal);
      if (payoutId === undefined) claims.relay(request, caller.signal);
      else if (isFinal) delivery.answer(payoutId, caller.signal);
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
      delivery.close();
    },
  };
}
