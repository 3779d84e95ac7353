import {
  encodeAbiParameters,
  getAddress,
  keccak256,
  maxUint256,
  parseEventLogs,
  toEventSelector,
  zeroAddress,
  zeroHash,
} from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lendingAbi } from '../../../generated/abi/lending.ts';
import { navOracleAbi } from '../../../generated/abi/nav-oracle.ts';
import {
  by,
  type ContractKit,
  receiptOf,
  revertOf,
  startContractKit,
} from '../testing/contract-kit.ts';
import { basket, itpIdOf, one, setUpLending } from '../testing/core-contracts.ts';

let kit: ContractKit;
beforeAll(async () => {
  kit = await startContractKit();
}, 30_000);
afterAll(() => kit[Symbol.asyncDispose]());

const year = 365n * 86_400n;

test('default: a market is found by its DTF and keeps its terms', async () => {
  const { lending, params, id, itpId } = await setUpLending(kit);
  const createMarket = lendingAbi.find(
    (item) => item.type === 'function' && item.name === 'createMarket',
  );
  const encoded = encodeAbiParameters(createMarket?.inputs ?? [], [params]);
  expect(id).toBe(keccak256(encoded));
  expect(await lending.read.marketCount()).toBe(1n);
  expect(await lending.read.marketIds([0n])).toBe(id);
  const { borrowRate, lltv } = params;
  const [loanToken, collateralToken, oracle] = [
    params.loanToken,
    params.collateralToken,
    params.oracle,
  ].map((address) => getAddress(address));
  const terms = await lending.read.idToMarketParams([id]);
  expect(terms).toEqual([loanToken, collateralToken, itpId, oracle, borrowRate, lltv]);
});

test('default: position and market respond in Morpho’s layout', async () => {
  const { lending, id, alice, bob } = await setUpLending(kit);
  const time = await kit.mined(lending.write.borrow([id, 50n * one, bob], by(bob)));
  expect(await lending.read.position([id, alice])).toEqual([500n * one, 0n, 0n]);
  expect(await lending.read.position([id, bob])).toEqual([0n, 50n * one, 100n * one]);
  const [supplied, lent] = [500n * one, 50n * one];
  expect(await lending.read.market([id])).toEqual([supplied, supplied, lent, lent, time, 0n]);
});

test('default: the oracle prices a share with 36 decimals', async () => {
  const { oracle } = await setUpLending(kit);
  expect(await oracle.read.currentPrice()).toBe(2n * one * one);
  expect(await oracle.read.price()).toBe(2n * one * one);
});

test('behavior: the history events carry the account as third topic', async () => {
  const { lending, id, bob } = await setUpLending(kit);
  await kit.mined(lending.write.borrow([id, 50n * one, bob], by(bob)));
  await kit.mined(lending.write.repay([id, 20n * one, 0n, bob], by(bob)));
  await kit.mined(lending.write.withdrawCollateral([id, 10n * one, bob], by(bob)));
  const signatures = [
    'SupplyCollateral(bytes32,address,address,uint256)',
    'Borrow(bytes32,address,address,address,uint256,uint256)',
    'Repay(bytes32,address,address,uint256,uint256)',
    'WithdrawCollateral(bytes32,address,address,address,uint256)',
  ];
  const address = lending.address;
  const logs = await kit.client.getLogs({ address, fromBlock: 'earliest' });
  const topics = signatures.map((signature) => {
    return logs.find((log) => log.topics[0] === toEventSelector(signature))?.topics;
  });
  const account32 = `0x${bob.slice(2).toLowerCase().padStart(64, '0')}`;
  expect(topics.map((topic) => [topic?.[1], topic?.[3]])).toEqual(
    signatures.map(() => [id, account32]),
  );
});

test('behavior: interest is simple between two updates and exact', async () => {
  const { lending, id, bob } = await setUpLending(kit);
  const start = await kit.mined(lending.write.borrow([id, 50n * one, bob], by(bob)));
  await kit.chain.rpc.call('evm_increaseTime', [Number(year / 2n)]);
  const end = await kit.mined(lending.write.accrueInterest([id], by(bob)));
  const interest = (50n * one * ((one * 4n) / 100n) * (end - start)) / (year * one);
  const [supplied, , lent] = await lending.read.market([id]);
  expect([supplied, lent]).toEqual([500n * one + interest, 50n * one + interest]);
  const [debt, capacity] = await lending.read.debtAndCapacity([id, bob]);
  expect([debt, capacity]).toEqual([50n * one + interest, 154n * one]);
});

test('behavior: the suppliers share the interest', async () => {
  const { lending, id, usdc, alice, bob } = await setUpLending(kit);
  await kit.mined(lending.write.borrow([id, 100n * one, bob], by(bob)));
  await kit.chain.rpc.call('evm_increaseTime', [Number(year)]);
  await kit.mined(lending.write.repay([id, 0n, maxUint256, bob], by(bob)));
  expect((await lending.read.position([id, bob]))[1]).toBe(0n);
  const before = await usdc.read.balanceOf([alice]);
  await kit.mined(lending.write.withdraw([id, 0n, 500n * one, alice], by(alice)));
  const received = (await usdc.read.balanceOf([alice])) - before;
  expect(received).toBeGreaterThanOrEqual(504n * one);
  expect(received).toBeLessThan(504n * one + one / 1000n);
  expect((await lending.read.market([id])).slice(0, 4)).toEqual([0n, 0n, 0n, 0n]);
});

test('behavior: an unsafe position loses collateral worth the repaid debt and the incentive', async () => {
  const { lending, index, itpId, id, keeper, bob, eve } = await setUpLending(kit);
  await kit.mined(lending.write.borrow([id, 150n * one, bob], by(bob)));
  await kit.mined(index.write.setNavs([[itpId], [(19n * one) / 10n]], by(keeper)));
  const hash = await lending.write.liquidate([id, bob, 50n * one, 0n], by(eve));
  const { logs } = await receiptOf(kit.client, hash);
  const [event] = parseEventLogs({ abi: lendingAbi, logs, eventName: 'Liquidate' });
  const incentive = await lending.read.liquidationIncentive([(one * 77n) / 100n]);
  expect(incentive).toBe((one * one) / (one - (3n * 23n * one) / 1000n));
  const repaid = (95n * one * one + incentive - 1n) / incentive;
  expect(event?.args).toMatchObject({ borrower: bob, seizedAssets: 50n * one, badDebtAssets: 0n });
  // The shares' price has grown by a few seconds of interest; rounding is the lender's.
  expect(event?.args.repaidAssets).toBeGreaterThanOrEqual(repaid);
  expect(event?.args.repaidAssets).toBeLessThanOrEqual(repaid + 2n);
  expect(await index.read.sharesOf([itpId, eve])).toBe(50n * one);
  expect((await lending.read.position([id, bob]))[2]).toBe(50n * one);
});

test('behavior: a liquidation can be measured in debt shares', async () => {
  const { lending, index, itpId, id, usdc, keeper, bob, eve } = await setUpLending(kit);
  await kit.mined(lending.write.borrow([id, 150n * one, bob], by(bob)));
  await kit.mined(index.write.setNavs([[itpId], [(19n * one) / 10n]], by(keeper)));
  const before = await usdc.read.balanceOf([eve]);
  await kit.mined(lending.write.liquidate([id, bob, 0n, 150n * one], by(eve)));
  const [, shares, collateral] = await lending.read.position([id, bob]);
  expect(shares).toBe(0n);
  const seized = await index.read.sharesOf([itpId, eve]);
  expect(seized + collateral).toBe(100n * one);
  const paid = Number(before - (await usdc.read.balanceOf([eve]))) / 1e18;
  // A second may begin between the blocks, and has its interest.
  expect(paid).toBeCloseTo(150, 5);
  expect(Number(seized) / 1e18).toBeCloseTo(paid / 0.931 / 1.9, 9);
});

test('behavior: debt without collateral is lost to the suppliers', async () => {
  const { lending, index, itpId, id, keeper, bob, eve } = await setUpLending(kit);
  await kit.mined(lending.write.borrow([id, 150n * one, bob], by(bob)));
  await kit.mined(index.write.setNavs([[itpId], [one]], by(keeper)));
  await kit.mined(lending.write.liquidate([id, bob, 100n * one, 0n], by(eve)));
  expect(await lending.read.position([id, bob])).toEqual([0n, 0n, 0n]);
  const [supplied, , lent, shares] = await lending.read.market([id]);
  expect([lent, shares]).toEqual([0n, 0n]);
  // 500 less what 100 shares at 1 USDC could not pay
  expect(Number(supplied) / 1e18).toBeCloseTo(500 - (150 - 100 * 0.931), 9);
});

test('behavior: anybody may supply, pledge and repay for another', async () => {
  const { lending, index, itpId, id, bob, eve } = await setUpLending(kit);
  await kit.mined(index.write.mint([itpId, one], by(eve)));
  await kit.mined(lending.write.supplyCollateral([id, one, bob], by(eve)));
  await kit.mined(lending.write.supply([id, one, bob], by(eve)));
  await kit.mined(lending.write.borrow([id, 10n * one, eve], by(bob)));
  await kit.mined(lending.write.repay([id, 4n * one, 0n, bob], by(eve)));
  const [supplied, owed, collateral] = await lending.read.position([id, bob]);
  expect(collateral).toBe(101n * one);
  expect(owed).toBeGreaterThanOrEqual(6n * one);
  expect(supplied).toBeGreaterThan(one - 10n ** 12n);
});

test('error: a market is created by the owner, once, with possible terms', async () => {
  const { lending, index, params, id, owner, eve } = await setUpLending(kit);
  await kit.mined(index.write.createItp(basket, by(eve)));
  const other = { ...params, itpId: itpIdOf(2) };
  const create = (account: typeof owner, terms: typeof params) =>
    revertOf(lending.simulate.createMarket([terms], by(account)));
  expect(await create(eve, other)).toBe('Unauthorized');
  expect(await create(owner, params)).toBe(`MarketAlreadyCreated(${id})`);
  expect(await create(owner, { ...other, loanToken: zeroAddress })).toBe('ZeroAddress');
  expect(await create(owner, { ...other, collateralToken: zeroAddress })).toBe('ZeroAddress');
  expect(await create(owner, { ...other, oracle: zeroAddress })).toBe('ZeroAddress');
  expect(await create(owner, { ...other, lltv: 0n })).toBe('InvalidLltv(0)');
  expect(await create(owner, { ...other, lltv: one })).toBe(`InvalidLltv(${one})`);
  expect(await create(owner, other)).toBe('did not revert');
});

test('error: nothing works on a market that does not exist', async () => {
  const { lending, bob: account } = await setUpLending(kit);
  const { simulate, read } = lending;
  const calls = [
    simulate.supply([zeroHash, 1n, account], by(account)),
    simulate.withdraw([zeroHash, 1n, 0n, account], by(account)),
    simulate.supplyCollateral([zeroHash, 1n, account], by(account)),
    simulate.withdrawCollateral([zeroHash, 1n, account], by(account)),
    simulate.borrow([zeroHash, 1n, account], by(account)),
    simulate.repay([zeroHash, 1n, 0n, account], by(account)),
    simulate.liquidate([zeroHash, account, 1n, 0n], by(account)),
    simulate.accrueInterest([zeroHash], by(account)),
    read.debtAndCapacity([zeroHash, account]),
  ];
  const reverts = await Promise.all(calls.map((call) => revertOf(call)));
  expect(new Set(reverts)).toEqual(new Set([`MarketNotFound(${zeroHash})`]));
});

test('error: amounts and receivers must be given', async () => {
  const { lending, id, bob: account } = await setUpLending(kit);
  const { simulate } = lending;
  const reverts = (calls: readonly Promise<unknown>[]) => Promise.all(calls.map(revertOf));
  const nothing = await reverts([
    simulate.supply([id, 0n, account], by(account)),
    simulate.supplyCollateral([id, 0n, account], by(account)),
    simulate.withdrawCollateral([id, 0n, account], by(account)),
    simulate.borrow([id, 0n, account], by(account)),
  ]);
  expect(new Set(nothing)).toEqual(new Set(['ZeroAmount']));
  const nobody = await reverts([
    simulate.supply([id, 1n, zeroAddress], by(account)),
    simulate.supplyCollateral([id, 1n, zeroAddress], by(account)),
    simulate.withdrawCollateral([id, 1n, zeroAddress], by(account)),
    simulate.borrow([id, 1n, zeroAddress], by(account)),
    simulate.withdraw([id, 1n, 0n, zeroAddress], by(account)),
    simulate.repay([id, 1n, 0n, zeroAddress], by(account)),
  ]);
  expect(new Set(nobody)).toEqual(new Set(['ZeroAddress']));
  const either = await reverts([
    simulate.withdraw([id, 0n, 0n, account], by(account)),
    simulate.withdraw([id, 1n, 1n, account], by(account)),
    simulate.repay([id, 0n, 0n, account], by(account)),
    simulate.repay([id, 1n, 1n, account], by(account)),
    simulate.repay([id, 0n, maxUint256, account], by(account)),
    simulate.liquidate([id, account, 0n, 0n], by(account)),
  ]);
  expect(new Set(either)).toEqual(new Set(['ExactlyOneOfAssetsAndShares']));
});

test('error: no wallet takes more than there is, owes more than it may, or repays more than it owes', async () => {
  const { lending, index, itpId, id, alice, bob, eve } = await setUpLending(kit);
  const { simulate } = lending;
  await kit.mined(lending.write.borrow([id, 100n * one, bob], by(bob)));
  await kit.mined(index.write.mint([itpId, 400n * one], by(eve)));
  await kit.mined(lending.write.supplyCollateral([id, 400n * one, eve], by(eve)));

  const tooMuch = simulate.withdraw([id, 0n, 501n * one, alice], by(alice));
  expect(await revertOf(tooMuch)).toBe(`InsufficientSupply(${500n * one}, ${501n * one})`);
  const lentOut = simulate.withdraw([id, 450n * one, 0n, alice], by(alice));
  expect(await revertOf(lentOut)).toBe(`InsufficientLiquidity(${400n * one}, ${450n * one})`);
  const notThere = simulate.borrow([id, 401n * one, eve], by(eve));
  expect(await revertOf(notThere)).toBe(`InsufficientLiquidity(${400n * one}, ${401n * one})`);
  expect(await revertOf(simulate.borrow([id, 60n * one, bob], by(bob)))).toMatch(
    /^InsufficientCollateral\(\d+, 154000000000000000000\)$/,
  );
  expect(await revertOf(simulate.withdrawCollateral([id, 40n * one, bob], by(bob)))).toMatch(
    /^InsufficientCollateral\(\d+, 92400000000000000000\)$/,
  );
  const more = simulate.withdrawCollateral([id, 101n * one, bob], by(bob));
  expect(await revertOf(more)).toBe(`CollateralTooSmall(${100n * one}, ${101n * one})`);
  const over = simulate.repay([id, 0n, 101n * one, bob], by(bob));
  expect(await revertOf(over)).toBe(`RepaymentExceedsDebt(${100n * one}, ${101n * one})`);
  const safe = simulate.liquidate([id, bob, one, 0n], by(eve));
  expect(await revertOf(safe)).toMatch(/^HealthyPosition\(\d+, 154000000000000000000\)$/);
  const huge = simulate.supply([id, 2n ** 128n, bob], by(bob));
  expect(await revertOf(huge)).toBe('AmountTooLarge');
});

test('error: there is no price without a NAV', async () => {
  const { index, alice } = await setUpLending(kit);
  await kit.mined(index.write.createItp(basket, by(alice)));
  const address = await kit.deploy('navOracle', navOracleAbi, [index.address, itpIdOf(2)]);
  const call = { address, abi: navOracleAbi, functionName: 'currentPrice' } as const;
  expect(await revertOf(kit.client.readContract(call))).toBe('PriceUnavailable');
});
