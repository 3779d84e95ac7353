import type { Abi, AbiEvent, Address, Log, PublicClient } from 'viem';
import { ChainBehindError } from '../lib/errors.ts';
import type { Millis } from '../lib/units.ts';

/** Blocks of a window at first; it is halved when a node refuses it, down to one block. */
const startWindow = 2000n;
const maxConcurrency = 4;
/** Deadline of one read of all windows. */
const readTimeout: Millis = 5000;
/** Blocks below the head that may still be replaced, and are read again each time. */
const finalityBlocks = 12n;
/** Contracts whose logs are kept. */
const maxContracts = 16;

/** The events to read, in the form of viem; `args` selects indexed values. */
export type ChainLogQuery = {
  readonly address: Address;
  readonly events: readonly AbiEvent[];
  readonly args?: Readonly<Record<string, unknown>>;
};

/** A decoded log. */
export type ChainLog = Log<bigint, number, false, undefined, true, Abi>;
type Window = { readonly fromBlock: bigint; readonly toBlock: bigint };

/** The logs of the blocks up to `toBlock`, of which all before it were read. */
type ReadLogs = { readonly logs: readonly ChainLog[]; readonly toBlock: bigint };

const least = (a: bigint, b: bigint) => (a < b ? a : b);

export type ChainLogReader = ReturnType<typeof createChainLogReader>;

/**
 * Creates the reader of a chain's logs. It never asks for an open range: it reads windows, at most
 * four at once, halves them on any error, and lets them grow again.
 *
 * @param chain - Name of the chain in errors.
 */
export function createChainLogReader(chain: string) {
  let size = startWindow;
  /** Logs in blocks that are final, and the next block to read, by contract and events. */
  const known = new Map<string, { next: bigint; readonly logs: ChainLog[] }>();

  async function readWindow(
    client: PublicClient,
    { address, events, args }: ChainLogQuery,
    window: Window,
  ): Promise<readonly ChainLog[]> {
    const request = { address, events, args, strict: true, ...window };
    return (await client.getLogs(request as never)) as unknown as readonly ChainLog[];
  }

  /**
   * Reads the logs of a range, or of its beginning if the deadline passes.
   *
   * @throws {ChainBehindError} no block of the range could be read.
   */
  async function read(
    client: PublicClient,
    query: ChainLogQuery,
    { fromBlock, toBlock }: Window,
  ): Promise<ReadLogs> {
    const deadline = performance.now() + readTimeout;
    const logs: ChainLog[] = [];
    let next = fromBlock;
    while (next <= toBlock) {
      const windows: Window[] = [];
      for (let from = next; from <= toBlock && windows.length < maxConcurrency; from += size) {
        windows.push({ fromBlock: from, toBlock: least(from + size - 1n, toBlock) });
      }
      const results = await Promise.allSettled(
        windows.map((window) => readWindow(client, query, window)),
      );
      const failed = results.find((result) => result.status === 'rejected');
      for (const [index, result] of results.entries()) {
        if (result.status === 'rejected') break;
        for (const log of result.value) logs.push(log);
        next = (windows[index]?.toBlock ?? next) + 1n;
      }
      const isOver = performance.now() > deadline || (failed !== undefined && size === 1n);
      if (isOver && next <= toBlock) {
        if (next > fromBlock) break;
        throw new ChainBehindError(`the logs of the ${chain} cannot be read yet; try again later`, {
          cause: failed?.reason,
        });
      }
      if (failed !== undefined) size = size > 1n ? size / 2n : 1n;
      else size = least(size * 2n, startWindow);
    }
    return { logs, toBlock: next - 1n };
  }

  return {
    read,
    /**
     * Returns all logs of a contract's events up to the head. Those in final blocks are kept, so
     * that each call reads on from the last one.
     *
     * @throws {ChainBehindError} the head was not reached within the deadline; the next call
     * continues.
     */
    readAll: async (
      client: PublicClient,
      query: Omit<ChainLogQuery, 'args'>,
    ): Promise<readonly ChainLog[]> => {
      const key = `${query.address} ${query.events.map(({ name }) => name)}`;
      const progress = known.get(key) ?? { next: 0n, logs: [] };
      known.delete(key);
      known.set(key, progress);
      if (known.size > maxContracts) known.delete(known.keys().next().value ?? '');
      const head = await client.getBlockNumber({ cacheTime: 0 });
      // A head far below means that the chain was started anew.
      if (head + finalityBlocks < progress.next) Object.assign(progress, { next: 0n, logs: [] });
      const fromBlock = progress.next;
      if (fromBlock > head) return progress.logs;
      const found = await read(client, query, { fromBlock, toBlock: head });
      const final = least(found.toBlock, head - finalityBlocks);
      // Another call may have read the same blocks meanwhile.
      if (final >= fromBlock && progress.next === fromBlock) {
        for (const log of found.logs) if (log.blockNumber <= final) progress.logs.push(log);
        progress.next = final + 1n;
      }
      if (found.toBlock < head) {
        throw new ChainBehindError(`the logs of the ${chain} are behind its head; try again later`);
      }
      const first = progress.next;
      const recent = found.logs.filter(({ blockNumber }) => blockNumber >= first);
      return [...progress.logs, ...recent];
    },
  };
}
