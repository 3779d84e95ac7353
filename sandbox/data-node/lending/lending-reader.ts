import type { Address, Hex } from 'viem';
import { indexAbi } from '../../../generated/abi/index.ts';
import { lendingAbi } from '../../../generated/abi/lending.ts';
import { navOracleAbi } from '../../../generated/abi/nav-oracle.ts';
import { usdc18Abi } from '../../../generated/abi/usdc18.ts';
import { ServiceError } from '../../lib/http-service.ts';
import type { ContractAddresses } from '../chain/contract-addresses.ts';
import type { LendingAction, LendingLog, LendingMarket } from '../chain/lending-log.ts';
import { type ContractRead, readContracts } from '../chain/read-contracts.ts';
import { type RpcClient, RpcError } from '../chain/rpc-client.ts';
import {
  computeDebt,
  computeLoanHealth,
  type LoanHealth,
  type MarketTotals,
} from './lending-math.ts';

/** Position of an account in one market; amounts in wei, `price` with 36 decimals. */
export type LendingPosition = LoanHealth & {
  readonly market: LendingMarket & MarketTotals;
  readonly collateral: bigint;
  readonly borrowShares: bigint;
  readonly debt: bigint;
  readonly price: bigint;
};

/**
 * Balances and allowances of an account, wei. The index contract itself holds the share balances.
 */
export type UserState = {
  readonly shareToken: Address;
  readonly usdcBalance: bigint;
  readonly usdcAllowedToIndex: bigint;
  readonly usdcAllowedToLending: bigint;
  readonly shareBalance: bigint;
  readonly sharesAllowedToIndex: bigint;
  readonly sharesAllowedToLending: bigint;
};

/** Lending against DTF shares, read from the chain. */
export type LendingReader = {
  readonly moves: (address: string) => readonly LendingAction[];
  /** Reads every market with its totals, oldest first. */
  readonly markets: () => Promise<readonly LendingPosition[]>;
  /**
   * Reads the position of an account in the market of a DTF. Without a DTF, in the first market
   * that the account has used, otherwise in the first market.
   *
   * @throws {ServiceError} 404 there is no such market; 502 the chain does not respond.
   */
  readonly position: (address: Address, itpId: string | null) => Promise<LendingPosition>;
  /**
   * Reads balances and allowances.
   *
   * @throws {ServiceError} 502 the chain does not respond.
   */
  readonly userState: (address: Address, itpId: Hex) => Promise<UserState>;
};

export type LendingReaderOptions = {
  readonly rpc: RpcClient;
  readonly log: LendingLog;
  readonly contractAddresses: () => ContractAddresses;
};

const NOBODY: Address = '0x0000000000000000000000000000000000000000';

/** Creates the reader. */
export function createLendingReader({
  rpc,
  log,
  contractAddresses,
}: LendingReaderOptions): LendingReader {
  async function read(reads: readonly ContractRead[]): Promise<readonly unknown[]> {
    try {
      return await readContracts(rpc, contractAddresses().MULTICALL3, reads);
    } catch (error) {
      if (error instanceof RpcError) throw new ServiceError(502, 'the chain is unavailable');
      throw error;
    }
  }

  async function positions(account: Address, markets: readonly LendingMarket[]) {
    const lending = contractAddresses().LENDING;
    if (lending === undefined) throw new ServiceError(404, 'there is no lending here');
    const one = { address: lending, abi: lendingAbi };
    const results = await read(
      markets.flatMap(({ marketId, oracle }) => [
        { ...one, functionName: 'market', args: [marketId] },
        { ...one, functionName: 'position', args: [marketId, account] },
        { address: oracle, abi: navOracleAbi, functionName: 'currentPrice', args: [] },
      ]),
    );
    return markets.map((market, number) =>
      toPosition(market, results.slice(number * 3, number * 3 + 3)),
    );
  }

  function marketFor(account: Address, itpId: string | null): LendingMarket {
    const markets = log.markets();
    const [used] = log.marketsOf(account);
    const wanted =
      itpId === null
        ? (markets.find(({ marketId }) => marketId === used) ?? markets[0])
        : markets.find((market) => market.itpId === itpId.toLowerCase());
    if (wanted === undefined) throw new ServiceError(404, 'no lending market for this DTF');
    return wanted;
  }

  return {
    moves: log.actions,
    markets: () => positions(NOBODY, log.markets()),
    async position(account, itpId) {
      const [position] = await positions(account, [marketFor(account, itpId)]);
      if (position === undefined) throw new ServiceError(404, 'no lending market for this DTF');
      return position;
    },
    async userState(account, itpId) {
      const { Index, L3_WUSDC, LENDING } = contractAddresses();
      const lending = LENDING ?? NOBODY;
      const usdc = { address: L3_WUSDC, abi: usdc18Abi };
      const shares = { address: Index, abi: indexAbi };
      const id = BigInt(itpId);
      const results = await read([
        { ...usdc, functionName: 'balanceOf', args: [account] },
        { ...usdc, functionName: 'allowance', args: [account, Index] },
        { ...usdc, functionName: 'allowance', args: [account, lending] },
        { ...shares, functionName: 'balanceOf', args: [account, id] },
        { ...shares, functionName: 'allowance', args: [account, Index, id] },
        { ...shares, functionName: 'allowance', args: [account, lending, id] },
        { ...shares, functionName: 'isOperator', args: [account, lending] },
      ]);
      const amount = (position: number) => {
        const value = results[position];
        return typeof value === 'bigint' ? value : 0n;
      };
      return {
        shareToken: Index,
        usdcBalance: amount(0),
        usdcAllowedToIndex: amount(1),
        usdcAllowedToLending: amount(2),
        shareBalance: amount(3),
        sharesAllowedToIndex: amount(4),
        sharesAllowedToLending: results[6] === true ? 2n ** 256n - 1n : amount(5),
      };
    },
  };
}

function toPosition(market: LendingMarket, results: readonly unknown[]): LendingPosition {
  const [totals, account, quote] = results as [
    readonly bigint[] | null,
    readonly bigint[] | null,
    bigint | null,
  ];
  const [totalSupplyAssets = 0n, totalSupplyShares = 0n, ...borrowed] = totals ?? [];
  const [totalBorrowAssets = 0n, totalBorrowShares = 0n] = borrowed;
  const [, borrowShares = 0n, collateral = 0n] = account ?? [];
  const sums = { totalSupplyAssets, totalSupplyShares, totalBorrowAssets, totalBorrowShares };
  const price = quote ?? 0n;
  const debt = computeDebt(borrowShares, sums);
  const health = computeLoanHealth({ collateral, debt, price, lltv: market.lltv });
  return { market: { ...market, ...sums }, collateral, borrowShares, debt, price, ...health };
}
