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
  createLendingFixture,
  formatItpId,
  oneToken,
  testBasket,
} from '../testing/contract-fixtures.ts';
import {
  type ContractTestChain,
  createCallOptions,
  describeRevert,
  startContractTestChain,
  waitForReceipt,
} from '../testing/contract-test-chain.ts';

let testChain: ContractTestChain;
beforeAll(async () => {
  testChain = await startContractTestChain();
}, 30_000);
afterAll(() => testChain[Symbol.asyncDispose]());

const year = 365n * 86_400n;

test('default: a market is found by its DTF and keeps its terms', async () => {
  const { lending, params, id, itpId } = await createLendingFixture(testChain);
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
  const { lending, id, alice, bob } = await createLendingFixture(testChain);
  const time = await testChain.waitUntilMined(
    lending.write.borrow([id, 50n * oneToken, bob], createCallOptions(bob)),
  );
  expect(await lending.read.position([id, alice])).toEqual([500n * oneToken, 0n, 0n]);
  expect(await lending.read.position([id, bob])).toEqual([0n, 50n * oneToken, 100n * oneToken]);
  const [supplied, lent] = [500n * oneToken, 50n * oneToken];
  expect(await lending.read.market([id])).toEqual([supplied, supplied, lent, lent, time, 0n]);
});

test('default: the oracle prices a share with 36 decimals', async () => {
  const { oracle } = await createLendingFixture(testChain);
  expect(await oracle.read.currentPrice()).toBe(2n * oneToken * oneToken);
  expect(await oracle.read.price()).toBe(2n * oneToken * oneToken);
});

test('behavior: the history events carry the account as third topic', async () => {
  const { lending, id, bob } = await createLendingFixture(testChain);
  await testChain.waitUntilMined(
    lending.write.borrow([id, 50n * oneToken, bob], createCallOptions(bob)),
  );
  await testChain.waitUntilMined(
    lending.write.repay([id, 20n * oneToken, 0n, bob], createCallOptions(bob)),
  );
  await testChain.waitUntilMined(
    lending.write.withdrawCollateral([id, 10n * oneToken, bob], createCallOptions(bob)),
  );
  const signatures = [
    'SupplyCollateral(bytes32,address,address,uint256)',
    'Borrow(bytes32,address,address,address,uint256,uint256)',
    'Repay(bytes32,address,address,uint256,uint256)',
    'WithdrawCollateral(bytes32,address,address,address,uint256)',
  ];
  const address = lending.address;
  const logs = await testChain.client.getLogs({ address, fromBlock: 'earliest' });
  const topics = signatures.map((signature) => {
    return logs.find((log) => log.topics[0] === toEventSelector(signature))?.topics;
  });
  const account32 = `0x${bob.slice(2).toLowerCase().padStart(64, '0')}`;
  expect(topics.map((topic) => [topic?.[1], topic?.[3]])).toEqual(
    signatures.map(() => [id, account32]),
  );
});

test('behavior: interest is simple between two updates and exact', async () => {
  const { lending, id, bob } = await createLendingFixture(testChain);
  const start = await testChain.waitUntilMined(
    lending.write.borrow([id, 50n * oneToken, bob], createCallOptions(bob)),
  );
  await testChain.chain.rpc.call('evm_increaseTime', [Number(year / 2n)]);
  const end = await testChain.waitUntilMined(
    lending.write.accrueInterest([id], createCallOptions(bob)),
  );
  const interest = (50n * oneToken * ((oneToken * 4n) / 100n) * (end - start)) / (year * oneToken);
  const [supplied, , lent] = await lending.read.market([id]);
  expect([supplied, lent]).toEqual([500n * oneToken + interest, 50n * oneToken + interest]);
  const [debt, capacity] = await lending.read.debtAndCapacity([id, bob]);
  expect([debt, capacity]).toEqual([50n * oneToken + interest, 154n * oneToken]);
});

test('behavior: the suppliers share the interest', async () => {
  const { lending, id, usdc, alice, bob } = await createLendingFixture(testChain);
  await testChain.waitUntilMined(
    lending.write.borrow([id, 100n * oneToken, bob], createCallOptions(bob)),
  );
  await testChain.chain.rpc.call('evm_increaseTime', [Number(year)]);
  await testChain.waitUntilMined(
    lending.write.repay([id, 0n, maxUint256, bob], createCallOptions(bob)),
  );
  expect((await lending.read.position([id, bob]))[1]).toBe(0n);
  const before = await usdc.read.balanceOf([alice]);
  await testChain.waitUntilMined(
    lending.write.withdraw([id, 0n, 500n * oneToken, alice], createCallOptions(alice)),
  );
  const received = (await usdc.read.balanceOf([alice])) - before;
  expect(received).toBeGreaterThanOrEqual(504n * oneToken);
  expect(received).toBeLessThan(504n * oneToken + oneToken / 1000n);
  expect((await lending.read.market([id])).slice(0, 4)).toEqual([0n, 0n, 0n, 0n]);
});

test('behavior: an unsafe position loses collateral worth the repaid debt and the incentive', async () => {
  const { lending, index, itpId, id, keeper, bob, eve } = await createLendingFixture(testChain);
  await testChain.waitUntilMined(
    lending.write.borrow([id, 150n * oneToken, bob], createCallOptions(bob)),
  );
  await testChain.waitUntilMined(
    index.write.setNavs([[itpId], [(19n * oneToken) / 10n]], createCallOptions(keeper)),
  );
  const hash = await lending.write.liquidate([id, bob, 50n * oneToken, 0n], createCallOptions(eve));
  const { logs } = await waitForReceipt(testChain.client, hash);
  const [event] = parseEventLogs({ abi: lendingAbi, logs, eventName: 'Liquidate' });
  const incentive = await lending.read.liquidationIncentive([(oneToken * 77n) / 100n]);
  expect(incentive).toBe((oneToken * oneToken) / (oneToken - (3n * 23n * oneToken) / 1000n));
  const repaid = (95n * oneToken * oneToken + incentive - 1n) / incentive;
  expect(event?.args).toMatchObject({
    borrower: bob,
    seizedAssets: 50n * oneToken,
    badDebtAssets: 0n,
  });
  // A few seconds of interest have increased the share price; rounding favours the lender.
  expect(event?.args.repaidAssets).toBeGreaterThanOrEqual(repaid);
  expect(event?.args.repaidAssets).toBeLessThanOrEqual(repaid + 2n);
  expect(await index.read.sharesOf([itpId, eve])).toBe(50n * oneToken);
  expect((await lending.read.position([id, bob]))[2]).toBe(50n * oneToken);
});

test('behavior: a liquidation can be measured in debt shares', async () => {
  const { lending, index, itpId, id, usdc, keeper, bob, eve } =
    await createLendingFixture(testChain);
  await testChain.waitUntilMined(
    lending.write.borrow([id, 150n * oneToken, bob], createCallOptions(bob)),
  );
  await testChain.waitUntilMined(
    index.write.setNavs([[itpId], [(19n * oneToken) / 10n]], createCallOptions(keeper)),
  );
  const before = await usdc.read.balanceOf([eve]);
  await testChain.waitUntilMined(
    lending.write.liquidate([id, bob, 0n, 150n * oneToken], createCallOptions(eve)),
  );
  const [, shares, collateral] = await lending.read.position([id, bob]);
  expect(shares).toBe(0n);
  const seized = await index.read.sharesOf([itpId, eve]);
  expect(seized + collateral).toBe(100n * oneToken);
  const paid = Number(before - (await usdc.read.balanceOf([eve]))) / 1e18;
  // One second may pass between the blocks and adds its interest.
  expect(paid).toBeCloseTo(150, 5);
  expect(Number(seized) / 1e18).toBeCloseTo(paid / 0.931 / 1.9, 9);
});

test('behavior: debt without collateral is lost to the suppliers', async () => {
  const { lending, index, itpId, id, keeper, bob, eve } = await createLendingFixture(testChain);
  await testChain.waitUntilMined(
    lending.write.borrow([id, 150n * oneToken, bob], createCallOptions(bob)),
  );
  await testChain.waitUntilMined(
    index.write.setNavs([[itpId], [oneToken]], createCallOptions(keeper)),
  );
  await testChain.waitUntilMined(
    lending.write.liquidate([id, bob, 100n * oneToken, 0n], createCallOptions(eve)),
  );
  expect(await lending.read.position([id, bob])).toEqual([0n, 0n, 0n]);
  const [supplied, , lent, shares] = await lending.read.market([id]);
  expect([lent, shares]).toEqual([0n, 0n]);
  // 500 USDC less the debt that 100 shares at 1 USDC do not cover.
  expect(Number(supplied) / 1e18).toBeCloseTo(500 - (150 - 100 * 0.931), 9);
});

test('behavior: anybody may supply, pledge and repay for another', async () => {
  const { lending, index, itpId, id, bob, eve } = await createLendingFixture(testChain);
  await testChain.waitUntilMined(index.write.mint([itpId, oneToken], createCallOptions(eve)));
  await testChain.waitUntilMined(
    lending.write.supplyCollateral([id, oneToken, bob], createCallOptions(eve)),
  );
  await testChain.waitUntilMined(lending.write.supply([id, oneToken, bob], createCallOptions(eve)));
  await testChain.waitUntilMined(
    lending.write.borrow([id, 10n * oneToken, eve], createCallOptions(bob)),
  );
  await testChain.waitUntilMined(
    lending.write.repay([id, 4n * oneToken, 0n, bob], createCallOptions(eve)),
  );
  const [supplied, owed, collateral] = await lending.read.position([id, bob]);
  expect(collateral).toBe(101n * oneToken);
  expect(owed).toBeGreaterThanOrEqual(6n * oneToken);
  expect(supplied).toBeGreaterThan(oneToken - 10n ** 12n);
});

test('error: a market is created by the owner, once, with possible terms', async () => {
  const { lending, index, params, id, owner, eve } = await createLendingFixture(testChain);
  await testChain.waitUntilMined(index.write.createItp(testBasket, createCallOptions(eve)));
  const other = { ...params, itpId: formatItpId(2) };
  const create = (account: typeof owner, terms: typeof params) =>
    describeRevert(lending.simulate.createMarket([terms], createCallOptions(account)));
  expect(await create(eve, other)).toBe('Unauthorized');
  expect(await create(owner, params)).toBe(`MarketAlreadyCreated(${id})`);
  expect(await create(owner, { ...other, loanToken: zeroAddress })).toBe('ZeroAddress');
  expect(await create(owner, { ...other, collateralToken: zeroAddress })).toBe('ZeroAddress');
  expect(await create(owner, { ...other, oracle: zeroAddress })).toBe('ZeroAddress');
  expect(await create(owner, { ...other, lltv: 0n })).toBe('InvalidLltv(0)');
  expect(await create(owner, { ...other, lltv: oneToken })).toBe(`InvalidLltv(${oneToken})`);
  expect(await create(owner, other)).toBe('did not revert');
});

test('error: nothing works on a market that does not exist', async () => {
  const { lending, bob: account } = await createLendingFixture(testChain);
  const { simulate, read } = lending;
  const calls = [
    simulate.supply([zeroHash, 1n, account], createCallOptions(account)),
    simulate.withdraw([zeroHash, 1n, 0n, account], createCallOptions(account)),
    simulate.supplyCollateral([zeroHash, 1n, account], createCallOptions(account)),
    simulate.withdrawCollateral([zeroHash, 1n, account], createCallOptions(account)),
    simulate.borrow([zeroHash, 1n, account], createCallOptions(account)),
    simulate.repay([zeroHash, 1n, 0n, account], createCallOptions(account)),
    simulate.liquidate([zeroHash, account, 1n, 0n], createCallOptions(account)),
    simulate.accrueInterest([zeroHash], createCallOptions(account)),
    read.debtAndCapacity([zeroHash, account]),
  ];
  const reverts = await Promise.all(calls.map((call) => describeRevert(call)));
  expect(new Set(reverts)).toEqual(new Set([`MarketNotFound(${zeroHash})`]));
});

test('error: amounts and receivers must be given', async () => {
  const { lending, id, bob: account } = await createLendingFixture(testChain);
  const { simulate } = lending;
  const reverts = (calls: readonly Promise<unknown>[]) => Promise.all(calls.map(describeRevert));
  const nothing = await reverts([
    simulate.supply([id, 0n, account], createCallOptions(account)),
    simulate.supplyCollateral([id, 0n, account], createCallOptions(account)),
    simulate.withdrawCollateral([id, 0n, account], createCallOptions(account)),
    simulate.borrow([id, 0n, account], createCallOptions(account)),
  ]);
  expect(new Set(nothing)).toEqual(new Set(['ZeroAmount']));
  const nobody = await reverts([
    simulate.supply([id, 1n, zeroAddress], createCallOptions(account)),
    simulate.supplyCollateral([id, 1n, zeroAddress], createCallOptions(account)),
    simulate.withdrawCollateral([id, 1n, zeroAddress], createCallOptions(account)),
    simulate.borrow([id, 1n, zeroAddress], createCallOptions(account)),
    simulate.withdraw([id, 1n, 0n, zeroAddress], createCallOptions(account)),
    simulate.repay([id, 1n, 0n, zeroAddress], createCallOptions(account)),
  ]);
  expect(new Set(nobody)).toEqual(new Set(['ZeroAddress']));
  const either = await reverts([
    simulate.withdraw([id, 0n, 0n, account], createCallOptions(account)),
    simulate.withdraw([id, 1n, 1n, account], createCallOptions(account)),
    simulate.repay([id, 0n, 0n, account], createCallOptions(account)),
    simulate.repay([id, 1n, 1n, account], createCallOptions(account)),
    simulate.repay([id, 0n, maxUint256, account], createCallOptions(account)),
    simulate.liquidate([id, account, 0n, 0n], createCallOptions(account)),
  ]);
  expect(new Set(either)).toEqual(new Set(['ExactlyOneOfAssetsAndShares']));
});

test('error: no wallet takes more than there is, owes more than it may, or repays more than it owes', async () => {
  const { lending, index, itpId, id, alice, bob, eve } = await createLendingFixture(testChain);
  const { simulate } = lending;
  await testChain.waitUntilMined(
    lending.write.borrow([id, 100n * oneToken, bob], createCallOptions(bob)),
  );
  await testChain.waitUntilMined(
    index.write.mint([itpId, 400n * oneToken], createCallOptions(eve)),
  );
  await testChain.waitUntilMined(
    lending.write.supplyCollateral([id, 400n * oneToken, eve], createCallOptions(eve)),
  );

  const tooMuch = simulate.withdraw([id, 0n, 501n * oneToken, alice], createCallOptions(alice));
  expect(await describeRevert(tooMuch)).toBe(
    `InsufficientSupply(${500n * oneToken}, ${501n * oneToken})`,
  );
  const lentOut = simulate.withdraw([id, 450n * oneToken, 0n, alice], createCallOptions(alice));
  expect(await describeRevert(lentOut)).toBe(
    `InsufficientLiquidity(${400n * oneToken}, ${450n * oneToken})`,
  );
  const notThere = simulate.borrow([id, 401n * oneToken, eve], createCallOptions(eve));
  expect(await describeRevert(notThere)).toBe(
    `InsufficientLiquidity(${400n * oneToken}, ${401n * oneToken})`,
  );
  expect(
    await describeRevert(simulate.borrow([id, 60n * oneToken, bob], createCallOptions(bob))),
  ).toMatch(/^InsufficientCollateral\(\d+, 154000000000000000000\)$/);
  expect(
    await describeRevert(
      simulate.withdrawCollateral([id, 40n * oneToken, bob], createCallOptions(bob)),
    ),
  ).toMatch(/^InsufficientCollateral\(\d+, 92400000000000000000\)$/);
  const more = simulate.withdrawCollateral([id, 101n * oneToken, bob], createCallOptions(bob));
  expect(await describeRevert(more)).toBe(
    `CollateralTooSmall(${100n * oneToken}, ${101n * oneToken})`,
  );
  const over = simulate.repay([id, 0n, 101n * oneToken, bob], createCallOptions(bob));
  expect(await describeRevert(over)).toBe(
    `RepaymentExceedsDebt(${100n * oneToken}, ${101n * oneToken})`,
  );
  const safe = simulate.liquidate([id, bob, oneToken, 0n], createCallOptions(eve));
  expect(await describeRevert(safe)).toMatch(/^HealthyPosition\(\d+, 154000000000000000000\)$/);
  const huge = simulate.supply([id, 2n ** 128n, bob], createCallOptions(bob));
  expect(await describeRevert(huge)).toBe('AmountTooLarge');
});

test('error: there is no price without a NAV', async () => {
  const { index, alice } = await createLendingFixture(testChain);
  await testChain.waitUntilMined(index.write.createItp(testBasket, createCallOptions(alice)));
  const address = await testChain.deploy('navOracle', navOracleAbi, [
    index.address,
    formatItpId(2),
  ]);
  const call = { address, abi: navOracleAbi, functionName: 'currentPrice' } as const;
  expect(await describeRevert(testChain.client.readContract(call))).toBe('PriceUnavailable');
});
