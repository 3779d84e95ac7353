import {
  type Address,
  BaseError,
  type Hash,
  type Hex,
  hexToBigInt,
  hexToNumber,
  numberToHex,
  type PublicClient,
  RpcRequestError,
} from 'viem';
import { raceAbort } from '../../../lib/abort.ts';
import type { TraceContext } from '../../../lib/trace-context.ts';

/** A node's result for a signed transaction. */
export type TransactionBroadcastResult =
  /** The node has the transaction. */
  | 'accepted'
  /** The transaction cannot be mined: its nonce is used, or the node rejects it permanently. */
  | 'rejected'
  /** The fee is too low now; the transaction may be mined when fees fall. */
  | 'underpriced'
  /** The node gave no clear result; the transaction may be mined. */
  | 'unknown';

/** Maximum fees of a legacy or EIP-1559 transaction, wei per unit of gas. */
export type TransactionFees =
  | { readonly gasPrice: bigint }
  | { readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint };

/** The chain calls of a wallet. */
export type FaucetWalletRpc = ReturnType<typeof createFaucetWalletRpc>;

/** Returns the chain calls of a wallet for one piece of work; they continue its trace. */
export type CreateTracedWalletRpc = (trace: TraceContext | undefined) => FaucetWalletRpc;

const alreadyKnown = /already (known|imported|exists)|known transaction|already in mempool/i;
const feeTooLow = /underpriced|(fee|price).*(less than|below|too low)/i;
/** Errors that do not concern the transaction itself, such as those of a load balancer. */
const unrelatedError =
  /internal|timeout|timed out|unavailable|overload|rate limit|too many|try again/i;

/** Returns the message of a JSON-RPC error; undefined when the node sent no JSON-RPC response. */
function nodeMessage(thrown: unknown): string | undefined {
  if (!(thrown instanceof BaseError)) return undefined;
  const rpcError = thrown.walk((error) => error instanceof RpcRequestError);
  return rpcError instanceof RpcRequestError ? rpcError.details : undefined;
}

/** Priority fee when the node suggests none: 1 gwei. */
const defaultTip = 1_000_000_000n;

/** Wraps a chain: once the signal is aborted, pending and new calls reject with its reason. */
export function createAbortableWalletRpc(
  chain: FaucetWalletRpc,
  signal: AbortSignal,
): FaucetWalletRpc {
  const bounded =
    (call: (...args: never[]) => Promise<unknown>) =>
    async (...args: never[]) => {
      signal.throwIfAborted();
      return raceAbort(call(...args), signal);
    };
  const calls = Object.entries(chain).map(([name, call]) => [name, bounded(call)]);
  return Object.fromEntries(calls) as FaucetWalletRpc;
}

/** Creates a wallet's calls. `client` sets deadlines and retries, but must not retry broadcasts. */
export function createFaucetWalletRpc(client: Pick<PublicClient, 'request'>) {
  const hasTransaction = async (hash: Hash) =>
    (await client.request({ method: 'eth_getTransactionByHash', params: [hash] })) !== null;
  /** Returns the result in the receipt; null when there is no receipt. */
  const outcome = async (hash: Hash) => {
    const receipt = await client.request({ method: 'eth_getTransactionReceipt', params: [hash] });
    if (receipt === null) return null;
    return receipt.status === '0x1' ? 'success' : 'reverted';
  };
  return {
    hasTransaction,
    outcome,
    /** Returns the id of the chain and the hash of its first block. */
    identify: async () => {
      const [chainId, first] = await Promise.all([
        client.request({ method: 'eth_chainId' }),
        client.request({ method: 'eth_getBlockByNumber', params: ['0x0', false] }),
      ]);
      if (!first?.hash) throw new Error('the chain has no first block');
      return { chainId: hexToNumber(chainId), genesis: first.hash };
    },
    nonce: async (sender: Address, tag: 'latest' | 'pending') =>
      hexToNumber(
        await client.request({ method: 'eth_getTransactionCount', params: [sender, tag] }),
      ),
    balance: async (sender: Address) =>
      hexToBigInt(await client.request({ method: 'eth_getBalance', params: [sender, 'latest'] })),
    fees: async (): Promise<TransactionFees> => {
      const block = await client.request({
        method: 'eth_getBlockByNumber',
        params: ['latest', false],
      });
      if (!block?.baseFeePerGas) {
        return { gasPrice: hexToBigInt(await client.request({ method: 'eth_gasPrice' })) };
      }
      // Not every node supports `eth_maxPriorityFeePerGas`.
      const tip = await client
        .request({ method: 'eth_maxPriorityFeePerGas' })
        .then(hexToBigInt, () => defaultTip);
      const maxFeePerGas = 2n * hexToBigInt(block.baseFeePerGas) + tip;
      return { maxFeePerGas, maxPriorityFeePerGas: tip };
    },
    /** Estimates gas. @throws {BaseError} the call would revert, or the node is unreachable. */
    gas: async (call: {
      readonly from: Address;
      readonly to: Address;
      readonly data?: Hex;
      readonly value?: bigint;
    }) => {
      const { value, ...rest } = call;
      const amount = value === undefined ? {} : { value: numberToHex(value) };
      return hexToBigInt(
        await client.request({ method: 'eth_estimateGas', params: [{ ...rest, ...amount }] }),
      );
    },
    broadcast: async (raw: Hex, hash: Hash): Promise<TransactionBroadcastResult> => {
      try {
        await client.request({ method: 'eth_sendRawTransaction', params: [raw] });
        return 'accepted';
      } catch (error) {
        const message = nodeMessage(error);
        if (message === undefined) return 'unknown';
        if (alreadyKnown.test(message) || (await hasTransaction(hash)) || (await outcome(hash)))
          return 'accepted';
        if (feeTooLow.test(message)) return 'underpriced';
        return unrelatedError.test(message) ? 'unknown' : 'rejected';
      }
    },
  };
}
