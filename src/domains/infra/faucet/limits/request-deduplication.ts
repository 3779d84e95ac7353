import type { IdempotencyStore } from '../../../../cluster/index.ts';
import {
  type FaucetRequest,
  type FaucetResult,
  faucetResultSchema,
} from '../faucet-request-and-result.ts';
import type { PayoutLedger } from '../payout-ledger.ts';
import { assumedResponseDeliveryTime } from './payout-response-tracker.ts';

/** Returns whether the text is an outcome as `publishOutcome` writes it. */
function isOutcome(stored: string): boolean {
  try {
    return faucetResultSchema.safeParse(JSON.parse(stored)).success;
  } catch {
    return false;
  }
}

/** Returns the key that identifies equal requests, in this process and among replicas. */
export function faucetRequestKey({ recipient, amount, wantsGas }: FaucetRequest): string {
  return `${recipient} ${amount} ${wantsGas}`;
}

/**
 * Creates a deduplicator, which ensures that only one replica pays a request, since each replica
 * has its own ledger. A single gateway has no idempotency store.
 */
export function createFaucetRequestDeduplicator(
  idempotency: IdempotencyStore | undefined,
  ledger: PayoutLedger,
) {
  const held = new Map<number, string>();
  const forget = (name: string): number | undefined => {
    const [id] = [...held].find(([, other]) => other === name) ?? [];
    if (id !== undefined) held.delete(id);
    return id;
  };
  const end = (name: string) => {
    forget(name);
    idempotency?.markReceived(name, ledger.owner);
  };
  // Another replica has delivered the outcome, so this replica must not return it again.
  idempotency?.onDrop((name) => {
    const payoutId = forget(name);
    if (payoutId !== undefined) ledger.closePayout(payoutId);
  });
  return {
    /**
     * Claims a request, or waits for the outcome of the replica that has claimed it.
     *
     * @param signal - Aborts the wait; its reason is thrown.
     * @returns the other replica's outcome; null when this replica has the claim and must pay.
     * @throws {OverloadedError} the other replica has no outcome in time, or Redis is unavailable.
     */
    claimOrWait: async (
      request: FaucetRequest,
      signal: AbortSignal,
    ): Promise<FaucetResult | null> => {
      const name = faucetRequestKey(request);
      const stored = await idempotency
        ?.claim(name, ledger.owner, signal, isOutcome)
        .catch((error: unknown) => {
          // Redis may still make the claim. Release it unless this replica has an open payout.
          if (!ledger.openPayout(request, 0)) idempotency.release(name, ledger.owner);
          throw error;
        });
      return stored ? faucetResultSchema.parse(JSON.parse(stored)) : null;
    },
    recordPayout: (request: FaucetRequest, payoutId: number) => {
      if (idempotency) held.set(payoutId, faucetRequestKey(request));
    },
    publishOutcome: (request: FaucetRequest, result: FaucetResult) => {
      idempotency?.setOutcome(faucetRequestKey(request), ledger.owner, JSON.stringify(result));
    },
    /** Releases the claim of a request that was not paid, so that any replica may pay it. */
    releaseClaim: (request: FaucetRequest) => {
      forget(faucetRequestKey(request));
      idempotency?.release(faucetRequestKey(request), ledger.owner);
    },
    endClaim: (payoutId: number) => {
      const name = held.get(payoutId);
      if (name !== undefined) end(name);
    },
    /**
     * Ends the claim of a request that gets another replica's outcome, after
     * `assumedResponseDeliveryTime`; not if the client has disconnected by then.
     */
    endClaimAfterResponse: (request: FaucetRequest, signal: AbortSignal) => {
      setTimeout(() => {
        if (!signal.aborted) end(faucetRequestKey(request));
      }, assumedResponseDeliveryTime).unref();
    },
  };
}
