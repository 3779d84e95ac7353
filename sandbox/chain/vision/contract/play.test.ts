import { keccak256, parseEventLogs, zeroHash } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { visionAbi } from '../../../../generated/abi/vision.ts';
import { oneToken } from '../../testing/contract-fixtures.ts';
import {
  type ContractTestChain,
  createCallOptions,
  describeRevert,
  startContractTestChain,
} from '../../testing/contract-test-chain.ts';
import {
  bitmapHash,
  configHash,
  createVisionFixture,
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

test('default: joinBatchDirect takes the deposit and emits who joined', async () => {
  const { vision, usdc, alice, createBatch } = fixture;
  const batchId = await createBatch('a');
  const args = [batchId, configHash, 10n * oneToken, oneToken, bitmapHash] as const;
  const hash = await vision.write.joinBatchDirect(args, createCallOptions(alice));
  const at = await testChain.waitUntilMined(Promise.resolve(hash));
  const { logs } = await testChain.client.getTransactionReceipt({ hash });
  const [joined] = parseEventLogs({ abi: visionAbi, logs, eventName: 'PlayerJoined' });
  expect(joined?.args).toEqual({ batchId, player: alice, stakePerTick: oneToken, bitmapHash });
  expect(await usdc.read.balanceOf([alice])).toBe(990n * oneToken);
  expect(await vision.read.batchPot([batchId])).toBe(10n * oneToken);
  const tick = await vision.read.currentTickId([batchId]);
  expect(await vision.read.getPosition([batchId, alice])).toEqual({
    bitmapHash,
    configHash,
    stakePerTick: oneToken,
    startTick: tick + 1n,
    balance: 10n * oneToken,
    lastClaimedTick: tick,
    joinTimestamp: at,
    totalDeposited: 10n * oneToken,
    totalClaimed: 0n,
  });
});

test('default: joinBatch pays from the internal balance first, the rest from the wallet', async () => {
  const { vision, usdc, alice, createBatch } = fixture;
  const batchId = await createBatch('a');
  await testChain.waitUntilMined(
    vision.write.depositBalance([4n * oneToken], createCallOptions(alice)),
  );
  const args = [batchId, configHash, 10n * oneToken, oneToken, bitmapHash] as const;
  await testChain.waitUntilMined(vision.write.joinBatch(args, createCallOptions(alice)));
  expect(await vision.read.realBalance([alice])).toBe(0n);
  expect(await usdc.read.balanceOf([alice])).toBe(990n * oneToken);
});

test('behavior: the smallest stake of the specification joins: 0.1 USDC', async () => {
  const { vision, alice, createBatch } = fixture;
  const args = [
    await createBatch('a'),
    configHash,
    oneToken / 10n,
    oneToken / 10n,
    bitmapHash,
  ] as const;
  expect(await describeRevert(vision.simulate.joinBatch(args, createCallOptions(alice)))).toBe(
    'did not revert',
  );
});

test('error: each reason not to join has its name', async () => {
  const { vision, usdc, alice, eve, owner, createBatch, join } = fixture;
  const batchId = await createBatch('a');
  const tryJoin = (changes: {
    config?: typeof configHash;
    deposit?: bigint;
    stake?: bigint;
    hash?: typeof bitmapHash;
    player?: typeof alice;
  }) => {
    const {
      config = configHash,
      deposit = oneToken,
      stake = oneToken,
      hash = bitmapHash,
    } = changes;
    const args = [batchId, config, deposit, stake, hash] as const;
    return describeRevert(
      vision.simulate.joinBatch(args, createCallOptions(changes.player ?? alice)),
    );
  };
  expect(await tryJoin({})).toBe('did not revert');
  expect(await tryJoin({ config: keccak256('0x01') })).toBe('ConfigHashMismatch');
  expect(await tryJoin({ hash: zeroHash })).toBe('EmptyCommitment');
  expect(await tryJoin({ stake: oneToken / 10n - 1n })).toBe('StakeBelowMinimum');
  expect(await tryJoin({ deposit: oneToken - 1n })).toBe('InsufficientDeposit');
  expect(await tryJoin({ deposit: 1_001n * oneToken })).toBe('InsufficientDeposit');
  expect(await tryJoin({ player: eve })).toBe('InsufficientDeposit');
  await testChain.waitUntilMined(usdc.write.mint([eve, oneToken], createCallOptions(owner)));
  const direct = [batchId, configHash, 2n * oneToken, oneToken, bitmapHash] as const;
  const poor = vision.simulate.joinBatchDirect(direct, createCallOptions(eve));
  expect(await describeRevert(poor)).toBe('InsufficientDeposit');
  await join(batchId, alice);
  expect(await tryJoin({})).toBe('AlreadyJoined');
});

test('error: TickLocked in the last seconds of a tick, not before and not after', async () => {
  const { vision, alice, createBatch, join } = fixture;
  const batchId = await createBatch('a');
  const { timestamp } = await testChain.client.getBlock();
  const tickStart = timestamp - (timestamp % BigInt(tickLength));
  const goTo = async (second: bigint) => {
    await testChain.chain.rpc.call('evm_setNextBlockTimestamp', [Number(tickStart + second)]);
    await testChain.chain.rpc.call('evm_mine');
  };
  await goTo(870n);
  await join(batchId, alice);
  await goTo(930n);
  const update = [batchId, configHash, keccak256('0x01')] as const;
  expect(await describeRevert(vision.simulate.updateBitmap(update, createCallOptions(alice)))).toBe(
    'TickLocked',
  );
  const other = [batchId, configHash, oneToken, oneToken, bitmapHash] as const;
  expect(
    await describeRevert(vision.simulate.joinBatch(other, createCallOptions(fixture.bob))),
  ).toBe('TickLocked');
  await goTo(1_000n);
  expect(await describeRevert(vision.simulate.updateBitmap(update, createCallOptions(alice)))).toBe(
    'did not revert',
  );
});

test('default: a player changes the commitment and adds money', async () => {
  const { vision, alice, createBatch, join } = fixture;
  const batchId = await createBatch('a');
  await join(batchId, alice);
  const next = keccak256('0x02');
  await testChain.waitUntilMined(
    vision.write.updateBitmap([batchId, configHash, next], createCallOptions(alice)),
  );
  await testChain.waitUntilMined(
    vision.write.deposit([batchId, 5n * oneToken], createCallOptions(alice)),
  );
  const position = await vision.read.getPosition([batchId, alice]);
  expect(position.bitmapHash).toBe(next);
  expect(position.balance).toBe(15n * oneToken);
  expect(position.totalDeposited).toBe(15n * oneToken);
  expect(
    await describeRevert(vision.simulate.deposit([batchId, 0n], createCallOptions(alice))),
  ).toBe('ZeroAmount');
});

test('error: NotJoined for every move of a stranger, ExitPending for a leaving player', async () => {
  const { vision, alice, bob, createBatch, join } = fixture;
  const batchId = await createBatch('a');
  const moves = (player: typeof alice) => [
    vision.simulate.updateBitmap([batchId, configHash, bitmapHash], createCallOptions(player)),
    vision.simulate.deposit([batchId, oneToken], createCallOptions(player)),
    vision.simulate.requestExit([batchId], createCallOptions(player)),
    vision.simulate.claimRewards(
      [batchId, 1n, 1n, oneToken, '0x', 1n, 3n],
      createCallOptions(player),
    ),
  ];
  const all = (name: string) => Array<string>(4).fill(name);
  expect(await Promise.all(moves(bob).map(describeRevert))).toEqual(all('NotJoined'));
  await join(batchId, alice);
  await testChain.waitUntilMined(vision.write.requestExit([batchId], createCallOptions(alice)));
  expect(await Promise.all(moves(alice).map(describeRevert))).toEqual(all('ExitPending'));
  const { exitTick } = await vision.read.getPositionState([batchId, alice]);
  expect(exitTick).toBe((await vision.read.currentTickId([batchId])) + 1n);
});
