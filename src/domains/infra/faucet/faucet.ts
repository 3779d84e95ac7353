import { type Address, encodeFunctionData, formatEther, type LocalAccount, parseEther } from 'viem';
import { usdc18Abi } from '../../../../generated/abi/usdc18.ts';
import type { Cluster } from '../../../cluster/index.ts';
import type { RequestSignalAndIds } from '../../../context.ts';
import { raceAbort } from '../../../lib/abort.ts';
import type { Clock } from '../../../lib/clock.ts';
import {
  InternalError,
  NotConfiguredError,
  OverloadedError,
  RateLimitedError,
} from '../../../lib/errors.ts';
import type { Log } from '../../../lib/log.ts';
import { getSignalTrace, linkTrace } from '../../../lib/trace-context.ts';
import type { Millis } from '../../../lib/units.ts';
import { confirmPayment } from './confirm-payment.ts';
import { FundsError, UnconfirmedError } from './faucet-errors.ts';
import type { FaucetPayment, FaucetRequest, FaucetResult } from './faucet-request-and-result.ts';
import { createFaucetLimiter, type FaucetLimits } from './limits/faucet-limits.ts';
import { createOutcomeDeliveryTracker } from './limits/payout-response-tracker.ts';
import {
  createFaucetRequestDeduplicator,
  faucetRequestKey,
} from './limits/request-deduplication.ts';
import {
  createPaymentSender,
  type PaymentOrder,
  type PaymentTraceAndLog,
} from './payment-sender.ts';
import type { AdmittedPayout, Payment, PayoutLedger } from './payout-ledger.ts';
import type { CreateTracedWalletRpc } from './wallet-rpc.ts';

/** The client of a faucet request. */
export type FaucetRequester = RequestSignalAndIds & { readonly address: string };

/** The token's address and the expected chain ids, from the deployment file. */
export type FaucetTokenAndChains = {
  readonly token: Address;
  readonly l3ChainId: number;
  readonly settlementChainId: number | undefined;
};

export type Faucet = ReturnType<typeof createFaucet>;

/** The amount of gas that is sent: 0.5 of the settlement chain's native token, wei. */
const drip = parseEther('0.5');
const dripLabel = '0.5 S';
/** How long an outcome that no client received is returned to an equal request: one day. */
const openFor: Millis = 24 * 3_600_000;
const lowOnGas = 'Faucet deployer low on S — please try again later';

/**
 * Creates the faucet, which pays test tokens from a hot wallet and each request at most once. The
 * caller opens the ledger and closes it after the faucet.
 */
export function createFaucet(options: {
  readonly account: LocalAccount;
  readonly l3: CreateTracedWalletRpc;
  readonly settlement: CreateTracedWalletRpc;
  readonly ledger: PayoutLedger;
  readonly limits: FaucetLimits;
  readonly clock: Clock;
  readonly log: Log;
  readonly findDeploymentByFileName: () => Promise<FaucetTokenAndChains>;
  /** Awaited before a payment is reported, also when the client has disconnected. */
  readonly onPaid?: () => Promise<void>;
  /** Coordinates replicas that pay with the same key; undefined for a single gateway. */
  readonly cluster?: Pick<Cluster, 'idempotency' | 'runExclusively' | 'createLimiter'> | undefined;
  readonly receiptLimit?: Millis;
}) {
  const { account, ledger, clock, log, cluster, receiptLimit = 30_000 } = options;
  const closing = new AbortController();
  const { signal } = closing;
  const shared = { account, ledger, clock, log, signal, exclusively: cluster?.runExclusively };
  const connect = { usdc: options.l3, gas: options.settlement };
  const senders = {
    usdc: createPaymentSender({ ...shared, name: 'usdc', connect: connect.usdc }),
    gas: createPaymentSender({ ...shared, name: 'gas', connect: connect.gas }),
  };
  const { limits } = options;
  const createLimiter = cluster?.createLimiter;
  const limiter = createFaucetLimiter({ limits, ledger, clock, createLimiter });
  /** Never throws: timers and cluster notifications call it, and an error would end the process. */
  const noteReceived = (id: number) => {
    try {
      ledger.closePayout(id);
    } catch (error) {
      log.warn({ err: error, payout: id }, 'a payout that was received stays open');
    }
  };
  const deduplicator = createFaucetRequestDeduplicator(cluster?.idempotency, {
    ...ledger,
    closePayout: noteReceived,
  });
  const closePayout = (id: number) => {
    noteReceived(id);
    deduplicator.endClaim(id);
  };
  const responses = createOutcomeDeliveryTracker({ closePayout });
  const running = new Map<string, { settled: Promise<Settled>; traceAndLog: PaymentTraceAndLog }>();
  type Settled = {
    readonly payoutId: number | undefined;
    readonly result: FaucetResult;
    readonly isFinal: boolean;
  };

  async function settle(
    order: PaymentOrder,
    expectedChainId: number | undefined,
  ): Promise<Payment> {
    const payment = await senders[order.part].pay(order, expectedChainId);
    const chain = connect[order.part](order.traceAndLog.trace);
    return confirmPayment({ payment, chain, ledger, clock, limit: receiptLimit, signal });
  }

  async function payUsdc(
    payout: AdmittedPayout,
    deployment: FaucetTokenAndChains,
    traceAndLog: PaymentTraceAndLog,
  ): Promise<FaucetPayment> {
    const data = encodeFunctionData({
      abi: usdc18Abi,
      functionName: 'mint',
      args: [payout.recipient, payout.amount],
    });
    try {
      const order: PaymentOrder = { payout, part: 'usdc', to: deployment.token, data, traceAndLog };
      const { status, hash } = await settle(order, deployment.l3ChainId);
      if (status !== 'reverted') return { hash, amount: `${formatEther(payout.amount)} USDC` };
    } catch (cause) {
      if (cause instanceof RateLimitedError || cause instanceof NotConfiguredError) throw cause;
      traceAndLog.log.error({ err: cause, payout: payout.id }, 'faucet mint failed');
      throw new InternalError('transaction failed', { cause });
    }
    closePayout(payout.id);
    throw new InternalError('transaction failed');
  }

  /** Sends gas. Never throws, because the USDC is already paid and must be reported. */
  async function payGas(
    payout: AdmittedPayout,
    deployment: FaucetTokenAndChains,
    traceAndLog: PaymentTraceAndLog,
  ) {
    try {
      const to = payout.recipient;
      const order: PaymentOrder = { payout, part: 'gas', to, value: drip, traceAndLog };
      const { status, hash } = await settle(order, deployment.settlementChainId);
      const paid = { hash, amount: dripLabel };
      return { isFinal: true, gas: status === 'reverted' ? { error: 'transaction failed' } : paid };
    } catch (cause) {
      traceAndLog.log.warn({ err: cause, payout: payout.id }, 'faucet gas drip failed');
      if (cause instanceof FundsError) return { isFinal: true, gas: { error: lowOnGas } };
      const mayBeMined =
        signal.aborted ||
        cause instanceof UnconfirmedError ||
        cause instanceof OverloadedError ||
        ledger.mayHavePaid(payout.id, 'gas');
      if (!mayBeMined) return { isFinal: true, gas: { error: 'transaction failed' } };
      // The payment may still be mined. The payout stays open, so that a retry gets the outcome.
      return { isFinal: false, gas: { error: 'the transfer is not confirmed yet' } };
    }
  }

  async function admit(request: FaucetRequest): Promise<AdmittedPayout> {
    const since = clock.now() - openFor;
    const findOpen = () => ledger.openPayout(request, since);
    const open = findOpen();
    if (open) {
      // Another client may be receiving the outcome. If it disconnects, the payout stays open.
      await responses.decided(open.id);
      const left = findOpen();
      if (left) return left;
    }
    return limiter.admitPayout(request.recipient, () => ledger.createPayout(request, since));
  }

  async function payRequest(
    request: FaucetRequest,
    traceAndLog: PaymentTraceAndLog,
  ): Promise<Settled> {
    const deployment = await options.findDeploymentByFileName();
    const otherOutcome = await deduplicator.claimOrWait(request, signal);
    if (otherOutcome) {
      await options.onPaid?.();
      return { payoutId: undefined, result: otherOutcome, isFinal: true };
    }
    let payout: AdmittedPayout | undefined;
    try {
      payout = await admit(request);
      deduplicator.recordPayout(request, payout.id);
      const usdc = await payUsdc(payout, deployment, traceAndLog);
      const { gas, isFinal } = payout.wantsGas
        ? await payGas(payout, deployment, traceAndLog)
        : { gas: undefined, isFinal: true };
      await options.onPaid?.();
      const result = { to: payout.recipient, usdc, ...(gas ? { gas } : {}) };
      if (isFinal) deduplicator.publishOutcome(request, result);
      return { payoutId: payout.id, result, isFinal };
    } catch (error) {
      // Nothing was signed, so any replica may pay the request.
      if (!payout || !ledger.mayHavePaid(payout.id)) deduplicator.releaseClaim(request);
      throw error;
    }
  }

  function joinRunning(request: FaucetRequest, caller: FaucetRequester): Promise<Settled> {
    const key = faucetRequestKey(request);
    const before = running.get(key);
    if (before) {
      linkTrace(caller.signal, before.traceAndLog.trace);
      return before.settled;
    }
    const traceAndLog = { trace: getSignalTrace(caller.signal), log: log.child(caller.requestIds) };
    const settled = payRequest(request, traceAndLog).finally(() => running.delete(key));
    running.set(key, { settled, traceAndLog });
    return settled;
  }

  return {
    /**
     * Mints USDC and, if requested, sends gas. Until a client has received the outcome, an equal
     * request gets it instead of a second payment, also after a restart.
     *
     * @throws {RateLimitedError} a limit per client, per address or in total is exceeded.
     * @throws {OverloadedError} it is not known whether another replica is paying this request.
     * @throws {NotConfiguredError} there is no usable deployment, or the key is publicly known.
     * @throws {InternalError} the mint failed, or has no receipt yet.
     */
    pay: async (request: FaucetRequest, caller: FaucetRequester) => {
      await limiter.admitClient(caller.address);
      const { payoutId, result, isFinal } = await raceAbort(
        joinRunning(request, caller),
        caller.signal,
      );
      if (payoutId === undefined) deduplicator.endClaimAfterResponse(request, caller.signal);
      else if (isFinal) responses.trackResponse(payoutId, caller.signal);
      return result;
    },
    /** Sends unsent payments again and updates the status of unsettled ones. */
    reconcile: async () => {
      const reconciliations = [senders.usdc.reconcile(), senders.gas.reconcile()].map(
        (reconciliation) =>
          reconciliation.catch((error: unknown) => {
            // Reject at once, without waiting for the other chain, when the key must not be used.
            if (error instanceof NotConfiguredError) throw error;
            return { error };
          }),
      );
      const failed = (await Promise.all(reconciliations)).find(
        (reconciliation) => reconciliation !== undefined,
      );
      if (failed) throw failed.error;
    },
    close: async () => {
      closing.abort(new DOMException('the service is stopping', 'AbortError'));
      await Promise.allSettled([...running.values()].map(({ settled }) => settled));
      responses.close();
    },
  };
}
