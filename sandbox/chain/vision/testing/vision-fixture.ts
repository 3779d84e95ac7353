import {
  type Abi,
  type Address,
  type GetContractReturnType,
  getContract,
  type Hex,
  keccak256,
  maxUint256,
  stringToBytes,
} from 'viem';
import { oracleRegistryAbi } from '../../../../generated/abi/oracle-registry.ts';
import { usdc18Abi } from '../../../../generated/abi/usdc18.ts';
import { visionAbi } from '../../../../generated/abi/vision.ts';
import {
  hashClaimMessage,
  hashCreateBatchMessage,
  type MessageDomain,
} from '../../../oracle/bls/hash-messages.ts';
import { createOracleKeySet } from '../../../oracle/bls/oracle-keys.ts';
import { oneToken } from '../../testing/contract-fixtures.ts';
import {
  type ContractClient,
  type ContractTestChain,
  createCallOptions,
} from '../../testing/contract-test-chain.ts';
import { signConsensus } from '../sign-consensus.ts';

type Bound<Interface extends Abi> = GetContractReturnType<Interface, ContractClient, Address>;

/** Contracts and accounts of the prediction market's tests. */
export type VisionFixture = {
  readonly usdc: Bound<typeof usdc18Abi>;
  readonly registry: Bound<typeof oracleRegistryAbi>;
  readonly vision: Bound<typeof visionAbi>;
  readonly domain: MessageDomain;
  readonly owner: Address;
  /** Alice and Bob each have 1,000 USDC and have approved all of it. */
  readonly alice: Address;
  readonly bob: Address;
  /** Has no USDC and no approval. */
  readonly eve: Address;
  /**
   * Creates a batch, moves the chain's time to the beginning of its next tick, and returns the
   * batch's id.
   */
  readonly createBatch: (name: string) => Promise<bigint>;
  /** Moves the chain's time forward by this number of ticks, to the middle of a tick. */
  readonly passTicks: (batchId: bigint, ticks: number) => Promise<void>;
  /** Joins with a deposit of 10 USDC and a stake of 1 USDC. */
  readonly join: (batchId: bigint, player: Address) => Promise<void>;
  /** Returns signed arguments of `claimRewards` up to the last complete tick. */
  readonly claim: (
    batchId: bigint,
    player: Address,
    newBalance: bigint,
  ) => Promise<readonly [bigint, bigint, bigint, bigint, Hex, bigint, bigint]>;
};

/** Tick length of the test batches, and the length of the lock at the end of each tick, seconds. */
export const tickLength = 1_000;
export const lockLength = 100;

/** Hashes of a config and of a bitmap that the tests use. */
export const configHash = keccak256(stringToBytes('config'));
export const bitmapHash = keccak256('0xb0');

/**
 * Deploys the token, the registry and the prediction market on a chain whose time the tests
 * control.
 */
export async function createVisionFixture(testChain: ContractTestChain): Promise<VisionFixture> {
  const { client, waitUntilMined, chain } = testChain;
  const { deployer: owner, lender: alice, liquidator: bob, keeper: eve } = chain.accounts;
  const { keys, possessions } = createOracleKeySet(1);
  const token = await testChain.deploy('usdc18', usdc18Abi);
  const usdc = getContract({ address: token, abi: usdc18Abi, client });
  const register = await testChain.deploy('oracleRegistry', oracleRegistryAbi, [keys, possessions]);
  const registry = getContract({ address: register, abi: oracleRegistryAbi, client });
  const address = await testChain.deploy('vision', visionAbi, [token, register, owner]);
  const vision = getContract({ address, abi: visionAbi, client });
  const domain = { chainId: client.chain.id, contract: address };
  for (const account of [alice, bob]) {
    await waitUntilMined(usdc.write.mint([account, 1_000n * oneToken], createCallOptions(owner)));
    await waitUntilMined(usdc.write.approve([address, maxUint256], createCallOptions(account)));
  }

  async function passTicks(batchId: bigint, ticks: number): Promise<void> {
    const { tickDuration } = await vision.read.getBatch([batchId]);
    const { timestamp } = await client.getBlock();
    const start = (timestamp / tickDuration + BigInt(ticks)) * tickDuration;
    const target = start + tickDuration / 2n;
    const next = target > timestamp ? target : timestamp + 1n;
    await chain.rpc.call('evm_setNextBlockTimestamp', [Number(next)]);
    await chain.rpc.call('evm_mine');
  }

  return {
    usdc,
    registry,
    vision,
    domain,
    owner,
    alice,
    bob,
    eve,
    passTicks,
    async createBatch(name) {
      const sourceId = keccak256(stringToBytes(name));
      const terms = { sourceId, configHash, tickDuration: tickLength, lockOffset: lockLength };
      const consensus = signConsensus(hashCreateBatchMessage(domain, terms));
      const numbers = [BigInt(tickLength), BigInt(lockLength)] as const;
      const args = [sourceId, configHash, ...numbers, ...consensus] as const;
      const batchId = await vision.read.nextBatchId();
      await waitUntilMined(vision.write.createBatch(args, createCallOptions(owner)));
      await passTicks(batchId, 1);
      return batchId;
    },
    async join(batchId, player) {
      const args = [batchId, configHash, 10n * oneToken, oneToken, bitmapHash] as const;
      await waitUntilMined(vision.write.joinBatchDirect(args, createCallOptions(player)));
    },
    async claim(batchId, player, newBalance) {
      const { lastClaimedTick } = await vision.read.getPosition([batchId, player]);
      const toTick = (await vision.read.currentTickId([batchId])) - 1n;
      const fromTick = lastClaimedTick + 1n;
      const message = hashClaimMessage(domain, {
        batchId: Number(batchId),
        player,
        fromTick: Number(fromTick),
        toTick: Number(toTick),
        newBalance,
      });
      return [batchId, fromTick, toTick, newBalance, ...signConsensus(message, [0, 2])];
    },
  };
}

/** Saves the state of the chain. The returned function restores it, any number of times. */
export async function snapshotChain({ chain }: ContractTestChain): Promise<() => Promise<void>> {
  let snapshot = await chain.rpc.call('evm_snapshot');
  return async () => {
    await chain.rpc.call('evm_revert', [snapshot]);
    snapshot = await chain.rpc.call('evm_snapshot');
  };
}
