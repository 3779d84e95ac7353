import { type FragmentType, readFragment } from '../../generated/fragment-masking.ts';
import { graphql } from '../../generated/gql.ts';
import type { FundSharesFragment } from '../../generated/graphql.ts';
import { weiToNumber } from '../../lib/format.ts';
import { readLiquidations, type Seizure } from './liquidations.ts';

export const fundShares = graphql(`
  fragment FundShares on Portfolio {
    ...LoanMoves
    positions {
      id
      shares
      navPerShareUsd
      dtf {
        id
        itpId
        name
        symbol
      }
    }
    ledger {
      lots {
        shares
        costUsd
        valueUsd
        dtf {
          id
        }
      }
    }
    lending {
      positions {
        id
        collateral
        oraclePrice {
          usd
        }
        market {
          id
          dtf {
            id
            itpId
            name
            symbol
          }
        }
      }
    }
  }
`);

/** What the figures of the shares of a wallet are. */
export const shareDefinitions = {
  inWallet: 'Shares in the wallet itself, without pledged ones.',
  pledged: 'Shares that secure loans of the wallet in lending markets.',
  nav: 'Net asset value of one share now, USD.',
  value: 'Shares in the wallet and pledged ones, at NAV, USD.',
  cost: 'Average cost with fees of the shares that were bought, USD.',
  unrealized:
    'Value less average cost with fees of all shares the wallet has, including pledged ones, USD.',
} as const;

/** The value of shares, and what the bought ones of them cost and gained; null without a purchase. */
export type Amounts = {
  readonly valueUsd: number;
  /** Value of the shares that came without a known purchase. */
  readonly unknownUsd: number;
  readonly costUsd: number | null;
  readonly gainUsd: number | null;
};

/** The shares of one fund that belong to a wallet. */
export type FundShares = Amounts & {
  readonly key: string;
  /** Null for a lending market that names no fund. */
  readonly dtf: NonNullable<FundSharesFragment['positions']>[number]['dtf'] | null;
  readonly navUsd: number;
  /** Shares in the wallet, and shares that are pledged for a loan. */
  readonly inWallet: Amounts & { readonly shares: bigint };
  readonly pledged: Amounts & { readonly shares: bigint };
};

type Shares = Pick<FundShares, 'key' | 'dtf' | 'navUsd'> & { held: bigint; pledged: bigint };

/**
 * Returns the shares of each fund in the wallet and pledged, with their average cost: the ledger's,
 * less what the shares cost that liquidators took. Null if a part of them could not be read.
 */
export function readFundShares(
  portfolio: FragmentType<typeof fundShares>,
): readonly FundShares[] | null {
  const data = readFragment(fundShares, portfolio);
  const { positions, ledger, lending } = data;
  if (positions === null || ledger === null || lending.positions === null) return null;
  const lots = new Map(ledger.lots.map((lot) => [lot.dtf.id, lot]));
  const { seizures } = readLiquidations(data);
  const funds = new Map<string, Shares>();
  for (const { dtf, shares, navPerShareUsd } of positions) {
    funds.set(dtf.id, {
      key: dtf.id,
      dtf,
      navUsd: navPerShareUsd,
      held: BigInt(shares),
      pledged: 0n,
    });
  }
  for (const { market, collateral, oraclePrice } of lending.positions) {
    const key = market.dtf?.id ?? market.id;
    const lot = lots.get(key);
    const navUsd = lot?.valueUsd == null ? oraclePrice.usd : lot.valueUsd / weiToNumber(lot.shares);
    const fund = funds.get(key) ?? { key, dtf: market.dtf, navUsd, held: 0n, pledged: 0n };
    fund.pledged += BigInt(collateral);
    if (fund.held + fund.pledged > 0n) funds.set(key, fund);
  }
  return [...funds.values()].map((fund) => {
    const lot = lots.get(fund.key);
    const { bought, costPerShare } = readPurchases(
      lot,
      seizures.filter(({ dtf }) => dtf.id === fund.key),
    );
    const all = fund.held + fund.pledged;
    // Of shares that came in part without a purchase, each has the same part that was bought.
    const boughtPart = all > bought ? weiToNumber(String(bought)) / weiToNumber(String(all)) : 1;
    const valued = (shares: bigint): Amounts & { readonly shares: bigint } => {
      const count = weiToNumber(String(shares));
      const valueUsd = count * fund.navUsd;
      const costUsd = bought === 0n ? null : count * boughtPart * costPerShare;
      return {
        shares,
        valueUsd,
        unknownUsd: valueUsd * (1 - boughtPart),
        costUsd,
        gainUsd: costUsd === null ? null : valueUsd * boughtPart - costUsd,
      };
    };
    const { shares: _, ...amounts } = valued(all);
    return {
      ...amounts,
      key: fund.key,
      dtf: fund.dtf,
      navUsd: fund.navUsd,
      inWallet: valued(fund.held),
      pledged: valued(fund.pledged),
    };
  });
}

/** Returns the bought shares of a fund that neither sales nor liquidations took, and their average cost. */
function readPurchases(
  lot: { readonly shares: string; readonly costUsd: number } | undefined,
  seizures: readonly Seizure[],
) {
  const all = lot === undefined ? 0n : BigInt(lot.shares);
  const bought = seizures.reduce((left, { bought }) => left - bought, all);
  if (lot === undefined || bought <= 0n) return { bought: 0n, costPerShare: 0 };
  const costUsd = seizures.reduce((left, { costUsd }) => left - costUsd, lot.costUsd);
  return { bought, costPerShare: costUsd / weiToNumber(String(bought)) };
}

/** Adds up amounts; cost and gain are null if no share has a known purchase. */
export function sumAmounts(all: readonly Amounts[]): Amounts {
  const sum = { valueUsd: 0, unknownUsd: 0, costUsd: 0, gainUsd: 0 };
  for (const { valueUsd, unknownUsd, costUsd, gainUsd } of all) {
    sum.valueUsd += valueUsd;
    sum.unknownUsd += unknownUsd;
    sum.costUsd += costUsd ?? 0;
    sum.gainUsd += gainUsd ?? 0;
  }
  const isUnknown = sum.unknownUsd > 0 && all.every(({ costUsd }) => costUsd === null);
  return isUnknown ? { ...sum, costUsd: null, gainUsd: null } : sum;
}
