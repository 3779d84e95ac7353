import {
  encodeAbiParameters,
  type Hex,
  keccak256,
  parseAbiParameters,
  stringToBytes,
  zeroAddress,
  zeroHash,
} from 'viem';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { hashCreateBatchMessage } from '../../../oracle/bls/hash-messages.ts';
import { oneToken } from '../../testing/contract-fixtures.ts';
import {
  type ContractTestChain,
  createCallOptions,
  describeRevert,
  startContractTestChain,
} from '../../testing/contract-test-chain.ts';
import { signConsensus } from '../sign-consensus.ts';
import {
  bitmapHash,
  configHash,
  createVisionFixture,
  snapshotChain,
  type VisionFixture,
} from '../testing/vision-fixture.ts';

let testChain: ContractTestChain;
let fixture: VisionFixture;
let restore: () => Promise<void>;
beforeAll(async () => {
  testChain = await startContractTestChain();
  fixture = await createVisionFixture(testChain);
  restore = await snapshotChain(testChain);
});
beforeEach(() => restore());
afterAll(() => testChain[Symbol.asyncDispose]());

const newConfig = keccak256(stringToBytes('new config'));

async function configUpdate(batchId: bigint, hash: Hex, lockOffset: bigint) {
  const { chainId, contract } = fixture.domain;
  const tick = await fixture.vision.read.currentTickId([batchId]);
  const content = encodeAbiParameters(
    parseAbiParameters('uint256, address, string, uint256, bytes32, uint256, uint256'),
    [BigInt(chainId), contract, 'UPDATE_BATCH_CONFIG', batchId, hash, lockOffset, tick],
  );
  return [batchId, hash, lockOffset, ...signConsensus(keccak256(content), [0, 1])] as const;
}

test('default: a new config holds from the next tick; joins must name it at once', async () => {
  const { vision, alice, bob, createBatch, passTicks } = fixture;
  const batchId = await createBatch('a');
  const update = await configUpdate(batchId, newConfig, 7n);
  await testChain.waitUntilMined(vision.write.updateBatchConfig(update, createCallOptions(alice)));
  const waiting = await vision.read.getBatch([batchId]);
  expect(waiting.configHash).toBe(configHash);
  expect(waiting.nextConfigHash).toBe(newConfig);
  expect(waiting.lastPromotionTick).toBe((await vision.read.currentTickId([batchId])) + 1n);
  const join = (hash: Hex) => [batchId, hash, oneToken, oneToken, bitmapHash] as const;
  const late = vision.simulate.joinBatch(join(configHash), createCallOptions(alice));
  expect(await describeRevert(late)).toBe('ConfigHashMismatch');
  await testChain.waitUntilMined(vision.write.joinBatch(join(newConfig), createCallOptions(alice)));
  await passTicks(batchId, 1);
  const promoted = await vision.read.getBatch([batchId]);
  expect([promoted.configHash, promoted.lockOffset]).toEqual([newConfig, 7n]);
  expect([promoted.nextConfigHash, promoted.nextLockOffset]).toEqual([zeroHash, 0n]);
  await testChain.waitUntilMined(vision.write.joinBatch(join(newConfig), createCallOptions(bob)));
  expect((await vision.read.getPosition([batchId, bob])).configHash).toBe(newConfig);
});

test('error: a config update needs a quorum of its tick and a lock shorter than the tick', async () => {
  const { vision, alice, createBatch, passTicks } = fixture;
  const batchId = await createBatch('a');
  const update = await configUpdate(batchId, newConfig, 7n);
  const [id, , lock, ...consensus] = update;
  const forged = [id, configHash, lock, ...consensus] as const;
  const attempt = (args: typeof update) =>
    describeRevert(vision.simulate.updateBatchConfig(args, createCallOptions(alice)));
  expect(await attempt(update)).toBe('did not revert');
  expect(await attempt(forged)).toBe('InvalidBLSSignature');
  expect(await attempt(await configUpdate(batchId, newConfig, 1_000n))).toBe('InvalidLockOffset');
  await passTicks(batchId, 1);
  expect(await attempt(update)).toBe('InvalidBLSSignature');
});

test('default: createBatchAndJoin does both at once', async () => {
  const { vision, domain, alice } = fixture;
  const sourceId = keccak256(stringToBytes('crypto'));
  const terms = { sourceId, configHash, tickDuration: 1_000, lockOffset: 0 };
  const consensus = signConsensus(hashCreateBatchMessage(domain, terms));
  const money = [10n * oneToken, oneToken, bitmapHash] as const;
  const args = [sourceId, configHash, 1_000n, 0n, ...consensus, ...money] as const;
  await testChain.waitUntilMined(vision.write.createBatchAndJoin(args, createCallOptions(alice)));
  const batchId = await vision.read.sourceIdToBatchId([sourceId]);
  expect((await vision.read.getBatch([batchId])).creator).toBe(alice);
  expect((await vision.read.getPosition([batchId, alice])).balance).toBe(10n * oneToken);
});

test('default: a quorum names another fee collector, each time with a new proof', async () => {
  const { vision, domain, alice, bob } = fixture;
  const proof = (collector: Hex, counter: bigint) => {
    const content = encodeAbiParameters(
      parseAbiParameters('uint256, address, string, address, uint256'),
      [BigInt(domain.chainId), domain.contract, 'UPDATE_FEE_COLLECTOR', collector, counter],
    );
    return [collector, ...signConsensus(keccak256(content))] as const;
  };
  await testChain.waitUntilMined(
    vision.write.updateFeeCollector(proof(bob, 0n), createCallOptions(alice)),
  );
  expect(await vision.read.feeCollector()).toBe(bob);
  const replay = vision.simulate.updateFeeCollector(proof(bob, 0n), createCallOptions(alice));
  expect(await describeRevert(replay)).toBe('InvalidBLSSignature');
  const nobody = vision.simulate.updateFeeCollector(
    proof(zeroAddress, 1n),
    createCallOptions(alice),
  );
  expect(await describeRevert(nobody)).toBe('ZeroAddress');
});

test('default: deployers have names', async () => {
  const { vision, alice } = fixture;
  await testChain.waitUntilMined(vision.write.setDeployerName(['Alice'], createCallOptions(alice)));
  expect(await vision.read.getDeployerName([alice])).toBe('Alice');
});
