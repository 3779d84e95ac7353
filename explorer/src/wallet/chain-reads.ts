import type { Contracts } from './use-contracts.ts';

/** The NAV of a fund in the index contract, and the block at which it was read. */
export type ChainNav = { readonly navUsd: number; readonly block: number };

/**
 * Reads a fund's NAV from the index contract.
 *
 * @throws {Error} the chain cannot be read.
 */
export async function readNavOnChain(options: {
  readonly contracts: Contracts | null;
  readonly itpId: string;
}): Promise<ChainNav> {
  const { readNav } = await import('./chain.ts');
  if (options.contracts === null) throw new Error('the contracts are not known');
  return readNav(options.contracts, options.itpId as `0x${string}`);
}
