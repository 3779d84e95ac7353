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

/** What a node says to signed bytes. */
export type BroadcastResult =
  /** It has them, or had them already. */
  | 'taken'
  /** Their nonce belongs to another transaction, or they are refused for good: they cannot land. */
  | 'refused'
  /** They offer less than blocks ask for now; they may land when blocks ask for less. */
  | 'underpriced'
  /** It did not say; they may land. */
  | 'unknown';

/** What a transaction costs at most: legacy or EIP-1559, wei a unit of gas. */
export type TransactionFees =
  | { readonly gasPrice: bigint }
  | { readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint };

/** Identity of a chain behind a URL. */
export type ChainIdentity = { readonly chainId: number; readonly genesis: Hash };

/**
 * The calls a wallet needs of a chain; each has the client's own deadline. Bytes are sent once; reads
 * once more when the first attempt fails.
 */
export type WalletChain = {
  readonly identify: () => Promise<ChainIdentity>;
  readonly nonce: (sender: Address, tag: 'latest' | 'pending') => Promise<number>;
  readonly balance: (sender: Address) => Promise<bigint>;
  readonly fees: () => Promise<TransactionFees>;
  /** @throws {BaseError} the call would revert, or the node cannot be asked. */
  readonly gas: (call: UnsignedCall) => Promise<bigint>;
  readonly broadcast: (raw: Hex, hash: Hash) => Promise<BroadcastResult>;
  /** Whether it succeeded; null when it has no receipt. */
  readonly outcome: (hash: Hash) => Promise<'success' | 'reverted' | null>;
  readonly hasTransaction: (hash: Hash) => Promise<boolean>;
};

/** A call or transfer before it is signed. */
export type UnsignedCall = {
  readonly from: Address;
  readonly to: Address;
  readonly data?: Hex;
  readonly value?: bigint;
};

const alreadyThere = /already (known|imported|exists)|known transaction|already in mempool/i;
const offersTooLittle = /underpriced|(fee|price).*(less than|below|too low)/i;
/** Refusals that say nothing of the transaction itself, e.g. a balancer's. */
const saysNothing =
  /internal|timeout|timed out|unavailable|overload|rate limit|too many|try again/i;

/** The node's own words when it answered with an error; undefined when it did not answer. */
function nodeMessage(thrown: unknown): string | undefined {
  if (!(thrown instanceof BaseError)) return undefined;
  const answered = thrown.walk((error) => error instanceof RpcRequestError);
  return answered instanceof RpcRequestError ? answered.details : undefined;
}

/** Default tip where the node suggests none: 1 gwei. */
const defaultTip = 1_000_000_000n;

/** The same chain until the signal fires: from then on every call fails at once, also one under way. */
export function withAbort(chain: WalletChain, signal: AbortSignal): WalletChain {
  const bounded =
    <Args extends readonly unknown[], T>(call: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      signal.throwIfAborted();
      return raceAbort(call(...args), signal);
    };
  return {
    identify: bounded(chain.identify),
    nonce: bounded(chain.nonce),
    balance: bounded(chain.balance),
    fees: bounded(chain.fees),
    gas: bounded(chain.gas),
    broadcast: bounded(chain.broadcast),
    outcome: bounded(chain.outcome),
    hasTransaction: bounded(chain.hasTransaction),
  };
}

/** The wallet's view of a chain over a viem client that does not retry by itself. */
export function createWalletChain(client: Pick<PublicClient, 'request'>): WalletChain {
  const knows = async (hash: Hash) =>
    (await client.request({ method: 'eth_getTransactionByHash', params: [hash] })) !== null;
  const outcome = async (hash: Hash) => {
    const receipt = await client.request({ method: 'eth_getTransactionReceipt', params: [hash] });
    if (receipt === null) return null;
    return receipt.status === '0x1' ? 'success' : 'reverted';
  };
  return {
    hasTransaction: knows,
    outcome,
    identify: async () => {
      const [chainId, first] = await Promise.all([
        client.request({ method: 'eth_chainId' }),
        client.request({ method: 'eth_getBlockByNumber', params: ['0x0', false] }),
      ]);
      if (!first?.hash) throw new Error('the chain has no first block');
      return { chainId: hexToNumber(chainId), genesis: first.hash };
    },
    nonce: async (sender, tag) =>
      hexToNumber(
        await client.request({ method: 'eth_getTransactionCount', params: [sender, tag] }),
      ),
    balance: async (sender) =>
      hexToBigInt(await client.request({ method: 'eth_getBalance', params: [sender, 'latest'] })),
    fees: async () => {
      const block = await client.request({
        method: 'eth_getBlockByNumber',
        params: ['latest', false],
      });
      if (!block?.baseFeePerGas) {
        return { gasPrice: hexToBigInt(await client.request({ method: 'eth_gasPrice' })) };
      }
      // Not every node suggests a tip.
      const tip = await client
        .request({ method: 'eth_maxPriorityFeePerGas' })
        .then(hexToBigInt, () => defaultTip);
      const maxFeePerGas = 2n * hexToBigInt(block.baseFeePerGas) + tip;
      return { maxFeePerGas, maxPriorityFeePerGas: tip };
    },
    gas: async ({ from, to, data, value }) =>
      hexToBigInt(
        await client.request({
          method: 'eth_estimateGas',
          params: [
            {
              from,
              to,
              ...(data === undefined ? {} : { data }),
              ...(value === undefined ? {} : { value: numberToHex(value) }),
            },
          ],
        }),
      ),
    broadcast: async (raw, hash) => {
      try {
        await client.request({ method: 'eth_sendRawTransaction', params: [raw] });
        return 'taken';
      } catch (error) {
        const said = nodeMessage(error);
        if (said === undefined) return 'unknown';
        if (alreadyThere.test(said) || (await knows(hash)) || (await outcome(hash))) return 'taken';
        if (offersTooLittle.test(said)) return 'underpriced';
        return saysNothing.test(said) ? 'unknown' : 'refused';
      }
    },
  };
}
