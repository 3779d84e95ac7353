import { type Address, getContract, maxUint256, parseEther, toHex, zeroAddress } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { usdc18Abi as abi } from '../../../generated/abi/usdc18.ts';
import {
  type ContractTestChain,
  createCallOptions,
  describeRevert,
  startContractTestChain,
} from '../testing/contract-test-chain.ts';

let testChain: ContractTestChain;
beforeAll(async () => {
  testChain = await startContractTestChain();
}, 30_000);
afterAll(() => testChain[Symbol.asyncDispose]());

async function setUp() {
  const { deployer: admin, wallets } = testChain.chain.accounts;
  const [alice, bob, eve] = wallets as [Address, Address, Address];
  const address = await testChain.deploy('usdc18', abi);
  const usdc = getContract({ address, abi, client: testChain.client });
  const balances = () => Promise.all([alice, bob, eve].map((who) => usdc.read.balanceOf([who])));
  await testChain.waitUntilMined(usdc.write.mint([alice, 100n], createCallOptions(admin)));
  return { usdc, admin, alice, bob, eve, balances };
}

test('default: it is USDC with 18 decimals', async () => {
  const { usdc } = await setUp();
  const facts = [
    usdc.read.name(),
    usdc.read.symbol(),
    usdc.read.decimals(),
    usdc.read.totalSupply(),
  ];
  expect(await Promise.all(facts)).toEqual(['USD Coin', 'USDC', 18, 100n]);
});

test('default: the settlement chain’s has 6 decimals', async () => {
  const address = await testChain.deploy('settlementUsdc', abi);
  expect(await getContract({ address, abi, client: testChain.client }).read.decimals()).toBe(6);
});

test('behavior: tokens move in person and by allowance, which is used up', async () => {
  const { usdc, alice, bob, eve, balances } = await setUp();
  await testChain.waitUntilMined(usdc.write.transfer([bob, 30n], createCallOptions(alice)));
  await testChain.waitUntilMined(usdc.write.approve([bob, 50n], createCallOptions(alice)));
  await testChain.waitUntilMined(
    usdc.write.transferFrom([alice, eve, 40n], createCallOptions(bob)),
  );
  expect(await balances()).toEqual([30n, 30n, 40n]);
  expect(await usdc.read.allowance([alice, bob])).toBe(10n);
  expect(await usdc.read.totalSupply()).toBe(100n);
});

test('behavior: a transfer to oneself changes nothing', async () => {
  const { usdc, alice, balances } = await setUp();
  await testChain.waitUntilMined(usdc.write.transfer([alice, 100n], createCallOptions(alice)));
  expect(await balances()).toEqual([100n, 0n, 0n]);
});

test('behavior: an endless allowance is not used up', async () => {
  const { usdc, alice, eve } = await setUp();
  await testChain.waitUntilMined(usdc.write.approve([eve, maxUint256], createCallOptions(alice)));
  await testChain.waitUntilMined(usdc.write.transferFrom([alice, eve, 1n], createCallOptions(eve)));
  expect(await usdc.read.allowance([alice, eve])).toBe(maxUint256);
});

test('behavior: the admin gives and takes the minter role', async () => {
  const { usdc, admin, eve } = await setUp();
  const mint = () => describeRevert(usdc.simulate.mint([eve, 1n], createCallOptions(eve)));
  expect(await mint()).toBe('Unauthorized');
  await testChain.waitUntilMined(usdc.write.setMinter([eve, true], createCallOptions(admin)));
  expect(await mint()).toBe('did not revert');
  await testChain.waitUntilMined(usdc.write.setMinter([eve, false], createCallOptions(admin)));
  expect(await mint()).toBe('Unauthorized');
});

test('behavior: a recipient of a mint without native coin gets one, once, while the token has some', async () => {
  const { usdc, admin, eve } = await setUp();
  const newcomer = '0x00000000000000000000000000000000000Fee01';
  const mint = (to: Address) =>
    testChain.waitUntilMined(usdc.write.mint([to, 1n], { account: admin }));
  const coins = () => testChain.client.getBalance({ address: newcomer });
  await mint(newcomer);
  expect([await usdc.read.balanceOf([newcomer]), await coins()]).toEqual([1n, 0n]);
  await testChain.chain.rpc.call('anvil_setBalance', [usdc.address, toHex(parseEther('1.5'))]);
  const before = await testChain.client.getBalance({ address: eve });
  await mint(eve);
  await mint(usdc.address);
  expect(await testChain.client.getBalance({ address: eve })).toBe(before);
  await mint(newcomer);
  await mint(newcomer);
  expect([await usdc.read.balanceOf([newcomer]), await coins()]).toEqual([3n, parseEther('1')]);
});

test('error: every refusal has its name', async () => {
  const { usdc, admin, alice, bob, eve } = await setUp();
  const nobody = zeroAddress;
  const { simulate } = usdc;
  await testChain.waitUntilMined(usdc.write.approve([bob, 10n], createCallOptions(alice)));
  const refusals = [
    simulate.setMinter([eve, true], createCallOptions(eve)),
    simulate.mint([nobody, 1n], createCallOptions(admin)),
    simulate.transfer([nobody, 0n], createCallOptions(eve)),
    simulate.approve([nobody, 1n], createCallOptions(eve)),
    simulate.transfer([bob, 101n], createCallOptions(alice)),
    simulate.transferFrom([alice, bob, 11n], createCallOptions(bob)),
  ];
  expect(await Promise.all(refusals.map(describeRevert))).toEqual([
    'Unauthorized',
    `ERC20InvalidReceiver(${nobody})`,
    `ERC20InvalidReceiver(${nobody})`,
    `ERC20InvalidSpender(${nobody})`,
    `ERC20InsufficientBalance(${alice}, 100, 101)`,
    `ERC20InsufficientAllowance(${bob}, 10, 11)`,
  ]);
});
