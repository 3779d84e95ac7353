import { type Address, type Hex, toHex } from 'viem';
import { z } from 'zod';
import type { NodeTransaction, RpcCall, RpcClient } from './rpc-client.ts';

/** A transaction for the next block. */
export type BlockTransaction = {
  readonly from: Address;
  /** If omitted, the transaction creates a contract. */
  readonly to?: Address;
  readonly data?: Hex;
  readonly gas?: number;
  /** Whether it comes before the other transactions of its block. */
  readonly first?: boolean;
};

/**
 * Writes the past of a chain: blocks with given times and transactions, as fast as the chain mines
 * them.
 */
export type BlockWriter = {
  /** Adds a transaction to the next block and returns its nonce. */
  readonly add: (transaction: BlockTransaction) => number;
  /**
   * Mines the added transactions in one block: first those marked `first`, then the others; each
   * sender's in the order in which they were added.
   *
   * @param time - Unix seconds; must be after the previous block.
   */
  readonly mine: (time: number) => Promise<void>;
  /** Time of the last written block, Unix seconds; 0 before the first block. */
  readonly lastTime: () => number;
  /**
   * Checks that the chain has every written transaction.
   *
   * @throws {Error} a transaction reverted or is missing.
   */
  readonly verify: () => Promise<{ readonly blocks: number; readonly transactions: number }>;
};

const defaultGas = 1_000_000;
// The base fee starts below 1.3 gwei and falls in nearly empty blocks.
const gasPrice = toHex(3_000_000_000);
const gasPriceOfFirst = toHex(4_000_000_000);
const receiptsAtOnce = 200;

const receipts = z.array(z.object({ status: z.string(), transactionHash: z.string() }));
const traces = z.array(
  z.object({ error: z.string().nullish(), result: z.object({ output: z.string() }).nullish() }),
);

/**
 * Creates a writer for a new chain that mines only on demand; its first block follows the genesis
 * block.
 */
export function createBlockWriter(rpc: RpcClient): BlockWriter {
  const nonces = new Map<Address, number>();
  let pending: RpcCall[] = [];
  let blocks = 0;
  let transactions = 0;
  let lastTime = 0;

  const add = (transaction: BlockTransaction) => {
    const { from, to, data } = transaction;
    const nonce = nonces.get(from) ?? 0;
    nonces.set(from, nonce + 1);
    const request: NodeTransaction = {
      from,
      ...(to === undefined ? {} : { to }),
      ...(data === undefined ? {} : { data }),
      gas: toHex(transaction.gas ?? defaultGas),
      gasPrice: transaction.first ? gasPriceOfFirst : gasPrice,
      nonce: toHex(nonce),
    };
    pending.push(['eth_sendTransaction', [request]]);
    return nonce;
  };

  const mine = async (time: number) => {
    const calls = pending;
    pending = [];
    transactions += calls.length;
    blocks += 1;
    lastTime = time;
    await rpc.batch([['evm_setNextBlockTimestamp', [time]], ...calls]);
    await rpc.call('evm_mine');
  };

  const verify = async () => {
    let found = 0;
    for (let start = 1; start <= blocks; start += receiptsAtOnce) {
      const count = Math.min(receiptsAtOnce, blocks - start + 1);
      const calls = Array.from({ length: count }, (_, i): RpcCall => {
        return ['eth_getBlockReceipts', [toHex(start + i)]];
      });
      for (const [i, result] of (await rpc.batch(calls)).entries()) {
        for (const receipt of receipts.parse(result)) {
          found += 1;
          if (receipt.status === '0x1') continue;
          const reason = await revertData(rpc, receipt.transactionHash);
          throw new Error(`a transaction in block ${start + i} reverted with ${reason}`);
        }
      }
    }
    if (found !== transactions) {
      throw new Error(`${transactions} transactions were sent, but ${found} were mined`);
    }
    return { blocks, transactions };
  };

  return { add, mine, lastTime: () => lastTime, verify };
}

/**
 * Returns the selector and arguments of the error with which a mined transaction reverted, or the
 * message of the EVM.
 */
async function revertData(rpc: RpcClient, hash: string): Promise<string> {
  const [outermost] = traces.parse(await rpc.call('trace_transaction', [hash]));
  return outermost?.result?.output ?? outermost?.error ?? 'nothing';
}
