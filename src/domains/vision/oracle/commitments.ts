import DataLoader from 'dataloader';
import { visionAbi } from '../../../../generated/abi/vision.ts';
import type { Reader } from '../../../core/cache/reader.ts';
import type { Log } from '../../../core/log.ts';
import type { Address, Bytes32 } from '../../../core/units.ts';
import type { Chain } from '../../../upstreams/chain.ts';
import type { Contracts } from '../../../upstreams/contracts.ts';

/** What players committed to on the chain. */
export type Commitments = {
  /**
   * Whether a player ever committed to a hash in a batch: the position holds it, or an event of
   * joining or updating does, since later updates replace the position's. Null when the chain
   * cannot be read or tells nothing of the player.
   */
  readonly matches: (claim: Claim) => Promise<boolean | null>;
};

export type Claim = {
  readonly batchId: number;
  readonly player: Address;
  readonly hash: Bytes32;
};

type Seat = Pick<Claim, 'batchId' | 'player'>;
type Commitment = { readonly player: string; readonly hash: string };

/** Reads the contract named `Vision` in the deployment file; layout of generation B (wire-facts 2.3). */
export function createCommitments(deps: {
  readonly reader: Reader;
  readonly chain: Chain;
  readonly contracts: Contracts;
  readonly log: Log;
}): Commitments {
  const { reader, chain, contracts, log } = deps;
  const contract = async () => ({ address: await contracts.address('Vision'), abi: visionAbi });

  const positions = new DataLoader<Seat, string, string>(
    async (seats) => {
      const vision = await contract();
      const answers = await chain.clientFor(reader.signal).multicall({
        contracts: seats.map(({ batchId, player }) => ({
          ...vision,
          functionName: 'getPosition' as const,
          args: [BigInt(batchId), player] as const,
        })),
        deployless: true,
      });
      return answers.map((answer) =>
        answer.status === 'success' ? answer.result.bitmapHash : answer.error,
      );
    },
    { cacheKeyFn: ({ batchId, player }) => `${batchId} ${player}`, maxBatchSize: 200 },
  );

  /** All commitments that a batch has seen, in one read for all of its players. */
  const eventsOf = (batchId: number) =>
    reader.read('chain', `commitments ${batchId}`, async (signal) => {
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
    matches: async ({ batchId, player, hash }) => {
      try {
        if ((await positions.load({ batchId, player })) === hash) return true;
        const events = await eventsOf(batchId);
        const own = events.filter((event) => event.player.toLowerCase() === player.toLowerCase());
        return own.length === 0 ? null : own.some((event) => event.hash === hash);
      } catch (error) {
        // The chain adds certainty to an answer that is whole without it.
        log.debug({ err: error }, 'commitments could not be read');
        reader.freshness.degrade();
        return null;
      }
    },
  };
}
