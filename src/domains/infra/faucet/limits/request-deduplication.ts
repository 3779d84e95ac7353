import { z } from 'zod';
import type { IdempotencyStore } from '../../../../cluster/index.ts';
import type { FaucetRequest, FaucetResult } from '../faucet-types.ts';
import type { PayoutLedger } from '../payout-ledger.ts';
import { assumedDeliveryTime } from './payout-delivery-tracker.ts';

/** Ensures that only one replica pays a request, since each replica has its own ledger. */
export type FaucetRequestDeduplicator = {
  /**
   * Claims a request, or waits for the outcome of the replica that has claimed it.
   *
   * @param signal - Aborts the wait; its reason is thrown.
   * @returns the other replica's outcome; null when this replica has the claim and must pay.
   * @throws {OverloadedError} the other replica has no outcome in time, or Redis is unavailable.
   */
  readonly claimOrWait: (
    request: FaucetRequest,
    signal: AbortSignal,
  ) => Promise<FaucetResult | null>;
  readonly recordPayout: (request: FaucetRequest, payoutId: number) => void;
  readonly publishOutcome: (request: FaucetRequest, result: FaucetResult) => void;
  /** Releases the claim of a request that was not paid, so that any replica may pay it. */
  readonly releaseClaim: (request: FaucetRequest) => void;
  readonly endClaim: (payoutId: number) => void;
  /** Ends the claim once another replica's outcome is written, unless the client disconnects. */
  readonly endClaimAfterResponse: (request: FaucetRequest, signal: AbortSignal) => void;
};

const paid = z.object({ hash: z.templateLiteral(['0x', z.string()]), amount: z.string() });
const outcome = z.object({
  to: z.templateLiteral(['0x', z.string()]),
  usdc: paid,
  gas: z.union([paid, z.object({ error: z.string() })]).optional(),
});

/** Returns whether the text is an outcome as `publishOutcome` writes it. */
function isOutcome(stored: string): boolean {
  try {
    return outcome.safeParse(JSON.parse(stored)).success;
  } catch {
    return false;
  }
}

/** Returns the key that identifies equal requests, in this process and among replicas. */
export function faucetRequestKey({ recipient, amount, wantsGas }: FaucetRequest): string {
  return `${recipient} ${amount} ${wantsGas}`;
}

/** Creates the deduplicator; without an idempotency store, for a single gateway. */
export function createFaucetRequestDeduplicator(
  idempotency: IdempotencyStore | undefined,
  ledger: PayoutLedger,
): FaucetRequestDeduplicator {
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
    claimOrWait: async (request, signal) => {
      const name = faucetRequestKey(request);
      const stored = await idempotency
        ?.claim(name, ledger.owner, signal, isOutcome)
        .catch((error: unknown) => {
          // Redis may still make the claim. Release it unless this replica has an open payout.
          if (!ledger.openPayout(request, 0)) idempotency.release(name, ledger.owner);
          throw error;
        });
      if (stored === undefined || stored === null) return null;
      const { to, usdc, gas } = outcome.parse(JSON.parse(stored));
      return { to, usdc, ...(gas ? { gas } : {}) };
    },
    recordPayout: (request, payoutId) => {
      if (idempotency) held.set(payoutId, faucetRequestKey(request));
    },
    publishOutcome: (request, result) => {
      idempotency?.setOutcome(faucetRequestKey(request), ledger.owner, JSON.stringify(result));
    },
    releaseClaim: (request) => {
      forget(faucetRequestKey(request));
      idempotency?.release(faucetRequestKey(request), ledger.owner);
    },
    endClaim: (payoutId) => {
      const name = held.get(payoutId);
      if (name !== undefined) end(name);
    },
    endClaimAfterResponse: (request, signal) => {
      setTimeout(() => {
        if (!signal.aborted) end(faucetRequestKey(request));
      }, assumedDeliveryTime).unref();
    },
  };
}
