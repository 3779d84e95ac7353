import { BlockNotFoundError, type Hex, type Log, type PublicClient } from 'viem';
import type { VisionAddresses } from './vision-addresses.ts';
import { parseVisionEvents, type VisionEvent } from './vision-event.ts';

/** Reads the market's events, each once and in the chain's order. */
export type VisionFollower = {
  /**
   * Takes over everything new.
   *
   * @throws {Error} the chain does not respond; the next call goes on where this one stopped.
   */
  readonly sync: () => Promise<void>;
};

export type VisionFollowerOptions = {
  readonly client: PublicClient;
  readonly addresses: VisionAddresses;
  /** The chain is another one than before, or went back: forget what was handed over. */
  readonly onReset: () => void;
  readonly onEvents: (events: readonly VisionEvent[]) => void;
  /** Names the chain's run: hash of the block with the first batch. */
  readonly onIdentity: (identity: Hex) => void;
  /** Time of the latest block, unix seconds. */
  readonly onHead: (timestamp: number) => void;
  /** Blocks of one `eth_getLogs` call; default: 20,000. */
  readonly stride?: bigint;
};

type Mark = { readonly number: bigint; readonly hash: Hex };

/** Follows the logs of Vision and its registry from the first block. */
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
      // A chain that does not respond cannot be identified.
      if (error instanceof BlockNotFoundError) return false;
      throw error;
    }
  }

  async function timed(log: Log): Promise<Log & { readonly at: number }> {
    const given = (log as { blockTimestamp?: bigint | null }).blockTimestamp;
    if (typeof given === 'bigint') return { ...log, at: Number(given) };
    if (log.blockNumber === null) throw new Error('a log of a pending block');
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
      // Read before the events are delivered: a later failure would deliver them again.
      const mark = toBlock === head.number ? head : await client.getBlock({ blockNumber: toBlock });
      options.onEvents(parseVisionEvents(timedLogs));
      last = { number: mark.number, hash: mark.hash };
    }
    options.onHead(Number(head.timestamp));
  }

  return { sync };
}
