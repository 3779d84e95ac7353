import DataLoader from 'dataloader';
import type { AbiEvent } from 'viem';
import { visionAbi } from '../../../../generated/abi/vision.ts';
import type { RequestCache } from '../../../cache/request-cache.ts';
import { createUpstreamUnavailableError, GatewayError } from '../../../lib/errors.ts';
import type { Address, Bytes32 } from '../../../lib/units.ts';
import type { ContractAddressLookup } from '../../../upstreams/contract-addresses.ts';
import type { EvmChainClients } from '../../../upstreams/evm-chain.ts';
import type { ChainEventSource } from '../../../upstreams/index.ts';

type PlayerInBatch = { readonly batchId: number; readonly player: Address };
type CommitmentArgs = {
  readonly batchId: bigint;
  readonly player: Address;
  readonly bitmapHash: Bytes32;
};
/** The events by which a player commits to a bitmap. */
const events = visionAbi.filter(
  (item) =>
    item.type === 'event' && (item.name === 'PlayerJoined' || item.name === 'BitmapUpdated'),
) as readonly AbiEvent[];

/** The commitments of all players, by batch. */
const commitments: Omit<ChainEventSource, 'address'> = {
  name: 'commitments 1',
  events,
  hasTimes: false,
  entriesOf: ({ args }) => {
    const { batchId, player, bitmapHash } = args as unknown as CommitmentArgs;
    const wallet = player.toLowerCase() as Address;
    return [
      { subject: String(batchId), kind: 'COMMITTED', wallet, other: null, value: bitmapHash },
    ];
  },
};

/** Newest commitments of a player in a batch that are compared. */
const maxCommitments = 10_000;

/** Creates a matcher of players' commitments, read from the `Vision` contract of the deployment. */
export function createCommitmentMatcher(deps: {
  readonly requestCache: RequestCache;
  readonly chain: EvmChainClients;
  readonly contracts: ContractAddressLookup;
}) {
  const { requestCache, chain, contracts } = deps;
  const contract = async () => ({ address: await contracts.address('Vision'), abi: visionAbi });

  const positions = new DataLoader<PlayerInBatch, string, string>(
    async (players) => {
      const vision = await contract();
      const responses = await chain.clientFor(requestCache.signal).multicall({
        contracts: players.map(({ batchId, player }) => ({
          ...vision,
          functionName: 'getPosition' as const,
          args: [BigInt(batchId), player] as const,
        })),
        deployless: true,
      });
      return responses.map((response) =>
        response.status === 'success' ? response.result.bitmapHash : response.error,
      );
    },
    { cacheKeyFn: ({ batchId, player }) => `${batchId} ${player}`, maxBatchSize: 200 },
  );

  /** Returns all hashes that a player committed to in a batch. */
  const hashesOf = ({ batchId, player }: PlayerInBatch) =>
    requestCache.read('chain', `commitments ${batchId} ${player}`, async (signal) => {
      const { address } = await contract();
      const found = await chain.events.readAll({ ...commitments, address }, signal);
      const filter = { subject: String(batchId), wallet: player };
      const value = found.newest(filter, { limit: maxCommitments }).map((entry) => entry.value);
      return { value, bytes: value.length * 100 };
    });

  return {
    /**
     * Whether a player ever committed to a hash in a batch, according to the player's position and
     * the events on the chain. Null if the chain has no commitment of the player.
     *
     * @throws {ChainBehindError} the events have not been read up to the head of the chain yet.
     * @throws {UpstreamUnavailableError} the chain cannot be read.
     */
    matches: async ({ batchId, player, hash }: PlayerInBatch & { readonly hash: Bytes32 }) => {
      try {
        if ((await positions.load({ batchId, player })) === hash) return true;
        const hashes = await hashesOf({ batchId, player: player.toLowerCase() as Address });
        return hashes.length === 0 ? null : hashes.includes(hash);
      } catch (cause) {
        if (cause instanceof GatewayError) throw cause;
        throw createUpstreamUnavailableError('L3 chain', { cause });
      }
    },
  };
}
