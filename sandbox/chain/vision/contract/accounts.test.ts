import {
  type Address,
  encodeAbiParameters,
  type Hex,
  keccak256,
  parseAbiParameters,
  zeroAddress,
} from 'viem';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { by, type ContractKit, revertOf, startContractKit } from '../../testing/contract-kit.ts';
import { one } from '../../testing/core-contracts.ts';
import { consensusOn } from '../consensus.ts';
import { keepState, setUpVision, type VisionWorld } from '../testing/vision-world.ts';

let kit: ContractKit;
let world: VisionWorld;
let restore: () => Promise<void>;
beforeAll(async () => {
  kit = await startContractKit();
  world = await setUpVision(kit);
  restore = await keepState(kit);
});
beforeEach(() => restore());
afterAll(() => kit[Symbol.asyncDispose]());

const orderId = keccak256('0x0a');

function credit(account: Address, amount: bigint, order: Hex = orderId) {
  const { chainId, contract } = world.domain;
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
  return [account, amount, order, ...consensusOn(message, [0, 1])] as const;
}

test('default: USDC goes into the internal balance and back', async () => {
  const { vision, usdc, alice } = world;
  await kit.mined(vision.write.depositBalance([10n * one], by(alice)));
  expect(await vision.read.balanceOf([alice])).toBe(10n * one);
  await kit.mined(vision.write.withdrawBalance([4n * one], by(alice)));
  expect(await vision.read.realBalance([alice])).toBe(6n * one);
  expect(await usdc.read.balanceOf([alice])).toBe(994n * one);
  const tooMuch = vision.simulate.withdrawBalance([6n * one + 1n], by(alice));
  expect(await revertOf(tooMuch)).toBe('InsufficientBalance');
  expect(await revertOf(vision.simulate.withdrawBalance([0n], by(alice)))).toBe('ZeroAmount');
  expect(await revertOf(vision.simulate.depositBalance([0n], by(alice)))).toBe('ZeroAmount');
});

test('default: a bridge credits an order once, with a quorum', async () => {
  const { vision, usdc, alice, eve } = world;
  const args = credit(eve, 3n * one);
  await kit.mined(vision.write.creditBalance(args, by(alice)));
  expect(await vision.read.realBalance([eve])).toBe(3n * one);
  expect(await usdc.read.balanceOf([alice])).toBe(997n * one);
  expect(await revertOf(vision.simulate.creditBalance(args, by(alice)))).toBe('AlreadyProcessed');
  const [, amount, , ...consensus] = args;
  const other = [alice, amount, keccak256('0x0b'), ...consensus] as const;
  const forged = vision.simulate.creditBalance(other, by(alice));
  expect(await revertOf(forged)).toBe('InvalidBLSSignature');
  const nobody = vision.simulate.creditBalance(
    credit(zeroAddress, one, keccak256('0x0c')),
    by(alice),
  );
  expect(await revertOf(nobody)).toBe('ZeroAddress');
});

test('default: bots register, are listed, and leave', async () => {
  const { vision, alice, bob } = world;
  const key = keccak256('0x01');
  await kit.mined(vision.write.registerBot(['https://a.example', key], by(alice)));
  const registered = await kit.mined(vision.write.registerBot(['https://b.example', key], by(bob)));
  const twice = vision.simulate.registerBot(['https://c.example', key], by(alice));
  expect(await revertOf(twice)).toBe('BotAlreadyRegistered');
  await kit.mined(vision.write.deregisterBot(by(alice)));
  expect(await revertOf(vision.simulate.deregisterBot(by(alice)))).toBe('BotNotRegistered');
  expect(await vision.read.getAllActiveBots()).toEqual([
    [bob],
    [{ endpoint: 'https://b.example', pubkeyHash: key, registeredAt: registered, isActive: true }],
  ]);
  await kit.mined(vision.write.registerBot(['https://a.example/2', key], by(alice)));
  const [addresses] = await vision.read.getAllActiveBots();
  expect(addresses).toEqual([alice, bob]);
});
