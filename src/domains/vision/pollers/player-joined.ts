import { getAbiItem, type PublicClient } from 'viem';
import { visionAbi } from '../../../../generated/abi/vision.ts';
import {
  createUpstreamUnavailableError,
  GatewayError,
  NotFoundError,
} from '../../../lib/errors.ts';
import type { Address, Bytes32, WeiString } from '../../../lib/units.ts';
import type { PollerOptions } from '../../../streaming/poller.ts';
import type { ContractAddressLookup } from '../../../upstreams/contract-addresses.ts';
import type { EvmChainClients } from '../../../upstreams/evm-chain.ts';
import { lowerBlock } from '../../../upstreams/index.ts';

/** A `PlayerJoined` event of the Vision contract. */
export type PlayerJoinedParent = {
  readonly batchId: number;
  readonly portfolio: { readonly address: Address };
  readonly stakePerTick: WeiString;
  readonly bitmapHash: Bytes32;
  readonly blockNumber: string;
  readonly transactionHash: Bytes32;
};

type JoinArgs = {
  readonly player: Address;
  readonly stakePerTick: bigint;
  readonly bitmapHash: Bytes32;
};
const playerJoined = getAbiItem({ abi: visionAbi, name: 'PlayerJoined' });

type JoinEvent = { readonly playerJoined: PlayerJoinedParent };

/**
 * State between polls: joins after block `since` are reported, `block` is the last block that was
 * read, and `reportedLate` has the keys of recently reported joins.
 */
export type PlayerJoinedPollState = {
  readonly since: bigint;
  readonly block: bigint;
  readonly reportedLate: ReadonlySet<string>;
};

type PollPlayerJoined = PollerOptions<PlayerJoinedPollState, JoinEvent>['poll'];

/** Number of reported joins to remember. Older ones are in blocks that are not read again. */
const maxReported = 1000;

type Span = { readonly batchId: bigint; readonly fromBlock: bigint; readonly toBlock: bigint };

const nameOf = ({ playerJoined: { transactionHash, portfolio } }: JoinEvent) =>
  `${transactionHash} ${portfolio.address}`;

/**
 * Creates a poll function that reports each player who joins a batch once.
 *
 * @throws (from the poll) {NotFoundError} there is no such batch. {UpstreamUnavailableError} the
 * chain cannot be read.
 */
export function createPlayerJoinedPoll(
  chain: EvmChainClients,
  contracts: ContractAddressLookup,
): PollPlayerJoined {
  async function check(client: PublicClient, batchId: bigint): Promise<void> {
    const address = await contracts.address('Vision');
    const query = { address, abi: visionAbi, functionName: 'nextBatchId' } as const;
    if (batchId >= (await client.readContract(query))) throw new NotFoundError('batch not found');
  }

  async function joinsBetween(
    client: PublicClient,
    { batchId, fromBlock, toBlock }: Span,
  ): Promise<{ readonly joins: readonly JoinEvent[]; readonly toBlock: bigint }> {
    const address = await contracts.address('Vision');
    const query = { address, events: [playerJoined], args: { batchId } };
    const found = await chain.logs.read(client, query, { fromBlock, toBlock });
    const joins = found.logs.map(({ args: sent, blockNumber, transactionHash }) => {
      const args = sent as unknown as JoinArgs;
      return {
        playerJoined: {
          batchId: Number(batchId),
          portfolio: { address: args.player },
          stakePerTick: args.stakePerTick.toString(),
          bitmapHash: args.bitmapHash,
          blockNumber: blockNumber.toString(),
          transactionHash,
        },
      };
    });
    return { joins, toBlock: found.toBlock };
  }

  return async (key, before, signal) => {
    const batchId = BigInt(key);
    const client = chain.clientFor(signal);
    try {
      const block = await client.getBlockNumber({ cacheTime: 0 });
      if (before === null) {
        await check(client, batchId);
        return { state: { since: block, block, reportedLate: new Set() }, events: [] };
      }
      // A lower head means that the chain was restarted or that this node lags.
      const since = lowerBlock(before.since, block);
      const again = lowerBlock(before.block, block) - chain.logs.finalityBlocks;
      const fromBlock = (again > since ? again : since) + 1n;
      const { joins, toBlock } =
        fromBlock > block
          ? { joins: [], toBlock: block }
          : await joinsBetween(client, { batchId, fromBlock, toBlock: block });
      const events = joins.filter((event) => !before.reportedLate.has(nameOf(event)));
      const reported = new Set([
        ...[...before.reportedLate].slice(-maxReported),
        ...joins.map(nameOf),
      ]);
      // After an outage the next polls read on from the last block that was read.
      return { state: { since, block: toBlock, reportedLate: reported }, events };
    } catch (cause) {
      if (cause instanceof GatewayError) throw cause;
      throw createUpstreamUnavailableError('L3 chain', { cause });
    }
  };
}
