import { z } from 'zod';
import type { IdempotencyStore } from '../../../../cluster/index.ts';
import type { FaucetRequest, FaucetResult } from '../faucet-request.ts';
import type { PayoutLedger } from '../payout-ledger.ts';
import { responseWriteTime } from './payout-delivery.ts';

/**
 * Which replica has taken a request: each has a ledger of its own, and one request must not be paid
 * out of two. A gateway alone has taken every request.
 */
export type RequestDeduplicator = {
  /**
   * The outcome that another replica has come to; null when this one is to pay, or has.
   *
   * @param signal - Ends the wait for it.
   * @throws {BusyError} another one is at it, or it cannot be known; the signal's reason.
   */
  readonly take: (request: FaucetRequest, signal: AbortSignal) => Promise<FaucetResult | null>;
  /** Remembers which payout a request has become. */
  readonly hold: (request: FaucetRequest, payoutId: number) => void;
  /** Tells the outcome to whoever asks elsewhere. */
  readonly made: (request: FaucetRequest, result: FaucetResult) => void;
  /** Nothing was paid and nothing will be: whoever is asked next may pay. */
  readonly withdraw: (request: FaucetRequest) => void;
  /** The outcome was received: the same request is a new one from now on. */
  readonly endOf: (payoutId: number) => void;
  /** Another replica's outcome is being written to a caller: the end, unless the caller leaves meanwhile. */
  readonly relay: (request: FaucetRequest, signal: AbortSignal) => void;
};

const paid = z.object({ hash: z.templateLiteral(['0x', z.string()]), amount: z.string() });
const outcome = z.object({
  to: z.templateLiteral(['0x', z.string()]),
  usdc: paid,
  gas: z.union([paid, z.object({ error: z.string() })]).optional(),
});

/** Whether a text is an outcome as `made` tells it. */
function isReadable(told: string): boolean {
  try {
    return outcome.safeParse(JSON.parse(told)).success;
  } catch {
    return false;
  }
}

/** How a request is called among replicas; within one they are told apart by the same. */
export function faucetRequestKey({ recipient, amount, wantsGas }: FaucetRequest): string {
  return `${recipient} ${amount} ${wantsGas}`;
}

/** @param claims - What replicas share; undefined for a gateway alone. */
export function createRequestDeduplicator(
  idempotency: IdempotencyStore | undefined,
  ledger: PayoutLedger,
): RequestDeduplicator {
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
  // Received at another replica: here it is nothing to be given to anybody any more.
  idempotency?.onDrop((name) => {
    const payoutId = forget(name);
    if (payoutId !== undefined) ledger.closePayout(payoutId);
  });
  return {
    take: async (request, signal) => {
      const name = faucetRequestKey(request);
      const told = await idempotency
        ?.claim(name, ledger.owner, signal, isReadable)
        .catch((error: unknown) => {
          // The claim may have been made, or be made late; unless something is owed, nobody needs it.
          if (!ledger.openPayout(request, 0)) idempotency.release(name, ledger.owner);
          throw error;
        });
      if (told === undefined || told === null) return null;
      const { to, usdc, gas } = outcome.parse(JSON.parse(told));
      return { to, usdc, ...(gas ? { gas } : {}) };
    },
    hold: (request, payoutId) => {
      if (idempotency) held.set(payoutId, faucetRequestKey(request));
    },
    made: (request, result) => {
      idempotency?.setOutcome(faucetRequestKey(request), ledger.owner, JSON.stringify(result));
    },
    withdraw: (request) => {
      forget(faucetRequestKey(request));
      idempotency?.release(faucetRequestKey(request), ledger.owner);
    },
    endOf: (payoutId) => {
      const name = held.get(payoutId);
      if (name !== undefined) end(name);
    },
    relay: (request, signal) => {
      setTimeout(() => {
        if (!signal.aborted) end(faucetRequestKey(request));
      }, responseWriteTime).unref();
    },
  };
}
