/** All code that needs viem. It is loaded when a user first uses the chain. */
import { type ContractCall, sendTransaction as send, TransactionError } from '@dtf-graph/client';
import {
  createPublicClient,
  createWalletClient,
  custom,
  defineChain,
  type EIP1193Provider,
  formatEther,
  http,
  parseEventLogs,
  type TransactionReceipt,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { indexAbi } from '../../../generated/abi/index.ts';
import { usdc18Abi } from '../../../generated/abi/usdc18.ts';
import { visionAbi } from '../../../generated/abi/vision.ts';
import type { ChainNav } from './chain-reads.ts';
import { developmentAccounts } from './development-accounts.ts';
import type { Contracts } from './use-contracts.ts';
import type { Wallet } from './wallet-store.ts';

export { encodeBitmap } from '@dtf-graph/client';
export { usdc18Abi, visionAbi };

/** Path of the L3 chain's JSON-RPC, to which a gateway with a sandbox forwards requests. */
const chainRpcPath = '/rpc/l3';

const transport = (wallet: Wallet | null) =>
  wallet?.signer.kind === 'injected'
    ? custom(wallet.signer.provider as EIP1193Provider)
    : http(new URL(chainRpcPath, location.href).href);

const chainOf = (id: number) =>
  defineChain({
    id,
    name: 'L3',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [new URL(chainRpcPath, location.href).href] } },
  });

const readerOf = (contracts: Contracts, wallet: Wallet | null = null) =>
  createPublicClient({
    chain: chainOf(contracts.chainId),
    transport: transport(wallet),
    pollingInterval: 500,
  });

/** Reads a fund's NAV from the index contract, with the block it was read at. */
export async function readNav(contracts: Contracts, itpId: `0x${string}`): Promise<ChainNav> {
  const reader = readerOf(contracts);
  const blockNumber = await reader.getBlockNumber();
  const [, , nav] = await reader.readContract({
    address: contracts.index,
    abi: indexAbi,
    functionName: 'getITPState',
    args: [itpId],
    blockNumber,
  });
  return { navUsd: Number(formatEther(nav)), block: Number(blockNumber) };
}

/** A player's position in a batch, as the contract has it; amounts in wei. */
export type ChainPosition = {
  readonly balance: bigint;
  readonly stakePerTick: bigint;
  readonly startTick: number;
  /** Hash of the committed bitmap. */
  readonly bitmapHash: string;
  /** First tick in which the player no longer takes part; 0 without an exit. */
  readonly exitTick: number;
  /** Part of the balance that was paid in after the tick of a claim. */
  readonly freshSince: (tick: number) => bigint;
};

/** What the chain knows of a player: USDC in the wallet, the market's allowance, the position. */
export type ChainPlayer = {
  readonly usdc: bigint;
  readonly allowance: bigint;
  readonly position: ChainPosition | null;
};

/** Reads what the chain knows of a player in a batch. */
export async function readChainPlayer(
  contracts: Contracts,
  wallet: Wallet,
  batchId: string,
): Promise<ChainPlayer> {
  const reader = readerOf(contracts, wallet);
  const usdc = { address: contracts.usdc, abi: usdc18Abi } as const;
  const vision = { address: contracts.vision, abi: visionAbi } as const;
  const args = [BigInt(batchId), wallet.address] as const;
  const [balance, allowance, position, state] = await Promise.all([
    reader.readContract({ ...usdc, functionName: 'balanceOf', args: [wallet.address] }),
    reader.readContract({
      ...usdc,
      functionName: 'allowance',
      args: [wallet.address, contracts.vision],
    }),
    reader.readContract({ ...vision, functionName: 'getPosition', args }),
    reader.readContract({ ...vision, functionName: 'getPositionState', args }),
  ]);
  const { depositTick, freshDeposits, exitTick } = state;
  const isIn = position.joinTimestamp !== 0n;
  return {
    usdc: balance,
    allowance,
    position: isIn
      ? {
          balance: position.balance,
          stakePerTick: position.stakePerTick,
          startTick: Number(position.startTick),
          bitmapHash: position.bitmapHash,
          exitTick: Number(exitTick),
          freshSince: (tick) => (depositTick > BigInt(tick) ? freshDeposits : 0n),
        }
      : null,
  };
}

/** What a claim or a withdrawal has paid, wei. */
export type Payout = { readonly paid: bigint; readonly fee: bigint };

/** Reads what a transaction has paid to the player; null if it was no claim and no withdrawal. */
export function readPayout({ logs }: TransactionReceipt): Payout | null {
  const [claim] = parseEventLogs({ abi: visionAbi, logs, eventName: 'RewardsClaimed' });
  if (claim !== undefined) {
    const { winnings, fee } = claim.args;
    return { paid: winnings - fee, fee };
  }
  const [withdrawal] = parseEventLogs({ abi: visionAbi, logs, eventName: 'Withdrawn' });
  if (withdrawal === undefined) return null;
  const { payout, fee } = withdrawal.args;
  return { paid: payout, fee };
}

/**
 * Sends a transaction of the current wallet and waits until it is mined.
 *
 * @throws {TransactionError} the wallet or the contract refused the transaction.
 */
export async function sendTransaction(options: {
  readonly contracts: Contracts;
  readonly wallet: Wallet;
  readonly call: ContractCall;
  readonly onSent: (hash: `0x${string}`) => void;
}): Promise<TransactionReceipt> {
  const { contracts, wallet, call, onSent } = options;
  const sender = createWalletClient({
    account: accountOf(wallet),
    chain: chainOf(contracts.chainId),
    transport: transport(wallet),
  });
  return send(sender, call, onSent);
}

function accountOf(wallet: Wallet) {
  if (wallet.signer.kind === 'injected') return wallet.address;
  const known = developmentAccounts.find(({ address }) => address === wallet.address);
  if (known === undefined) throw new TransactionError('This account has no published key.', {});
  return privateKeyToAccount(known.privateKey);
}
