import {
  type Address,
  encodeAbiParameters,
  type Hex,
  keccak256,
  parseAbiParameters,
  zeroAddress,
} from 'viem';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { oneToken } from '../../testing/contract-fixtures.ts';
import {
  type ContractTestChain,
  createCallOptions,
  describeRevert,
  startContractTestChain,
} from '../../testing/contract-test-chain.ts';
import { signConsensus } from '../sign-consensus.ts';
import {
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

const orderId = keccak256('0x0a');

function credit(account: Address, amount: bigint, order: Hex = orderId) {
  const { chainId, contract } = fixture.domain;
  const message = keccak256(
    encodeAbiParameters(parseAbiParameters('uint256, address, string, address, uint256, bytes32'), [
      BigInt(chainId),
      contract,
      'CREDIT_BALANCE',
      account,
      amount,
      order,
    ]),
  );
  return [account, amount, order, ...signConsensus(message, [0, 1])] as const;
}

test('default: USDC goes into the internal balance and back', async () => {
  const { vision, usdc, alice } = fixture;
  await testChain.waitUntilMined(
    vision.write.depositBalance([10n * oneToken], createCallOptions(alice)),
  );
  expect(await vision.read.balanceOf([alice])).toBe(10n * oneToken);
  await testChain.waitUntilMined(
    vision.write.withdrawBalance([4n * oneToken], createCallOptions(alice)),
  );
  expect(await vision.read.realBalance([alice])).toBe(6n * oneToken);
  expect(await usdc.read.balanceOf([alice])).toBe(994n * oneToken);
  const tooMuch = vision.simulate.withdrawBalance([6n * oneToken + 1n], createCallOptions(alice));
  expect(await describeRevert(tooMuch)).toBe('InsufficientBalance');
  expect(
    await describeRevert(vision.simulate.withdrawBalance([0n], createCallOptions(alice))),
  ).toBe('ZeroAmount');
  expect(await describeRevert(vision.simulate.depositBalance([0n], createCallOptions(alice)))).toBe(
    'ZeroAmount',
  );
});

test('default: a bridge credits an order once, with a quorum', async () => {
  const { vision, usdc, alice, eve } = fixture;
  const args = credit(eve, 3n * oneToken);
  await testChain.waitUntilMined(vision.write.creditBalance(args, createCallOptions(alice)));
  expect(await vision.read.realBalance([eve])).toBe(3n * oneToken);
  expect(await usdc.read.balanceOf([alice])).toBe(997n * oneToken);
  expect(await describeRevert(vision.simulate.creditBalance(args, createCallOptions(alice)))).toBe(
    'AlreadyProcessed',
  );
  const [, amount, , ...consensus] = args;
  const other = [alice, amount, keccak256('0x0b'), ...consensus] as const;
  const forged = vision.simulate.creditBalance(other, createCallOptions(alice));
  expect(await describeRevert(forged)).toBe('InvalidBLSSignature');
  const nobody = vision.simulate.creditBalance(
    credit(zeroAddress, oneToken, keccak256('0x0c')),
    createCallOptions(alice),
  );
  expect(await describeRevert(nobody)).toBe('ZeroAddress');
});

test('default: bots register, are listed, and leave', async () => {
  const { vision, alice, bob } = fixture;
  const key = keccak256('0x01');
  await testChain.waitUntilMined(
    vision.write.registerBot(['https://a.example', key], createCallOptions(alice)),
  );
  const registered = await testChain.waitUntilMined(
    vision.write.registerBot(['https://b.example', key], createCallOptions(bob)),
  );
  const twice = vision.simulate.registerBot(['https://c.example', key], createCallOptions(alice));
  expect(await describeRevert(twice)).toBe('BotAlreadyRegistered');
  await testChain.waitUntilMined(vision.write.deregisterBot(createCallOptions(alice)));
  expect(await describeRevert(vision.simulate.deregisterBot(createCallOptions(alice)))).toBe(
    'BotNotRegistered',
  );
  expect(await vision.read.getAllActiveBots()).toEqual([
    [bob],
    [{ endpoint: 'https://b.example', pubkeyHash: key, registeredAt: registered, isActive: true }],
  ]);
  await testChain.waitUntilMined(
    vision.write.registerBot(['https://a.example/2', key], createCallOptions(alice)),
  );
  const [addresses] = await vision.read.getAllActiveBots();
  expect(addresses).toEqual([alice, bob]);
});
