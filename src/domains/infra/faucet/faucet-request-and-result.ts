import type { Address } from 'viem';
import { z } from 'zod';

/** A validated faucet request. */
export type FaucetRequest = {
  /** Checksummed. */
  readonly recipient: Address;
  /** Wei of the 18-decimal L3 USDC. */
  readonly amount: bigint;
  readonly wantsGas: boolean;
};

const hex = z.templateLiteral(['0x', z.string()]);
const payment = z.object({ hash: hex, amount: z.string() });

/**
 * What was paid to an address. An amount is a decimal number with its unit, such as `100 USDC`.
 * `gas` is present when it was requested, and has `error` when it was not paid.
 */
export const faucetResultSchema = z.object({
  to: hex,
  usdc: payment,
  gas: z.union([payment, z.object({ error: z.string() })]).optional(),
});

export type FaucetPayment = z.output<typeof payment>;
export type FaucetResult = z.output<typeof faucetResultSchema>;
