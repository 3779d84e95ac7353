import { visionAbi } from '../../../../generated/abi/vision.ts';
import { GatewayError, NotFoundError, UpstreamUnavailableError } from '../../../core/errors.ts';
import type { PollerOptions } from '../../../core/events/poller.ts';
import type { Address, Bytes32, Wei } from '../../../core/units.ts';
import type { Chain } from '../../../upstreams/chain.ts';
import type { Contracts } from '../../../upstreams/contracts.ts';

/** A `PlayerJoined` event of the chain. */
export type JoinRef = {
  readonly batchId: number;
  readonly portfolio: { readonly address: Address };
  readonly stakePerTick: Wei;
  readonly bitmapHash: Bytes32;
  readonly blockNumber: string;
  readonly transactionHash: Bytes32;
};

type JoinEvent = { readonly playerJoined: JoinRef };

/** How far the chain was looked at, and the names of the latest joins that were told. */
export type JoinsSeen = { readonly block: bigint; readonly told: ReadonlySet<string> };

type JoinLook = PollerOptions<JoinsSeen, JoinEvent>['look'];

/** Joins beyond so many lie further back than nodes are behind one another. */
const maxTold = 1000;

const nameOf = ({ playerJoined: { transactionHash, portfolio } }: JoinEvent) =>
  `${transactionHash} ${portfolio.address}`;

/**
 * Looks at the blocks since the last look for players who joined a batch (spec: On-chain events).
 *
 * @throws (from the look) {NotFoundError} there is no such batch. {UpstreamUnavailableError} the chain cannot be read.
 */
export function createJoinLook(chain: Chain, contracts: Contracts): JoinLook {
  const { client } = chain;

  async function check(batchId: bigint): Promise<void> {
    const address = await contracts.address('Vision');
    const query = { address, abi: visionAbi, functionName: 'nextBatchId' } as const;
    if (batchId >= (await client.readContract(query))) throw new NotFoundError('batch not found');
  }

  async function joinsBetween(
    batchId: bigint,
    fromBlock: bigint,
    toBlock: bigint,
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

  return async (key, before) => {
    const batchId = BigInt(key);
    try {
      const block = await client.getBlockNumber({ cacheTime: 0 });
      if (before === null) await check(batchId);
      const told = before?.told ?? new Set();
      // A chain that was started anew begins again; one of several nodes may just be behind.
      if (before === null || block <= before.block) return { state: { block, told }, events: [] };
      const joins = await joinsBetween(batchId, before.block + 1n, block);
      const events = joins.filter((event) => !told.has(nameOf(event)));
      const names = [...told, ...events.map(nameOf)].slice(-maxTold);
      return { state: { block, told: new Set(names) }, events };
    } catch (cause) {
      if (cause instanceof GatewayError) throw cause;
      throw new UpstreamUnavailableError('the L3 chain is unavailable', { cause });
    }
  };
}
