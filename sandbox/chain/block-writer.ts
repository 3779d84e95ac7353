import { type Address, type Hex, toHex } from 'viem';
import { z } from 'zod';
import type { NodeTransaction, RpcCall, RpcClient } from './rpc-client.ts';

/** A transaction to be put into the next block. */
export type BlockTransaction = {
  readonly from: Address;
  /** Left out: creates a contract. */
  readonly to?: Address;
  readonly data?: Hex;
  readonly gas?: number;
  /** Comes before the others of its block. */
  readonly first?: boolean;
};

/** Writes a chain's past: blocks at chosen times, with chosen transactions, as fast as it can. */
export type BlockWriter = {
  /** Adds a transaction to the next block; returns the nonce that it has. */
  readonly add: (transaction: BlockTransaction) => number;
  /**
   * Mines what was added. The order within the block: `first` ones, then the rest; each sender's
   * in the order added.
   *
   * @param time - Unix seconds; after the block before.
   */
  readonly mine: (time: number) => Promise<void>;
  /** Time of the last block written, Unix seconds; 0 before the first. */
  readonly lastTime: () => number;
  /**
   * Compares the chain with what was written.
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

/** Begins to write after the genesis block of a fresh chain that mines on demand only. */
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

/** Selector and arguments of the error that a mined transaction reverted with, or the machine's own. */
async function revertData(rpc: RpcClient, hash: string): Promise<string> {
  const [outermost] = traces.parse(await rpc.call('trace_transaction', [hash]));
  return outermost?.result?.output ?? outermost?.error ?? 'nothing';
}
