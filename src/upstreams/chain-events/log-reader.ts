import type { Abi, AbiEvent, Address, Log, PublicClient } from 'viem';
import { ChainBehindError } from '../../lib/errors.ts';
import type { Millis } from '../../lib/units.ts';

/** Blocks of a window at first; it is halved when a node refuses it, down to one block. */
const startWindow = 2000n;
const maxConcurrency = 4;
/** Rounds without a refusal after which windows grow again. */
const roundsToGrow = 8;
/** Deadline of one read of all windows. */
const readTimeout: Millis = 5000;

/** The events to read, in the form of viem; `args` selects indexed values. */
export type ChainLogQuery = {
  readonly address: Address;
  readonly events: readonly AbiEvent[];
  readonly args?: Readonly<Record<string, unknown>>;
};

/** A decoded log. Not every node sends `blockTimestamp`. */
export type ChainLog = Log<bigint, number, false, undefined, true, Abi>;

/** Blocks from the first to the last, both included. */
export type BlockRange = { readonly fromBlock: bigint; readonly toBlock: bigint };

/** The logs of the blocks up to `toBlock`, of which all before it were read. */
type ReadLogs = { readonly logs: readonly ChainLog[]; readonly toBlock: bigint };

type ReadOptions = {
  readonly timeout?: Millis;
  /** Takes the logs of the next range of blocks; ranges come in order, without gaps. */
  readonly onLogs: (logs: readonly ChainLog[], range: BlockRange) => Promise<void> | void;
};

/** Returns the smaller of two block numbers. */
export const lowerBlock = (a: bigint, b: bigint): bigint => (a < b ? a : b);

export type ChainLogReader = ReturnType<typeof createChainLogReader>;

/**
 * Creates the reader of a chain's logs. It never asks for an open range: it reads windows, at most
 * four at once, halves them on any error, and lets them grow again.
 *
 * @param options.chain - Name of the chain in errors.
 * @param options.finalityBlocks - Blocks below the head that may still be replaced.
 */
export function createChainLogReader(options: {
  readonly chain: string;
  readonly finalityBlocks: bigint;
}) {
  const { chain, finalityBlocks } = options;
  let size = startWindow;
  let goodRounds = 0;
  let refusesEverything = false;

  async function readWindow(
    client: PublicClient,
    { address, events, args }: ChainLogQuery,
    window: BlockRange,
  ): Promise<readonly ChainLog[]> {
    const request = { address, events, args, strict: true, ...window };
    return (await client.getLogs(request as never)) as unknown as readonly ChainLog[];
  }

  function adaptSize(isRefused: boolean): void {
    goodRounds = isRefused ? 0 : goodRounds + 1;
    if (isRefused) size = size > 1n ? size / 2n : 1n;
    else if (goodRounds % roundsToGrow === 0) size = lowerBlock(size * 2n, startWindow);
  }

  /**
   * Reads the logs of a range in order, or of its beginning if the deadline passes.
   *
   * @returns the last block that was read.
   * @throws {ChainBehindError} no block of the range could be read.
   */
  async function readInOrder(
    client: PublicClient,
    query: ChainLogQuery & BlockRange,
    { onLogs, timeout = readTimeout }: ReadOptions,
  ): Promise<bigint> {
    const { fromBlock, toBlock } = query;
    const deadline = performance.now() + timeout;
    let next = fromBlock;
    while (next <= toBlock) {
      const windows: BlockRange[] = [];
      for (let from = next; from <= toBlock && windows.length < maxConcurrency; from += size) {
        windows.push({ fromBlock: from, toBlock: lowerBlock(from + size - 1n, toBlock) });
      }
      const results = await Promise.allSettled(
        windows.map((window) => readWindow(client, query, window)),
      );
      const refusal = results.find((result) => result.status === 'rejected');
      const first = next;
      const logs: ChainLog[] = [];
      for (const [index, result] of results.entries()) {
        if (result.status === 'rejected') break;
        for (const log of result.value) logs.push(log);
        next = (windows[index]?.toBlock ?? next) + 1n;
      }
      if (next > first) refusesEverything = false;
      if (next > first) await onLogs(logs, { fromBlock: first, toBlock: next - 1n });
      const isOver = performance.now() > deadline || (refusal !== undefined && size === 1n);
      if (isOver && next <= toBlock) {
        if (next > fromBlock) break;
        refusesEverything = true;
        throw new ChainBehindError(`the logs of the ${chain} cannot be read yet; try again later`, {
          cause: refusal?.reason,
        });
      }
      adaptSize(refusal !== undefined);
    }
    return next - 1n;
  }

  return {
    chain,
    finalityBlocks,
    /** Whether the node refused every range of the last read. */
    isRefused: () => refusesEverything,
    readInOrder,
    /**
     * Returns the logs of a range, or of its beginning if the deadline passes.
     *
     * @throws {ChainBehindError} no block of the range could be read.
     */
    read: async (
      client: PublicClient,
      query: ChainLogQuery,
      range: BlockRange,
    ): Promise<ReadLogs> => {
      const logs: ChainLog[] = [];
      const onLogs = (found: readonly ChainLog[]) => {
        for (const log of found) logs.push(log);
      };
      const toBlock = await readInOrder(client, { ...query, ...range }, { onLogs });
      return { logs, toBlock };
    },
  };
}
