import type { PublicClient } from 'viem';
import { visionAbi } from '../../../../generated/abi/vision.ts';
import { GatewayError, NotFoundError, unavailableUpstream } from '../../../lib/errors.ts';
import type { Address, Bytes32, Wei } from '../../../lib/units.ts';
import type { PollerOptions } from '../../../streaming/poller.ts';
import type { ContractAddresses } from '../../../upstreams/contract-addresses.ts';
import type { EvmChain } from '../../../upstreams/evm-chain.ts';

/** A `PlayerJoined` event of the chain. */
export type PlayerJoinedParent = {
  readonly batchId: number;
  readonly portfolio: { readonly address: Address };
  readonly stakePerTick: Wei;
  readonly bitmapHash: Bytes32;
  readonly blockNumber: string;
  readonly transactionHash: Bytes32;
};

type JoinEvent = { readonly playerJoined: PlayerJoinedParent };

/** Since which block joins are told, how far the chain was looked at, and which were told of late. */
export type PlayerJoinedState = {
  readonly since: bigint;
  readonly block: bigint;
  readonly reportedLate: ReadonlySet<string>;
};

type PollPlayerJoined = PollerOptions<PlayerJoinedState, JoinEvent>['poll'];

/**
 * So many blocks are looked at again: the node behind a balancer that tells the logs may lack blocks
 * of the one that told the head, and blocks that are replaced may hold joins of later ones.
 */
const overlap = 64n;
/** Joins beyond so many lie further back than that. */
const maxTold = 1000;

/** Blocks, both inclusive, in which the joins of a batch are looked for. */
type Span = { readonly batchId: bigint; readonly fromBlock: bigint; readonly toBlock: bigint };

const least = (a: bigint, b: bigint) => (a < b ? a : b);
const nameOf = ({ playerJoined: { transactionHash, portfolio } }: JoinEvent) =>
  `${transactionHash} ${portfolio.address}`;

/**
 * Looks at the latest blocks for players who joined a batch (spec: On-chain events). Each is told once.
 *
 * @throws (from the look) {NotFoundError} there is no such batch. {UpstreamUnavailableError} the chain cannot be read.
 */
export function createPlayerJoinedPoll(
  chain: EvmChain,
  contracts: ContractAddresses,
): PollPlayerJoined {
  async function check(client: PublicClient, batchId: bigint): Promise<void> {
    const address = await contracts.address('Vision');
    const query = { address, abi: visionAbi, functionName: 'nextBatchId' } as const;
    if (batchId >= (await client.readContract(query))) throw new NotFoundError('batch not found');
  }

  async function joinsBetween(
    client: PublicClient,
    { batchId, fromBlock, toBlock }: Span,
  ): Promise<readonly JoinEvent[]> {
    const logs = await client.getContractEvents({
      address: await contracts.address('Vision'),
      abi: visionAbi,
      eventName: 'PlayerJoined',
      args: { batchId },
      fromBlock,
      toBlock,
      strict: true,
    });
    return logs.map(({ args, blockNumber, transactionHash }) => ({
      playerJoined: {
        batchId: Number(batchId),
        portfolio: { address: args.player },
        stakePerTick: args.stakePerTick.toString(),
        bitmapHash: args.bitmapHash,
        blockNumber: blockNumber.toString(),
        transactionHash,
      },
    }));
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
      // A chain that was started anew begins again; one of several nodes may just be behind.
      const since = least(before.since, block);
      const again = least(before.block, block) - overlap;
      const fromBlock = (again > since ? again : since) + 1n;
      const joins =
        fromBlock > block ? [] : await joinsBetween(client, { batchId, fromBlock, toBlock: block });
      const events = joins.filter((event) => !before.reportedLate.has(nameOf(event)));
      const told = new Set([...[...before.reportedLate].slice(-maxTold), ...joins.map(nameOf)]);
      return { state: { since, block, reportedLate: told }, events };
    } catch (cause) {
      if (cause instanceof GatewayError) throw cause;
      throw unavailableUpstream('L3 chain', { cause });
    }
  };
}
