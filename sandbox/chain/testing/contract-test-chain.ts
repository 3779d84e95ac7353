import { setTimeout } from 'node:timers/promises';
import {
  type Abi,
  type Address,
  BaseError,
  type Chain,
  type Client,
  ContractFunctionRevertedError,
  createClient,
  defineChain,
  encodeDeployData,
  type Hex,
  type HttpTransport,
  http,
  type PublicActions,
  publicActions,
  type TransactionReceipt,
  type WalletActions,
  walletActions,
} from 'viem';
import { contractBytecode } from '../artifacts.ts';
import { type SandboxChain, startSandboxChain } from '../sandbox-chain.ts';

/** The viem client of the test chain. */
export type ContractClient = Client<
  HttpTransport,
  Chain,
  undefined,
  undefined,
  PublicActions<HttpTransport, Chain> & WalletActions<Chain>
>;

const chainId = 31_337;

/** A new chain that mines every transaction at once, with functions for tests. */
export type ContractTestChain = AsyncDisposable & {
  readonly chain: SandboxChain;
  readonly client: ContractClient;
  /** Creates a contract from the deployer's account. */
  readonly deploy: (
    contract: keyof typeof contractBytecode,
    abi: Abi,
    args?: readonly unknown[],
  ) => Promise<Address>;
  /**
   * Waits for a transaction and returns the time of its block.
   *
   * @throws {Error} the transaction reverted.
   */
  readonly waitUntilMined: (hash: Promise<Hex>) => Promise<bigint>;
};

/** Starts a chain for tests of contracts. */
export async function startContractTestChain(): Promise<ContractTestChain> {
  const genesisTime = Math.floor(Date.now() / 1000) - 3_600;
  const chain = await startSandboxChain({ chainId, port: 0, genesisTime, accounts: 16 });
  await chain.goLive();
  const client = connect(chain.url);
  const receipt = async (sent: Promise<Hex>) => {
    const found = await waitForReceipt(client, await sent);
    if (found.status !== 'success') throw new Error('the transaction reverted');
    return found;
  };
  const deploy: ContractTestChain['deploy'] = async (contract, abi, args = []) => {
    const data = encodeDeployData({ abi, args, bytecode: contractBytecode[contract] });
    const account = chain.accounts.deployer;
    const { contractAddress } = await receipt(client.sendTransaction({ account, data }));
    if (!contractAddress) throw new Error(`${contract} was not deployed`);
    return contractAddress;
  };
  const waitUntilMined: ContractTestChain['waitUntilMined'] = async (hash) => {
    const { blockHash } = await receipt(hash);
    return (await client.getBlock({ blockHash })).timestamp;
  };
  return { chain, client, deploy, waitUntilMined, [Symbol.asyncDispose]: chain.close };
}

/**
 * Waits for a receipt. viem's own function may see a block before its receipts exist. It would then
 * wait for another block, which this chain does not mine without transactions.
 */
export async function waitForReceipt(
  client: ContractClient,
  hash: Hex,
): Promise<TransactionReceipt> {
  for (const end = performance.now() + 5_000; performance.now() < end; ) {
    const found = await client.getTransactionReceipt({ hash }).catch(() => undefined);
    if (found !== undefined) return found;
    await setTimeout(5);
  }
  throw new Error('there is no receipt');
}

/**
 * Returns the options of a call by an account. The gas limit is fixed, because an estimate is for
 * the present second, and a transaction one second later may have to add interest.
 */
export function createCallOptions(account: Address): {
  readonly account: Address;
  readonly gas: bigint;
} {
  return { account, gas: 2_000_000n };
}

/**
 * Returns name and arguments of the error with which a simulated call reverts; only the selector if
 * the error belongs to another contract.
 */
export async function describeRevert(call: Promise<unknown>): Promise<string> {
  try {
    await call;
  } catch (error) {
    const revert =
      error instanceof BaseError
        ? error.walk((cause) => cause instanceof ContractFunctionRevertedError)
        : null;
    if (!(revert instanceof ContractFunctionRevertedError)) throw error;
    const { errorName = revert.signature ?? 'nothing', args = [] } = revert.data ?? {};
    return args.length === 0 ? errorName : `${errorName}(${args.join(', ')})`;
  }
  return 'did not revert';
}

function connect(url: string): ContractClient {
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 };
  const rpcUrls = { default: { http: [url] } };
  const chain = defineChain({ id: chainId, name: 'test', nativeCurrency, rpcUrls });
  return createClient({ chain, transport: http(url, { timeout: 10_000 }), pollingInterval: 10 })
    .extend(publicActions)
    .extend(walletActions);
}
