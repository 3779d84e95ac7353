import {
  type Abi,
  type Address,
  type ContractFunctionArgs,
  type GetContractReturnType,
  getContract,
  type Hex,
  maxUint256,
} from 'viem';
import { indexAbi } from '../../../generated/abi/index.ts';
import { lendingAbi } from '../../../generated/abi/lending.ts';
import { navOracleAbi } from '../../../generated/abi/nav-oracle.ts';
import { usdc18Abi } from '../../../generated/abi/usdc18.ts';
import {
  type ContractClient,
  type ContractTestChain,
  createCallOptions,
} from './contract-test-chain.ts';

/** 1.0 with 18 decimals. */
export const oneToken = 10n ** 18n;

/** Returns the id of the DTF with this number: the number as bytes32. */
export function formatItpId(counter: number): Hex {
  return `0x${counter.toString(16).padStart(64, '0')}`;
}

const assets = [
  '0x00000000000000000000000000000000000000a1',
  '0x00000000000000000000000000000000000000a2',
] as const;

/** A basket of two assets that `createItp` accepts. */
export const testBasket = [
  'Two Assets',
  'TWO',
  assets,
  [oneToken / 4n, (oneToken * 3n) / 4n],
  [5n, 7n],
] as const;

type Bound<Interface extends Abi> = GetContractReturnType<Interface, ContractClient, Address>;

/** Contracts and accounts of the index tests. */
export type IndexFixture = {
  readonly usdc: Bound<typeof usdc18Abi>;
  readonly index: Bound<typeof indexAbi>;
  readonly itpId: Hex;
  readonly owner: Address;
  readonly keeper: Address;
  readonly alice: Address;
  readonly bob: Address;
  readonly eve: Address;
};

/** The index fixture with one lending market. */
export type LendingFixture = IndexFixture & {
  readonly lending: Bound<typeof lendingAbi>;
  readonly oracle: Bound<typeof navOracleAbi>;
  readonly params: ContractFunctionArgs<typeof lendingAbi, 'nonpayable', 'createMarket'>[0];
  /** The market's id. */
  readonly id: Hex;
};

/** Deploys USDC and the index, creates a DTF with a NAV of 2 USDC, and funds the wallets. */
export async function createIndexFixture(testChain: ContractTestChain): Promise<IndexFixture> {
  const { deployer: owner, keeper, wallets } = testChain.chain.accounts;
  const [alice, bob, eve] = wallets as [Address, Address, Address];
  const { client, waitUntilMined } = testChain;
  const usdc = getContract({
    address: await testChain.deploy('usdc18', usdc18Abi),
    abi: usdc18Abi,
    client,
  });
  const address = await testChain.deploy('index', indexAbi, [usdc.address, keeper]);
  const index = getContract({ address, abi: indexAbi, client });
  await waitUntilMined(index.write.createItp(testBasket, createCallOptions(alice)));
  const itpId = formatItpId(1);
  await waitUntilMined(index.write.setNavs([[itpId], [2n * oneToken]], createCallOptions(keeper)));
  for (const account of [alice, bob, eve]) {
    await waitUntilMined(usdc.write.mint([account, 1_000n * oneToken], createCallOptions(owner)));
    await waitUntilMined(usdc.write.approve([address, maxUint256], createCallOptions(account)));
  }
  return { usdc, index, itpId, owner, keeper, alice, bob, eve };
}

/**
 * Creates the index fixture and a lending market in which Alice has supplied 500 USDC and Bob has
 * pledged 100 shares, worth 200 USDC.
 */
export async function createLendingFixture(testChain: ContractTestChain): Promise<LendingFixture> {
  const fixture = await createIndexFixture(testChain);
  const { usdc, index, itpId, owner, alice, bob, eve } = fixture;
  const { client, waitUntilMined } = testChain;
  const address = await testChain.deploy('lending', lendingAbi);
  const lending = getContract({ address, abi: lendingAbi, client });
  const oracleAddress = await testChain.deploy('navOracle', navOracleAbi, [index.address, itpId]);
  const oracle = getContract({ address: oracleAddress, abi: navOracleAbi, client });
  const params = {
    loanToken: usdc.address,
    collateralToken: index.address,
    itpId,
    oracle: oracle.address,
    borrowRate: (oneToken * 4n) / 100n,
    lltv: (oneToken * 77n) / 100n,
  };
  await waitUntilMined(lending.write.createMarket([params], createCallOptions(owner)));
  const id = await lending.read.marketOf([itpId]);
  for (const account of [alice, bob, eve]) {
    await waitUntilMined(usdc.write.approve([address, maxUint256], createCallOptions(account)));
    await waitUntilMined(index.write.setOperator([address, true], createCallOptions(account)));
  }
  await waitUntilMined(
    lending.write.supply([id, 500n * oneToken, alice], createCallOptions(alice)),
  );
  await waitUntilMined(index.write.mint([itpId, 200n * oneToken], createCallOptions(bob)));
  await waitUntilMined(
    lending.write.supplyCollateral([id, 100n * oneToken, bob], createCallOptions(bob)),
  );
  return { ...fixture, lending, oracle, params, id };
}
