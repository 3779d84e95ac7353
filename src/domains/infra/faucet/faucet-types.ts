import type { Address, Hash } from 'viem';

/** A validated faucet request. */
export type FaucetRequest = {
  /** Checksummed. */
  readonly recipient: Address;
  /** Wei of the 18-decimal L3 USDC. */
  readonly amount: bigint;
  readonly wantsGas: boolean;
};

/** A payment in a response; `amount` is a decimal number with its unit, such as `100 USDC`. */
export type FaucetPayment = { readonly hash: Hash; readonly amount: string };

export type FaucetResult = {
  readonly to: Address;
  readonly usdc: FaucetPayment;
  /** Present when gas was requested; has `error` when it was not paid. */
  readonly gas?: FaucetPayment | { readonly error: string };
};
