import {
  type Account,
  BaseError,
  type Chain,
  ContractFunctionRevertedError,
  type Hex,
  type TransactionReceipt,
  type Transport,
  UserRejectedRequestError,
  type WalletClient,
} from 'viem';
import {
  getChainId,
  simulateContract,
  waitForTransactionReceipt,
  writeContract,
} from 'viem/actions';
import { TransactionError } from './dtf-graph-error.ts';

/** A viem wallet client with an account, which signs transactions on the L3 chain. */
export type Wallet = WalletClient<Transport, Chain | undefined, Account>;

/** A contract call that changes the state of the chain. */
export type ContractCall = {
  readonly address: Hex;
  readonly abi: readonly unknown[];
  readonly functionName: string;
  readonly args: readonly unknown[];
};

/**
 * Sends a transaction and waits until it is mined. The call is simulated first, so that a revert is
 * reported with its reason before the transaction is sent. Returns the receipt.
 *
 * @throws {TransactionError} the wallet or the contract refused it.
 */
export async function sendTransaction(
  wallet: Wallet,
  call: ContractCall,
  onSent?: (hash: Hex) => void,
): Promise<TransactionReceipt> {
  try {
    const simulation = { ...call, account: wallet.account };
    await simulateContract(wallet, simulation as never);
    const hash = await writeContract(wallet, {
      chain: wallet.chain ?? null,
      ...call,
      account: wallet.account,
    } as never);
    onSent?.(hash);
    const receipt = await waitForTransactionReceipt(wallet, {
      hash,
      timeout: 60_000,
      pollingInterval: 500,
    });
    if (receipt.status === 'success') return receipt;
    // The state has changed since the simulation; the reason is that of the block.
    const { blockNumber } = receipt;
    await simulateContract(wallet, { ...simulation, blockNumber } as never);
  } catch (error) {
    throw explainFailure(error);
  }
  throw new TransactionError('The transaction was reverted.', {});
}

/** @throws {TransactionError} the wallet is on another chain. */
export async function expectChain(wallet: Wallet, chainId: number): Promise<void> {
  const actual = await getChainId(wallet).catch((error: unknown) => {
    throw explainFailure(error);
  });
  if (actual === chainId) return;
  throw new TransactionError(`The wallet is on chain ${actual}, not on chain ${chainId}.`, {});
}

/** Returns the error of a transaction that failed, in words for people. */
function explainFailure(error: unknown): TransactionError {
  if (!(error instanceof BaseError)) {
    return new TransactionError('The transaction failed.', { cause: error });
  }
  if (error.walk((cause) => cause instanceof UserRejectedRequestError) !== null) {
    return new TransactionError('The wallet did not sign the transaction.', { cause: error });
  }
  const revert = error.walk((cause) => cause instanceof ContractFunctionRevertedError);
  if (revert instanceof ContractFunctionRevertedError) {
    const reason = revert.data?.errorName ?? revert.reason;
    return new TransactionError(describeRevert(reason ?? ''), { cause: error, reason });
  }
  return new TransactionError(error.shortMessage, { cause: error });
}

/** Descriptions of contract errors for players. */
const meanings: Readonly<Record<string, string>> = {
  AlreadyJoined: 'This wallet plays in the batch already. Change its bitmap instead.',
  AlreadyProcessed: 'This request was carried out before.',
  BatchNotFound: 'There is no such batch.',
  BatchPaused: 'The batch is paused. Nobody can join or change a bitmap until it runs again.',
  ConfigHashMismatch:
    'The markets of the batch have changed. Reload them and build the bitmap again.',
  EmptyCommitment: 'The bitmap is empty.',
  ERC20InsufficientAllowance:
    'The market may not take so much USDC of this wallet. Approve it first.',
  ERC20InsufficientBalance: 'The wallet has too little USDC. The faucet gives some.',
  ExitNotReached: 'The wallet leaves after its last tick. Withdraw when that has ended.',
  ExitPending: 'The wallet is leaving the batch already.',
  InsolventPayout: 'The contract does not hold enough to pay this.',
  InsufficientBalance: 'The wallet has too little balance inside the market.',
  InsufficientDeposit: 'The wallet has too little USDC for this deposit. The faucet gives some.',
  InvalidBLSSignature: 'The oracles’ signature is not valid any more. Read the claim again.',
  InvalidTickRange: 'These ticks cannot be claimed together. Read the claim again.',
  NotJoined: 'This wallet does not play in the batch.',
  StakeBelowMinimum: 'The stake for each tick is below the minimum of 0.1 USDC.',
  TickAlreadyClaimed: 'The winnings of these ticks were claimed before.',
  TickLocked: 'The tick is about to end and takes no changes. Try again in the next one.',
  TransferFailed: 'The transfer of USDC failed.',
  Unauthorized: 'This wallet may not do that.',
  ZeroAmount: 'The amount is zero.',
};

/** Returns a description of a contract's error by the error's name. */
function describeRevert(name: string): string {
  return (
    meanings[name] ??
    (name === '' ? 'The contract refused this.' : `The contract refused this: ${name}.`)
  );
}
