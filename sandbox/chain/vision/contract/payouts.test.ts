import type { Address } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { hashWithdrawMessage } from '../../../oracle/bls/hash-messages.ts';
import { oneToken } from '../../testing/contract-fixtures.ts';
import {
  type ContractTestChain,
  createCallOptions,
  describeRevert,
  startContractTestChain,
} from '../../testing/contract-test-chain.ts';
import { signConsensus } from '../sign-consensus.ts';
import { rotateKeys } from '../testing/rotate-keys.ts';
import {
  createVisionFixture,
  snapshotChain,
  type VisionFixture,
} from '../testing/vision-fixture.ts';

let testChain: ContractTestChain;
let fixture: VisionFixture;
let batchId: bigint;
let restore: () => Promise<void>;
beforeAll(async () => {
  testChain = await startContractTestChain();
  fixture = await createVisionFixture(testChain);
  restore = await snapshotChain(testChain);
});
beforeEach(async () => {
  await restore();
  batchId = await fixture.createBatch('a');
  await fixture.join(batchId, fixture.alice);
  await fixture.join(batchId, fixture.bob);
  await fixture.passTicks(batchId, 2);
});
afterAll(() => testChain[Symbol.asyncDispose]());

async function withdrawal(
  player: Address,
  finalBalance: bigint,
  tag: 'WITHDRAW' | 'FORCE_WITHDRAW',
) {
  const { joinTimestamp } = await fixture.vision.read.getPosition([batchId, player]);
  const message = hashWithdrawMessage(fixture.domain, {
    tag,
    batchId: Number(batchId),
    player,
    finalBalance,
    joinTimestamp: Number(joinTimestamp),
  });
  return signConsensus(message, [1, 2]);
}

test('default: a claim pays what was won less 0.05 %, and leaves the stake in play', async () => {
  const { vision, usdc, alice, claim } = fixture;
  const args = await claim(batchId, alice, 14n * oneToken);
  await testChain.waitUntilMined(vision.write.claimRewards(args, createCallOptions(alice)));
  const fee = (4n * oneToken * 5n) / 10_000n;
  expect(await usdc.read.balanceOf([alice])).toBe(994n * oneToken - fee);
  const position = await vision.read.getPosition([batchId, alice]);
  expect(position.balance).toBe(10n * oneToken);
  expect(position.totalClaimed).toBe(4n * oneToken - fee);
  expect(position.lastClaimedTick).toBe(args[2]);
  expect(await vision.read.batchPot([batchId])).toBe(16n * oneToken);
  expect(await vision.read.collectableFees()).toBe(fee);
});

test('behavior: a claim after losses pays nothing and writes the balance down', async () => {
  const { vision, usdc, alice, claim } = fixture;
  await testChain.waitUntilMined(
    vision.write.claimRewards(await claim(batchId, alice, 7n * oneToken), createCallOptions(alice)),
  );
  expect(await usdc.read.balanceOf([alice])).toBe(990n * oneToken);
  expect((await vision.read.getPosition([batchId, alice])).balance).toBe(7n * oneToken);
  expect(await vision.read.batchPot([batchId])).toBe(20n * oneToken);
});

test('behavior: a deposit of the running tick is not mistaken for a loss', async () => {
  const { vision, usdc, alice, claim } = fixture;
  const args = await claim(batchId, alice, 12n * oneToken);
  await testChain.waitUntilMined(
    vision.write.deposit([batchId, 5n * oneToken], createCallOptions(alice)),
  );
  await testChain.waitUntilMined(vision.write.claimRewards(args, createCallOptions(alice)));
  const fee = (2n * oneToken * 5n) / 10_000n;
  expect(await usdc.read.balanceOf([alice])).toBe(987n * oneToken - fee);
  expect((await vision.read.getPosition([batchId, alice])).balance).toBe(15n * oneToken);
});

test('behavior: the fee is floor(gain · 5 / 10000), to the wei', async () => {
  const { vision, alice, claim, passTicks } = fixture;
  let fees = 0n;
  for (const gain of [1n, 1_999n, 2_000n, 123_456_789_123_456_789n, 9n * oneToken - 1n]) {
    const args = await claim(batchId, alice, 10n * oneToken + gain);
    await testChain.waitUntilMined(vision.write.claimRewards(args, createCallOptions(alice)));
    fees += (gain * 5n) / 10_000n;
    expect(await vision.read.collectableFees()).toBe(fees);
    await passTicks(batchId, 1);
  }
});

test('error: TickAlreadyClaimed for the same ticks again', async () => {
  const { vision, alice, claim } = fixture;
  const args = await claim(batchId, alice, 14n * oneToken);
  await testChain.waitUntilMined(vision.write.claimRewards(args, createCallOptions(alice)));
  expect(await describeRevert(vision.simulate.claimRewards(args, createCallOptions(alice)))).toBe(
    'TickAlreadyClaimed',
  );
});

test('error: InvalidTickRange unless the claim runs from the last one to the last complete tick', async () => {
  const { vision, alice, claim, passTicks } = fixture;
  const [id, from, to, ...rest] = await claim(batchId, alice, 14n * oneToken);
  const attempt = (fromTick: bigint, toTick: bigint) =>
    describeRevert(
      vision.simulate.claimRewards([id, fromTick, toTick, ...rest], createCallOptions(alice)),
    );
  expect(await attempt(from, to + 1n)).toBe('InvalidTickRange');
  expect(await attempt(from + 1n, to)).toBe('InvalidTickRange');
  expect(await attempt(to + 1n, to)).toBe('InvalidTickRange');
  expect(await attempt(from, to)).toBe('did not revert');
  await passTicks(batchId, 1);
  // Another tick has passed since the proof was made; the claim must not skip a loss in that tick.
  expect(await attempt(from, to)).toBe('InvalidTickRange');
});

test('error: InvalidBLSSignature for another amount, another player, and after a key rotation', async () => {
  const { vision, alice, bob, claim } = fixture;
  const args = await claim(batchId, alice, 14n * oneToken);
  const [id, from, to, balance, ...consensus] = args;
  const greedy = [id, from, to, balance + 1n, ...consensus] as const;
  const invalid = 'InvalidBLSSignature';
  expect(await describeRevert(vision.simulate.claimRewards(greedy, createCallOptions(alice)))).toBe(
    invalid,
  );
  expect(await describeRevert(vision.simulate.claimRewards(args, createCallOptions(bob)))).toBe(
    invalid,
  );
  expect(await describeRevert(vision.simulate.claimRewards(args, createCallOptions(alice)))).toBe(
    'did not revert',
  );
  await rotateKeys(testChain, fixture, 2);
  expect(await describeRevert(vision.simulate.claimRewards(args, createCallOptions(alice)))).toBe(
    invalid,
  );
});

test('error: InsolventPayout when the batch cannot pay, even if others could', async () => {
  const { vision, alice, claim, createBatch, join } = fixture;
  await join(await createBatch('rich neighbour'), alice);
  await fixture.passTicks(batchId, 1);
  const enough = await claim(batchId, alice, 30n * oneToken);
  expect(await describeRevert(vision.simulate.claimRewards(enough, createCallOptions(alice)))).toBe(
    'did not revert',
  );
  const tooMuch = await claim(batchId, alice, 30n * oneToken + 1n);
  const revert = await describeRevert(
    vision.simulate.claimRewards(tooMuch, createCallOptions(alice)),
  );
  expect(revert).toBe('InsolventPayout');
});

test('default: a withdrawal follows an exit request and pays everything', async () => {
  const { vision, usdc, alice } = fixture;
  const proof = await withdrawal(alice, 13n * oneToken, 'WITHDRAW');
  const args = [batchId, 13n * oneToken, ...proof] as const;
  expect(await describeRevert(vision.simulate.withdraw(args, createCallOptions(alice)))).toBe(
    'ExitNotReached',
  );
  await testChain.waitUntilMined(vision.write.requestExit([batchId], createCallOptions(alice)));
  expect(await describeRevert(vision.simulate.withdraw(args, createCallOptions(alice)))).toBe(
    'ExitNotReached',
  );
  await fixture.passTicks(batchId, 1);
  await testChain.waitUntilMined(vision.write.withdraw(args, createCallOptions(alice)));
  const fee = (3n * oneToken * 5n) / 10_000n;
  expect(await usdc.read.balanceOf([alice])).toBe(1_003n * oneToken - fee);
  expect((await vision.read.getPosition([batchId, alice])).joinTimestamp).toBe(0n);
  expect(await describeRevert(vision.simulate.withdraw(args, createCallOptions(alice)))).toBe(
    'NotJoined',
  );
});

test('behavior: the fee of a withdrawal is on lifetime profit, less what claims have paid', async () => {
  const { vision, alice, claim } = fixture;
  await testChain.waitUntilMined(
    vision.write.claimRewards(
      await claim(batchId, alice, 14n * oneToken),
      createCallOptions(alice),
    ),
  );
  await testChain.waitUntilMined(vision.write.requestExit([batchId], createCallOptions(alice)));
  await fixture.passTicks(batchId, 1);
  const proof = await withdrawal(alice, 11n * oneToken, 'WITHDRAW');
  await testChain.waitUntilMined(
    vision.write.withdraw([batchId, 11n * oneToken, ...proof], createCallOptions(alice)),
  );
  expect(await vision.read.collectableFees()).toBe((5n * oneToken * 5n) / 10_000n);
});

test('behavior: a used withdrawal proof is worthless after the player came back', async () => {
  const { vision, alice, join } = fixture;
  const withdraw = async () => {
    await testChain.waitUntilMined(vision.write.requestExit([batchId], createCallOptions(alice)));
    await fixture.passTicks(batchId, 1);
  };
  await withdraw();
  const proof = await withdrawal(alice, 10n * oneToken, 'WITHDRAW');
  const args = [batchId, 10n * oneToken, ...proof] as const;
  await testChain.waitUntilMined(vision.write.withdraw(args, createCallOptions(alice)));
  await join(batchId, alice);
  await withdraw();
  const revert = await describeRevert(vision.simulate.withdraw(args, createCallOptions(alice)));
  expect(revert).toBe('InvalidBLSSignature');
});

test('default: a quorum can close a position; the pot still bounds what it pays', async () => {
  const { vision, usdc, alice, bob } = fixture;
  const tooMuch = 20n * oneToken + 1n;
  const greedy = await withdrawal(bob, tooMuch, 'FORCE_WITHDRAW');
  const greedyArgs = [batchId, bob, tooMuch, ...greedy] as const;
  const revert = await describeRevert(
    vision.simulate.forceWithdraw(greedyArgs, createCallOptions(alice)),
  );
  expect(revert).toBe('InsolventPayout');
  const proof = await withdrawal(bob, 9n * oneToken, 'FORCE_WITHDRAW');
  await testChain.waitUntilMined(
    vision.write.forceWithdraw([batchId, bob, 9n * oneToken, ...proof], createCallOptions(alice)),
  );
  expect(await usdc.read.balanceOf([bob])).toBe(999n * oneToken);
});

test('default: fees go to the fee collector', async () => {
  const { vision, usdc, alice, owner, claim } = fixture;
  expect(await describeRevert(vision.simulate.collectFees(createCallOptions(alice)))).toBe(
    'ZeroAmount',
  );
  await testChain.waitUntilMined(
    vision.write.claimRewards(
      await claim(batchId, alice, 14n * oneToken),
      createCallOptions(alice),
    ),
  );
  await testChain.waitUntilMined(vision.write.collectFees(createCallOptions(alice)));
  expect(await usdc.read.balanceOf([owner])).toBe((4n * oneToken * 5n) / 10_000n);
});
