import { keccak256, stringToBytes, toHex } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { hashCreateBatchMessage, hashPauseMessage } from '../../../oracle/bls/hash-messages.ts';
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
  lockLength,
  snapshotChain,
  tickLength,
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

const sourceId = keccak256(stringToBytes('crypto'));

function terms(changes: Partial<Parameters<typeof hashCreateBatchMessage>[1]> = {}) {
  return { sourceId, configHash, tickDuration: tickLength, lockOffset: lockLength, ...changes };
}

function creation(of = terms(), signers?: readonly number[]) {
  const consensus = signConsensus(hashCreateBatchMessage(fixture.domain, of), signers);
  const numbers = [BigInt(of.tickDuration), BigInt(of.lockOffset)] as const;
  return [of.sourceId, of.configHash, ...numbers, ...consensus] as const;
}

test('default: a quorum creates a batch; anyone may bring the proof', async () => {
  const { vision, alice } = fixture;
  const at = await testChain.waitUntilMined(
    vision.write.createBatch(creation(), createCallOptions(alice)),
  );
  expect(await vision.read.nextBatchId()).toBe(2n);
  expect(await vision.read.getBatchIdBySourceId([sourceId])).toBe(1n);
  expect(await vision.read.getBatch([1n])).toEqual({
    creator: alice,
    sourceId,
    configHash,
    nextConfigHash: toHex(0, { size: 32 }),
    tickDuration: BigInt(tickLength),
    lockOffset: BigInt(lockLength),
    nextLockOffset: 0n,
    createdAtTick: at / BigInt(tickLength),
    lastPromotionTick: 0n,
    paused: false,
  });
  expect(await vision.read.currentTickId([1n])).toBe(0n);
});

test('behavior: two of three signatures are enough, whichever two', async () => {
  const { vision, alice } = fixture;
  for (const [i, signers] of [
    [0, 1],
    [1, 2],
    [0, 2],
    [0, 1, 2],
  ].entries()) {
    const other = terms({ configHash: keccak256(toHex(i)) });
    const args = creation(other, signers);
    expect(await describeRevert(vision.simulate.createBatch(args, createCallOptions(alice)))).toBe(
      'did not revert',
    );
  }
});

test('error: InvalidBLSSignature for anything but a quorum over exactly these terms', async () => {
  const { vision, alice } = fixture;
  const [source, config, tick, lock, signature, nonce, mask] = creation(terms(), [0, 1]);
  const numbers = [source, config, tick, lock] as const;
  const attempts = {
    'one signer': creation(terms(), [1]),
    'other terms': [source, config, tick, lock + 1n, signature, nonce, mask],
    'a wrong mask': [...numbers, signature, nonce, 0b101n],
    'a mask beyond the set': [...numbers, signature, nonce, 0b1011n],
    'no signer': [...numbers, signature, nonce, 0n],
    'an old key snapshot': [...numbers, signature, nonce - 1n, mask],
    'no signature': [...numbers, '0x', nonce, mask],
    'zeros (the point at infinity)': [...numbers, `0x${'00'.repeat(128)}`, nonce, mask],
    'no point of the curve': [...numbers, `0x${'11'.repeat(128)}`, nonce, mask],
  } as const;
  for (const [what, args] of Object.entries(attempts)) {
    const revert = await describeRevert(
      vision.simulate.createBatch(args, createCallOptions(alice)),
    );
    expect(`${what}: ${revert}`).toBe(`${what}: InvalidBLSSignature`);
  }
});

test.each([
  ['InvalidTickDuration', { tickDuration: 0, lockOffset: 0 }],
  ['InvalidTickDuration', { tickDuration: 2_592_001 }],
  ['InvalidLockOffset', { tickDuration: 10, lockOffset: 10 }],
])('error: %s for %j', async (name, changes) => {
  const args = creation(terms(changes));
  expect(
    await describeRevert(
      fixture.vision.simulate.createBatch(args, createCallOptions(fixture.alice)),
    ),
  ).toBe(name);
});

test('error: BatchAlreadyExists, so a proof serves once', async () => {
  const { vision, alice, bob } = fixture;
  await testChain.waitUntilMined(vision.write.createBatch(creation(), createCallOptions(alice)));
  expect(
    await describeRevert(vision.simulate.createBatch(creation(), createCallOptions(bob))),
  ).toBe('BatchAlreadyExists');
});

test('error: BatchNotFound wherever a batch is named', async () => {
  const { vision, alice } = fixture;
  const join = [9n, configHash, oneToken, oneToken, bitmapHash] as const;
  expect(await describeRevert(vision.read.getBatch([9n]))).toBe('BatchNotFound');
  expect(await describeRevert(vision.read.currentTickId([0n]))).toBe('BatchNotFound');
  expect(await describeRevert(vision.read.getBatchIdBySourceId([sourceId]))).toBe('BatchNotFound');
  expect(await describeRevert(vision.simulate.joinBatch(join, createCallOptions(alice)))).toBe(
    'BatchNotFound',
  );
  expect(await describeRevert(vision.simulate.deposit([9n, 1n], createCallOptions(alice)))).toBe(
    'BatchNotFound',
  );
});

test('error: BatchPaused on a join while paused; each pause needs a proof of its own', async () => {
  const { vision, alice, domain, createBatch } = fixture;
  const batchId = await createBatch('pausing');
  const proof = (tag: 'PAUSE' | 'UNPAUSE', pauseNonce: number) => {
    const message = hashPauseMessage(domain, { tag, batchId: Number(batchId), pauseNonce });
    return [batchId, ...signConsensus(message)] as const;
  };
  const join = [batchId, configHash, oneToken, oneToken, bitmapHash] as const;
  await testChain.waitUntilMined(vision.write.pause(proof('PAUSE', 0), createCallOptions(alice)));
  expect((await vision.read.getBatch([batchId])).paused).toBe(true);
  expect(await describeRevert(vision.simulate.joinBatch(join, createCallOptions(alice)))).toBe(
    'BatchPaused',
  );
  expect(
    await describeRevert(vision.simulate.joinBatchDirect(join, createCallOptions(alice))),
  ).toBe('BatchPaused');
  expect(
    await describeRevert(vision.simulate.pause(proof('PAUSE', 1), createCallOptions(alice))),
  ).toBe('BatchPaused');
  await testChain.waitUntilMined(
    vision.write.unpause(proof('UNPAUSE', 1), createCallOptions(alice)),
  );
  expect(await describeRevert(vision.simulate.joinBatch(join, createCallOptions(alice)))).toBe(
    'did not revert',
  );
  const replay = vision.simulate.pause(proof('PAUSE', 0), createCallOptions(alice));
  expect(await describeRevert(replay)).toBe('InvalidBLSSignature');
  const again = vision.simulate.unpause(proof('UNPAUSE', 2), createCallOptions(alice));
  expect(await describeRevert(again)).toBe('BatchNotPaused');
});

test('error: Unauthorized to name a batch of someone else', async () => {
  const { vision, alice, owner, createBatch } = fixture;
  const batchId = await createBatch('named');
  const texts = [batchId, 'Coins', 'All of them', '', '', ''] as const;
  expect(
    await describeRevert(vision.simulate.setBatchMetadata(texts, createCallOptions(alice))),
  ).toBe('Unauthorized');
  await testChain.waitUntilMined(vision.write.setBatchMetadata(texts, createCallOptions(owner)));
  expect((await vision.read.getBatchMetadata([batchId])).name).toBe('Coins');
});
