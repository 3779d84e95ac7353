import type { Address } from 'viem';
import type { MarketHistory } from '../../world/market-history.ts';
import type { Accounts } from '../accounts.ts';
import type { BlockWriter } from '../block-writer.ts';
import type { DeployContract } from './contract-deployer.ts';

/** The L3 contracts on which other contracts depend. */
export type CoreContracts = {
  readonly usdc: Address;
  readonly index: Address;
  readonly lending: Address;
  readonly multicall3: Address;
};

/** What `ChainExtension.deploy` gets, in the chain's first block. */
export type DeployContext = {
  readonly accounts: Accounts;
  readonly contracts: CoreContracts;
  /** Creates a contract from the deployer's account. */
  readonly deploy: DeployContract;
  /** Adds a transaction to the block that deploys the contracts. */
  readonly send: BlockWriter['add'];
};

/**
 * What `ChainExtension.populate` gets, after the history has been written and before the chain goes
 * live.
 */
export type PopulateContext = {
  /** Its last block is at least one minute before `present`. */
  readonly writer: BlockWriter;
  /** Unix seconds at which the chain goes live; all written blocks must be earlier. */
  readonly present: number;
  readonly accounts: Accounts;
  /** All entries of the deployment files. */
  readonly contracts: Readonly<Record<string, string>>;
  readonly chainId: number;
  readonly history: MarketHistory;
  /** Factor by which the world runs faster than real time. */
  readonly speed: number;
  /** An existing folder for files that other processes of the sandbox read. */
  readonly stateDir: string;
};

/** Further contracts that are deployed after the core contracts. */
export type ChainExtension = {
  /** Returns entries for the deployment files: contract name → address. */
  readonly deploy: (context: DeployContext) => Readonly<Record<string, string>>;
  /** Writes transactions that give the contracts a realistic initial state. */
  readonly populate?: (context: PopulateContext) => Promise<void>;
};
