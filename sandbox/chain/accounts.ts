import { type Address, getAddress } from 'viem';
import { z } from 'zod';
import type { RpcClient } from './rpc-client.ts';

/** The accounts of the published test mnemonic by role; the chains fund them and sign for them. */
export type Accounts = {
  /** Deploys and owns the contracts, and pays for the faucet. */
  readonly deployer: Address;
  /** Writes the NAVs to the chain. */
  readonly keeper: Address;
  /** One for each oracle. */
  readonly oracles: readonly Address[];
  /** Supplies the lending markets. */
  readonly lender: Address;
  /** Liquidates unsafe positions. */
  readonly liquidator: Address;
  /**
   * Deploys on the settlement chain. A separate account, so that no contract there has the address
   * of one on L3.
   */
  readonly settlementDeployer: Address;
  /** The wallets of the funds plan, by wallet index. */
  readonly wallets: readonly Address[];
};

/** Position of wallet 0 in the mnemonic. The accounts before it have roles or are unused. */
export const firstWalletIndex = 10;

const addresses = z.array(z.string().transform((text) => getAddress(text)));

/** Reads the accounts of a chain and assigns a role to each. */
export async function fetchAccounts(rpc: RpcClient): Promise<Accounts> {
  const all = addresses.parse(await rpc.call('eth_accounts'));
  const [deployer, keeper, oracle1, oracle2, oracle3, lender, liquidator, settlementDeployer] = all;
  if (!deployer || !keeper || !oracle1 || !oracle2 || !oracle3) throw tooFew(all.length);
  if (!lender || !liquidator || !settlementDeployer) throw tooFew(all.length);
  const oracles = [oracle1, oracle2, oracle3];
  const wallets = all.slice(firstWalletIndex);
  return { deployer, keeper, oracles, lender, liquidator, settlementDeployer, wallets };
}

function tooFew(count: number): Error {
  return new Error(`the chain has ${count} accounts, which is too few`);
}
