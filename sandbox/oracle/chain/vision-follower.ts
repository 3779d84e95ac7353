import { BlockNotFoundError, type Hex, type Log, type PublicClient } from 'viem';
import type { VisionAddresses } from './vision-addresses.ts';
import { parseVisionEvents, type VisionEvent } from './vision-event.ts';

/** Reads the events of the prediction market, each once and in the chain's order. */
export type VisionFollower = {
  /**
   * Reads all new events.
   *
   * @throws {Error} the chain does not respond; the next call continues where this one stopped.
   */
  readonly sync: () => Promise<void>;
};

export type VisionFollowerOptions = {
  readonly client: PublicClient;
  readonly addresses: VisionAddresses;
  /**
   * Called when the chain is another one than before, or has been rolled back: all earlier events
   * are invalid.
   */
  readonly onReset: () => void;
  readonly onEvents: (events: readonly VisionEvent[]) => void;
  /** Called with the identity of the chain: the hash of the block with the first batch. */
  readonly onIdentity: (identity: Hex) => void;
  /** Called with the time of the latest block, Unix seconds. */
  readonly onHead: (timestamp: number) => void;
  /** Number of blocks in one `eth_getLogs` call; default 20,000. */
  readonly stride?: bigint;
};

type Mark = { readonly number: bigint; readonly hash: Hex };

/** Creates a follower of the logs of Vision and its registry, from the first block. */
export function createVisionFollower(options: VisionFollowerOptions): VisionFollower {
  const { client, addresses, stride = 20_000n } = options;
  let last: Mark | null = null;
  let identified = false;

  async function sameChain(head: Mark): Promise<boolean> {
    if (last === null) return true;
    if (head.number < last.number) return false;
    if (head.number === last.number) return head.hash === last.hash;
    try {
      const { hash } = await client.getBlock({ blockNumber: last.number });
      return hash === last.hash;
    } catch (error) {
      // Other errors are thrown, because a chain that does not respond cannot be identified.
      if (error instanceof BlockNotFoundError) return false;
      throw error;
    }
  }

  async function timed(log: Log): Promise<Log & { readonly at: number }> {
    const given = (log as { blockTimestamp?: bigint | null }).blockTimestamp;
    if (typeof given === 'bigint') return { ...log, at: Number(given) };
    if (log.blockNumber === null) throw new Error('a log belongs to a pending block');
    const block = await client.getBlock({ blockNumber: log.blockNumber });
    return { ...log, at: Number(block.timestamp) };
  }

  async function sync(): Promise<void> {
    const head = await client.getBlock({ blockTag: 'latest' });
    if (!(await sameChain(head))) {
      last = null;
      identified = false;
      options.onReset();
    }
    for (let from = last === null ? 0n : last.number + 1n; from <= head.number; from += stride) {
      const end = from + stride - 1n;
      const toBlock = end < head.number ? end : head.number;
      const logs = await client.getLogs({
        address: [addresses.vision, addresses.registry],
        fromBlock: from,
        toBlock,
      });
      const timedLogs: (Log & { readonly at: number })[] = [];
      for (const log of logs) timedLogs.push(await timed(log));
      const first = timedLogs.find((log) => parseVisionEvents([log])[0]?.kind === 'created');
      if (!identified && first?.blockHash) {
        identified = true;
        options.onIdentity(first.blockHash);
      }
      // The block is read before the events are delivered, because a failure afterwards would
      // deliver them again.
      const mark = toBlock === head.number ? head : await client.getBlock({ blockNumber: toBlock });
      options.onEvents(parseVisionEvents(timedLogs));
      last = { number: mark.number, hash: mark.hash };
    }
    options.onHead(Number(head.timestamp));
  }

  return { sync };
}
