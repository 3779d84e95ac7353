import type { Address, Hash } from 'viem';

/** What a caller asks for, checked. */
export type FaucetRequest = {
  /** Checksummed. */
  readonly recipient: Address;
  /** Wei of the 18-decimal L3 USDC. */
  readonly amount: bigint;
  readonly wantsGas: boolean;
};

/** What was paid; `amount` is human-readable with its unit (spec: Faucet result). */
export type FaucetPayment = { readonly hash: Hash; readonly amount: string };

export type FaucetResult = {
  readonly to: Address;
  readonly usdc: FaucetPayment;
  /** Present when gas was asked for; `error` when it was not paid (wire-facts 1.21). */
  readonly gas?: FaucetPayment | { readonly error: string };
};
