import DataLoader from 'dataloader';
import { visionAbi } from '../../../../generated/abi/vision.ts';
import type { RequestCache } from '../../../cache/request-cache.ts';
import type { Log } from '../../../lib/log.ts';
import type { Address, Bytes32 } from '../../../lib/units.ts';
import type { ContractAddressLookup } from '../../../upstreams/contract-addresses.ts';
import type { EvmChainClients } from '../../../upstreams/evm-chain.ts';

type PlayerInBatch = { readonly batchId: number; readonly player: Address };
type Commitment = { readonly player: string; readonly hash: string };

/** Creates a matcher of players' commitments, read from the `Vision` contract of the deployment. */
export function createCommitmentMatcher(deps: {
  readonly requestCache: RequestCache;
  readonly chain: EvmChainClients;
  readonly contracts: ContractAddressLookup;
  readonly log: Log;
}) {
  const { requestCache, chain, contracts, log } = deps;
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

  /** Reads all commitments of a batch, in one call for all of its players. */
  const eventsOf = (batchId: number) =>
    requestCache.read('chain', `commitments ${batchId}`, async (signal) => {
      const client = chain.clientFor(signal);
      const query = {
        ...(await contract()),
        args: { batchId: BigInt(batchId) },
        fromBlock: 0n,
        strict: true,
      } as const;
      const [joins, updates] = await Promise.all([
        client.getContractEvents({ ...query, eventName: 'PlayerJoined' }),
        client.getContractEvents({ ...query, eventName: 'BitmapUpdated' }),
      ]);
      const value = [...joins, ...updates].map(
        ({ args }): Commitment => ({ player: args.player, hash: args.bitmapHash }),
      );
      return { value, bytes: value.length * 200 };
    });

  return {
    /**
     * Whether a player ever committed to a hash in a batch, according to the player's position and
     * the events on the chain. Null if the chain cannot be read or has no commitment of the player.
     */
    matches: async ({ batchId, player, hash }: PlayerInBatch & { readonly hash: Bytes32 }) => {
      try {
        if ((await positions.load({ batchId, player })) === hash) return true;
        const events = await eventsOf(batchId);
        const own = events.filter((event) => event.player.toLowerCase() === player.toLowerCase());
        return own.length === 0 ? null : own.some((event) => event.hash === hash);
      } catch (error) {
        // Commitments are optional in a response, so a failed read only marks it degraded.
        log.debug({ err: error }, 'commitments could not be read');
        requestCache.freshness.markDegraded();
        return null;
      }
    },
  };
}
