import type { Address } from 'viem';
import type { MarketHistory } from '../../world/market-history.ts';
import type { Accounts } from '../accounts.ts';
import type { BlockWriter } from '../block-writer.ts';
import type { DeployContract } from './contract-deployer.ts';

/** The contracts of the L3 chain that others build on. */
export type CoreContracts = {
  readonly usdc: Address;
  readonly index: Address;
  readonly lending: Address;
  readonly multicall3: Address;
};

/** What further contracts find when they are deployed, in the chain's first block. */
export type DeployContext = {
  readonly accounts: Accounts;
  readonly contracts: CoreContracts;
  /** Creates a contract from the deployer's account. */
  readonly deploy: DeployContract;
  /** Adds a transaction to the same block. */
  readonly send: BlockWriter['add'];
};

/** What they find when the history has been written, just before the present. */
export type PopulateContext = {
  /** Its last block is at least a minute before the present. */
  readonly writer: BlockWriter;
  /** Unix seconds at which the chain goes on in real time; blocks are written before. */
  readonly present: number;
  readonly accounts: Accounts;
  /** Everything that the deployment files will name. */
  readonly contracts: Readonly<Record<string, string>>;
  readonly chainId: number;
  readonly history: MarketHistory;
  /** How much faster than real time the world runs. */
  readonly speed: number;
  /** Exists; what the world's other parts need may be left there. */
  readonly stateDir: string;
};

/** Contracts beside the core ones. */
export type ChainExtension = {
  /** Returns entries for the deployment files: contract name → address. */
  readonly deploy: (context: DeployContext) => Readonly<Record<string, string>>;
  /** Makes them look alive. */
  readonly populate?: (context: PopulateContext) => Promise<void>;
};
