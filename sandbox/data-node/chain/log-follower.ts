import type { Address, Hex, RpcLog } from 'viem';
import type { RpcClient } from './rpc-client.ts';
import type { TimedLog } from './timed-log.ts';

/** The block up to which a follower has read. */
export type ChainHead = { readonly number: number; readonly hash: Hex; readonly at: number };

export type LogFollower = {
  /**
   * Reads all new logs and passes each on once.
   *
   * @returns the block up to which all logs have been passed on.
   * @throws {RpcError} the chain does not respond; the next call continues where this one stopped.
   */
  readonly sync: () => Promise<ChainHead>;
};

export type LogFollowerOptions = {
  readonly rpc: RpcClient;
  /** Reads the contract addresses at the start and after each reset. */
  readonly readAddresses: () => Promise<readonly Address[]>;
  /**
   * Called when the chain is another one than before, or has been rolled back: all logs passed on
   * before are invalid.
   */
  readonly onReset: () => void;
  readonly onLogs: (logs: readonly TimedLog[]) => void;
};

/** Number of blocks in one `eth_getLogs` call. */
const STRIDE = 20_000;

/** Creates a follower that passes on the logs of contracts from block 0, each once and in order. */
export function createLogFollower(options: LogFollowerOptions): LogFollower {
  const { rpc, onReset, onLogs } = options;
  const times = new Map<string, number>();
  let addresses: readonly Address[] = [];
  let last: ChainHead | null = null;

  async function block(tag: string): Promise<ChainHead | null> {
    const response = (await rpc.call('eth_getBlockByNumber', [tag, false])) as RpcBlock | null;
    if (response === null) return null;
    return { number: Number(response.number), hash: response.hash, at: Number(response.timestamp) };
  }

  async function timed(log: RpcLog): Promise<TimedLog> {
    if (log.blockTimestamp) return { log, at: Number(log.blockTimestamp) };
    const number = log.blockNumber ?? 'latest';
    const known = times.get(number) ?? (await block(number))?.at ?? 0;
    times.set(number, known);
    return { log, at: known };
  }

  async function isSameChain(head: ChainHead): Promise<boolean> {
    if (last === null) return false;
    if (head.number < last.number) return false;
    if (head.number === last.number) return head.hash === last.hash;
    return (await block(`0x${last.number.toString(16)}`))?.hash === last.hash;
  }

  /** Reads the logs of a range of blocks with their times; `end` is the last block. */
  async function readLogs(from: number, end: ChainHead): Promise<readonly TimedLog[]> {
    const filter = { address: addresses, fromBlock: hex(from), toBlock: hex(end.number) };
    const logs = (await rpc.call('eth_getLogs', [filter])) as readonly RpcLog[];
    const batch: TimedLog[] = [];
    for (const log of logs) batch.push(await timed(log));
    times.clear();
    return batch;
  }

  function handOver(batch: readonly TimedLog[], end: ChainHead): void {
    if (last === null) onReset();
    // Reset until the whole batch has been passed on, so that the next call starts over after a
    // failure.
    last = null;
    onLogs(batch);
    last = end;
  }

  return {
    async sync() {
      const head = await block('latest');
      if (head === null) throw new Error('the chain has no latest block');
      if (!(await isSameChain(head))) {
        last = null;
        addresses = await options.readAddresses();
      }
      let from = last === null ? 0 : last.number + 1;
      while (from <= head.number) {
        const to = Math.min(from + STRIDE - 1, head.number);
        const end = to === head.number ? head : await block(hex(to));
        if (end === null) throw new Error('the chain was rolled back while its logs were read');
        handOver(await readLogs(from, end), end);
        from = to + 1;
      }
      return head;
    },
  };
}

type RpcBlock = { readonly number: Hex; readonly hash: Hex; readonly timestamp: Hex };

function hex(value: number): Hex {
  return `0x${value.toString(16)}`;
}
