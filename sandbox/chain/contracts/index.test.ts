import {
  getAddress,
  maxUint256,
  parseAbi,
  parseEventLogs,
  toFunctionSelector,
  zeroAddress,
} from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { indexAbi } from '../../../generated/abi/index.ts';
import {
  createIndexFixture,
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

const [name, symbol, assets, weights, quantities] = testBasket;

test('default: a registered basket is read back whole', async () => {
  const { index, itpId, alice } = await createIndexFixture(testChain);
  const listed = assets.map((asset) => getAddress(asset));
  expect(await index.read.getItpCount()).toBe(1n);
  expect(await index.read.getITPState([itpId])).toEqual([
    alice,
    0n,
    2n * oneToken,
    listed,
    weights,
    quantities,
  ]);
  expect(await index.read.nameOf([itpId])).toBe(name);
  expect(await index.read.symbolOf([itpId])).toBe(symbol);
});

test('behavior: ids count on from 1, whichever account registers', async () => {
  const { index, eve } = await createIndexFixture(testChain);
  const time = await testChain.waitUntilMined(
    index.write.createItp(['Other', 'OTH', assets, weights, quantities], createCallOptions(eve)),
  );
  const metadata = ['Other', 'OTH', time, 0n, '', '', '', ''];
  expect(await index.read.getItpMetadata([formatItpId(2)])).toEqual(metadata);
  expect((await index.read.getITPState([formatItpId(2)]))[0]).toBe(eve);
});

test('default: the creator and the owner set the texts of a DTF, beside its name and times', async () => {
  const { index, itpId, alice, owner } = await createIndexFixture(testChain);
  const [, , createdAt, navUpdatedAt] = await index.read.getItpMetadata([itpId]);
  const texts = [
    'Two of them',
    'https://two.example',
    '',
    'https://two.example/cover.png',
  ] as const;
  const hash = await index.write.setItpMetadata([itpId, ...texts], createCallOptions(alice));
  const { logs } = await waitForReceipt(testChain.client, hash);
  const [set] = parseEventLogs({ abi: indexAbi, logs, eventName: 'ItpMetadataSet' });
  expect(set?.args).toEqual({ itpId });
  const known = [name, symbol, createdAt, navUpdatedAt];
  expect(await index.read.getItpMetadata([itpId])).toEqual([...known, ...texts]);
  const none = [itpId, '', '', '', ''] as const;
  await testChain.waitUntilMined(index.write.setItpMetadata(none, createCallOptions(owner)));
  expect(await index.read.getItpMetadata([itpId])).toEqual([...known, '', '', '', '']);
});

test('behavior: clients that know only name, ticker and times read them as before', async () => {
  const { index, itpId, alice } = await createIndexFixture(testChain);
  const texts = ['Two of them', 'https://two.example', '', ''] as const;
  await testChain.waitUntilMined(
    index.write.setItpMetadata([itpId, ...texts], createCallOptions(alice)),
  );
  const earlier = parseAbi([
    'function getItpMetadata(bytes32) view returns (string, string, uint256, uint256)',
  ]);
  const [readName, readSymbol, createdAt] = await testChain.client.readContract({
    address: index.address,
    abi: earlier,
    functionName: 'getItpMetadata',
    args: [itpId],
  });
  expect([readName, readSymbol]).toEqual([name, symbol]);
  expect(createdAt).toBeGreaterThan(0n);
});

test('error: nobody else sets the texts of a DTF, and there must be one', async () => {
  const { index, itpId, alice, keeper, eve } = await createIndexFixture(testChain);
  for (const account of [eve, keeper]) {
    const set = index.simulate.setItpMetadata([itpId, 'x', '', '', ''], createCallOptions(account));
    expect(await describeRevert(set)).toBe('Unauthorized');
  }
  const unknown = formatItpId(7);
  const set = index.simulate.setItpMetadata([unknown, '', '', '', ''], createCallOptions(alice));
  expect(await describeRevert(set)).toBe(`ItpNotFound(${unknown})`);
});

test('behavior: a mint costs value and fee, both rounded up, and says so', async () => {
  const { index, itpId, usdc, bob, keeper } = await createIndexFixture(testChain);
  await testChain.waitUntilMined(index.write.setNavs([[itpId], [3n]], createCallOptions(keeper)));
  const before = await usdc.read.balanceOf([bob]);
  const hash = await index.write.mint([itpId, oneToken / 2n], createCallOptions(bob));
  const { logs } = await waitForReceipt(testChain.client, hash);
  const [minted] = parseEventLogs({ abi: indexAbi, logs, eventName: 'Minted' });
  expect(minted?.args).toEqual({
    itpId,
    account: bob,
    shares: oneToken / 2n,
    pricePerShare: 3n,
    total: 2n,
    fee: 1n,
  });
  expect(before - (await usdc.read.balanceOf([bob]))).toBe(3n);
  expect(await index.read.sharesOf([itpId, bob])).toBe(oneToken / 2n);
  expect((await index.read.getITPState([itpId]))[1]).toBe(oneToken / 2n);
});

test('behavior: a redemption pays value less fee at the NAV of that moment', async () => {
  const { index, itpId, usdc, alice, bob, keeper } = await createIndexFixture(testChain);
  await testChain.waitUntilMined(
    index.write.mint([itpId, 100n * oneToken], createCallOptions(alice)),
  );
  await testChain.waitUntilMined(index.write.mint([itpId, 10n * oneToken], createCallOptions(bob)));
  await testChain.waitUntilMined(
    index.write.setNavs([[itpId], [5n * oneToken]], createCallOptions(keeper)),
  );
  const before = await usdc.read.balanceOf([bob]);
  const hash = await index.write.redeem([itpId, 4n * oneToken], createCallOptions(bob));
  const { logs } = await waitForReceipt(testChain.client, hash);
  const [redeemed] = parseEventLogs({ abi: indexAbi, logs, eventName: 'Redeemed' });
  const fee = (20n * oneToken) / 1000n;
  expect(redeemed?.args).toMatchObject({
    account: bob,
    shares: 4n * oneToken,
    total: 20n * oneToken,
    fee,
  });
  expect((await usdc.read.balanceOf([bob])) - before).toBe(20n * oneToken - fee);
  expect((await index.read.getITPState([itpId]))[1]).toBe(106n * oneToken);
});

test('behavior: fees are separate from the reserve until the owner collects them', async () => {
  const { index, itpId, usdc, owner, bob } = await createIndexFixture(testChain);
  await testChain.waitUntilMined(index.write.mint([itpId, 10n * oneToken], createCallOptions(bob)));
  const fee = (20n * oneToken) / 1000n;
  expect(await index.read.reserve()).toBe(20n * oneToken);
  expect(await index.read.collectableFees()).toBe(fee);
  await testChain.waitUntilMined(index.write.collectFees([owner], createCallOptions(owner)));
  expect(await usdc.read.balanceOf([owner])).toBe(fee);
  expect(await index.read.reserve()).toBe(20n * oneToken);
});

test('behavior: shares move in person, by allowance and by operator', async () => {
  const { index, itpId, alice, bob, eve } = await createIndexFixture(testChain);
  const id = BigInt(itpId);
  await testChain.waitUntilMined(index.write.mint([itpId, 10n], createCallOptions(alice)));
  await testChain.waitUntilMined(index.write.transfer([bob, id, 4n], createCallOptions(alice)));
  await testChain.waitUntilMined(index.write.approve([eve, id, 3n], createCallOptions(alice)));
  await testChain.waitUntilMined(
    index.write.transferFrom([alice, eve, id, 2n], createCallOptions(eve)),
  );
  await testChain.waitUntilMined(index.write.setOperator([eve, true], createCallOptions(bob)));
  await testChain.waitUntilMined(
    index.write.transferFrom([bob, eve, id, 1n], createCallOptions(eve)),
  );
  const held = [alice, bob, eve].map((account) => index.read.balanceOf([account, id]));
  expect(await Promise.all(held)).toEqual([4n, 3n, 3n]);
  expect(await index.read.allowance([alice, eve, id])).toBe(1n);
  await testChain.waitUntilMined(
    index.write.approve([eve, id, maxUint256], createCallOptions(alice)),
  );
  await testChain.waitUntilMined(
    index.write.transferFrom([alice, alice, id, 4n], createCallOptions(eve)),
  );
  expect(await index.read.allowance([alice, eve, id])).toBe(maxUint256);
});

test('behavior: it declares the multi-token interface', async () => {
  const { index } = await createIndexFixture(testChain);
  expect(await index.read.supportsInterface(['0x0f632fb3'])).toBe(true);
  expect(await index.read.supportsInterface(['0xffffffff'])).toBe(false);
});

test('error: a basket that does not add up is refused with the reason', async () => {
  const { index, alice: account } = await createIndexFixture(testChain);
  const [first, second] = assets;
  const many = Array.from({ length: 129 }, () => first);
  const create = (...args: Parameters<typeof index.simulate.createItp>[0]) =>
    describeRevert(index.simulate.createItp(args, createCallOptions(account)));
  expect([
    await create('', symbol, assets, weights, quantities),
    await create(name, '', assets, weights, quantities),
    await create(name, symbol, [], [], []),
    await create(name, symbol, many, [], []),
    await create(name, symbol, assets, [oneToken], quantities),
    await create(name, symbol, assets, weights, [1n]),
    await create(name, symbol, [first, zeroAddress], weights, quantities),
    await create(name, symbol, [second, second], weights, quantities),
    await create(name, symbol, assets, weights, [1n, 0n]),
    await create(name, symbol, assets, [oneToken, 1n], quantities),
  ]).toEqual([
    'EmptyName',
    'EmptyName',
    'InvalidAssetCount(0)',
    'InvalidAssetCount(129)',
    'LengthMismatch',
    'LengthMismatch',
    'ZeroAddress',
    `DuplicateAsset(${getAddress(second)})`,
    'ZeroAmount',
    `InvalidWeights(${oneToken + 1n})`,
  ]);
});

test('error: only the keeper sets NAVs, and only possible ones', async () => {
  const { index, itpId, alice, keeper } = await createIndexFixture(testChain);
  const set = (account: typeof alice, ids: readonly (typeof itpId)[], navs: readonly bigint[]) =>
    describeRevert(index.simulate.setNavs([ids, navs], createCallOptions(account)));
  expect(await set(alice, [itpId], [1n])).toBe('Unauthorized');
  expect(await set(keeper, [itpId], [])).toBe('LengthMismatch');
  expect(await set(keeper, [itpId], [0n])).toBe('ZeroAmount');
  expect(await set(keeper, [formatItpId(9)], [1n])).toBe(`ItpNotFound(${formatItpId(9)})`);
});

test('error: a trade that cannot be done is refused with the reason', async () => {
  const { index, itpId, usdc, alice, bob, eve, keeper } = await createIndexFixture(testChain);
  await testChain.waitUntilMined(index.write.createItp(testBasket, createCallOptions(alice)));
  await testChain.waitUntilMined(index.write.mint([itpId, oneToken], createCallOptions(bob)));
  await testChain.waitUntilMined(
    index.write.setNavs([[itpId], [9n * oneToken]], createCallOptions(keeper)),
  );
  const mint = (id: typeof itpId, shares: bigint) =>
    describeRevert(index.simulate.mint([id, shares], createCallOptions(eve)));
  const redeem = (account: typeof bob, shares: bigint) =>
    describeRevert(index.simulate.redeem([itpId, shares], createCallOptions(account)));
  expect(await mint(formatItpId(9), 1n)).toBe(`ItpNotFound(${formatItpId(9)})`);
  expect(await mint(formatItpId(2), 1n)).toBe(`NavNotSet(${formatItpId(2)})`);
  expect(await mint(itpId, 0n)).toBe('ZeroAmount');
  expect(await mint(itpId, 112n * oneToken)).toBe(
    toFunctionSelector('ERC20InsufficientBalance(address,uint256,uint256)'),
  );
  expect(await redeem(bob, 0n)).toBe('ZeroAmount');
  expect(await redeem(eve, 1n)).toBe(`InsufficientShares(${eve}, 0, 1)`);
  expect(await redeem(bob, oneToken)).toBe(
    `InsufficientReserve(${2n * oneToken}, ${9n * oneToken})`,
  );
  expect(await usdc.read.balanceOf([index.address])).toBe(2n * oneToken + (2n * oneToken) / 1000n);
});

test('error: shares of others, and nowhere, do not move', async () => {
  const { index, itpId, alice, eve } = await createIndexFixture(testChain);
  const id = BigInt(itpId);
  await testChain.waitUntilMined(index.write.mint([itpId, 5n], createCallOptions(alice)));
  const { simulate } = index;
  expect([
    await describeRevert(simulate.transfer([zeroAddress, id, 1n], createCallOptions(alice))),
    await describeRevert(simulate.transfer([eve, id, 6n], createCallOptions(alice))),
    await describeRevert(simulate.transferFrom([alice, eve, id, 1n], createCallOptions(eve))),
  ]).toEqual([
    'ZeroAddress',
    `InsufficientShares(${alice}, 5, 6)`,
    `InsufficientAllowance(${eve}, 0, 1)`,
  ]);
});

test('error: only the owner names the keeper and collects fees', async () => {
  const { index, owner, eve } = await createIndexFixture(testChain);
  const { simulate } = index;
  expect(await describeRevert(simulate.setKeeper([eve], createCallOptions(eve)))).toBe(
    'Unauthorized',
  );
  expect(await describeRevert(simulate.setKeeper([zeroAddress], createCallOptions(owner)))).toBe(
    'ZeroAddress',
  );
  expect(await describeRevert(simulate.collectFees([eve], createCallOptions(eve)))).toBe(
    'Unauthorized',
  );
  expect(await describeRevert(simulate.collectFees([owner], createCallOptions(owner)))).toBe(
    'ZeroAmount',
  );
  await testChain.waitUntilMined(index.write.setKeeper([eve], createCallOptions(owner)));
  expect(await index.read.keeper()).toBe(eve);
});

test('error: state and metadata of an unknown id', async () => {
  const { index } = await createIndexFixture(testChain);
  const missing = `ItpNotFound(${formatItpId(7)})`;
  expect(await describeRevert(index.read.getITPState([formatItpId(7)]))).toBe(missing);
  expect(await describeRevert(index.read.getItpMetadata([formatItpId(7)]))).toBe(missing);
  expect(await describeRevert(index.read.navOf([formatItpId(7)]))).toBe(missing);
});

test('error: it is not created without its token or keeper', async () => {
  const { usdc, keeper } = await createIndexFixture(testChain);
  await expect(testChain.deploy('index', indexAbi, [zeroAddress, keeper])).rejects.toThrow();
  await expect(testChain.deploy('index', indexAbi, [usdc.address, zeroAddress])).rejects.toThrow();
});
