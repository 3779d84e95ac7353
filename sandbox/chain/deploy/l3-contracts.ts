import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  keccak256,
  toHex,
} from 'viem';
import { lendingAbi } from '../../../generated/abi/lending.ts';
import type { Accounts } from '../accounts.ts';
import { contractBytecode } from '../artifacts.ts';
import type { BlockWriter } from '../block-writer.ts';
import type { CoreContracts } from './chain-extension.ts';
import { chainExtensions } from './chain-extensions.ts';
import { createContractDeployer } from './contract-deployer.ts';

/** One lending market: DTF shares as collateral, USDC as the loan. */
export type LendingMarket = { readonly id: Hex; readonly oracle: Address };

/** Addresses of the contracts on the L3 chain. */
export type L3Deployment = {
  readonly contracts: CoreContracts;
  /** Lending markets by fund number. */
  readonly markets: readonly LendingMarket[];
  /** Entries for the deployment files. */
  readonly named: Readonly<Record<string, string>>;
};

/**
 * Liquidation loan-to-value: debt over collateral value up to which a position is safe, 18
 * decimals.
 */
export const lendingLltv = 770_000_000_000_000_000n;

/** Simple interest of a loan per year, 18 decimals: 4 %. */
export const lendingBorrowRate = 40_000_000_000_000_000n;

const marketParameters = [
  { type: 'address', name: 'loanToken' },
  { type: 'address', name: 'collateralToken' },
  { type: 'bytes32', name: 'itpId' },
  { type: 'address', name: 'oracle' },
  { type: 'uint256', name: 'borrowRate' },
  { type: 'uint256', name: 'lltv' },
] as const;

/**
 * Adds the creation of every contract to the next block. The order determines the addresses: first
 * the core contracts, then the extensions, then a NAV oracle and a lending market for each fund.
 *
 * @param itpIds - Ids that the funds will have, by fund number.
 */
export function deployL3Contracts(
  writer: BlockWriter,
  accounts: Accounts,
  itpIds: readonly Hex[],
): L3Deployment {
  const deploy = createContractDeployer(writer, accounts.deployer);
  const usdc = deploy(contractBytecode.usdc18);
  const index = deploy(contractBytecode.index, addressPair(usdc, accounts.keeper));
  const lending = deploy(contractBytecode.lending);
  const multicall3 = deploy(contractBytecode.multicall3);
  const contracts = { usdc, index, lending, multicall3 };

  const context = { accounts, contracts, deploy, send: writer.add };
  const extras = chainExtensions.map((extra) => extra.deploy(context));

  const markets = itpIds.map((itpId) => {
    const oracle = deploy(contractBytecode.navOracle, oracleArguments(index, itpId));
    const params = {
      loanToken: usdc,
      collateralToken: index,
      itpId,
      oracle,
      borrowRate: lendingBorrowRate,
      lltv: lendingLltv,
    };
    const data = encodeFunctionData({
      abi: lendingAbi,
      functionName: 'createMarket',
      args: [params],
    });
    writer.add({ from: accounts.deployer, to: lending, data });
    const values = [usdc, index, itpId, oracle, lendingBorrowRate, lendingLltv] as const;
    return { id: keccak256(encodeAbiParameters(marketParameters, values)), oracle };
  });

  const named = {
    Index: index,
    L3_WUSDC: usdc,
    L3_WUSDC_DECIMALS: '18',
    LENDING: lending,
    MULTICALL3: multicall3,
    ...firstMarket(markets),
    ...Object.assign({}, ...extras),
  };
  return { contracts, markets, named };
}

/**
 * Returns the deployment entries of the first market, which clients find by name. They find the
 * others with `LENDING.marketOf`.
 */
function firstMarket(markets: readonly LendingMarket[]): Record<string, string> {
  const [first] = markets;
  return first === undefined ? {} : { ITP_NAV_ORACLE: first.oracle, MARKET_ID: first.id };
}

function addressPair(first: Address, second: Address): Hex {
  return encodeAbiParameters([{ type: 'address' }, { type: 'address' }], [first, second]);
}

function oracleArguments(index: Address, itpId: Hex): Hex {
  return encodeAbiParameters([{ type: 'address' }, { type: 'bytes32' }], [index, itpId]);
}

/**
 * Returns the address that represents an asset on the chain: the last 20 bytes of keccak256 of its
 * id.
 */
export function deriveAssetAddress(assetId: string): Address {
  return `0x${keccak256(toHex(assetId)).slice(-40)}`;
}
