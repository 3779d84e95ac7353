import { performanceDefinitions as definitions } from '../../generated/definitions.ts';
import { type FragmentType, readFragment } from '../../generated/fragment-masking.ts';
import { graphql } from '../../generated/gql.ts';
import { readLiquidations } from './liquidations.ts';

const untradedMoves = graphql(`
  fragment UntradedMoves on Portfolio {
    ...LoanMoves
    positions {
      id
      shares
      dtf {
        id
        symbol
      }
    }
    ledger {
      lots {
        shares
        dtf {
          id
          symbol
        }
      }
      totals {
        boughtUsd
        realizedUsd
        unrealizedUsd
        unmatchedSales
      }
    }
    lending {
      positions {
        id
        collateral
        market {
          id
          dtf {
            id
            symbol
          }
        }
      }
    }
  }
`);

/** How shares of a wallet moved without a trade, and which figures that leaves sound. */
export type UntradedMoves = {
  /** Whether shares were pledged for loans, or released. */
  readonly pledged: boolean;
  /** Whether liquidators took shares. */
  readonly liquidated: boolean;
  /** Funds whose shares, pledged ones too, are not those that trades and liquidations leave. */
  readonly funds: readonly string[];
  /** Whether shares were sold that were not bought. */
  readonly soldUnbought: boolean;
  /** Whether the wallet has all shares that its trades leave: then the money-weighted return is sound. */
  readonly isMoneyWeightedSound: boolean;
  /** Gain in percent of what was paid for shares; null where liquidations or transfers distort it. */
  readonly gainOnPurchasesPct: number | null;
};

/**
 * Returns how shares of a wallet moved without a trade; null if none is known to have. No page
 * states the figures of such a wallet that the moves distort as its result.
 */
export function readUntradedMoves(
  portfolio: FragmentType<typeof untradedMoves>,
): UntradedMoves | null {
  const data = readFragment(untradedMoves, portfolio);
  const { positions, ledger, lending } = data;
  const { seizures, moveCount } = readLiquidations(data);
  const balances = new Map<string, { readonly symbol: string | null; unbought: bigint }>();
  const add = (dtf: { id: string; symbol: string | null } | null, shares: bigint) => {
    if (dtf === null) return;
    const balance = balances.get(dtf.id) ?? { symbol: dtf.symbol, unbought: 0n };
    balance.unbought += shares;
    balances.set(dtf.id, balance);
  };
  const isRead = positions !== null && ledger !== null && lending.positions !== null;
  if (isRead) {
    for (const { dtf, shares } of positions) add(dtf, BigInt(shares));
    for (const { market, collateral } of lending.positions) add(market.dtf, BigInt(collateral));
    for (const { dtf, shares } of ledger.lots) add(dtf, -BigInt(shares));
    for (const { dtf, shares } of seizures) add(dtf, shares);
  }
  const hasCollateral = (lending.positions ?? []).some(({ collateral }) => BigInt(collateral) > 0n);
  const pledged = moveCount > 0 || hasCollateral;
  const liquidated = seizures.length > 0;
  const funds = [...balances.values()]
    .filter(({ unbought }) => unbought !== 0n)
    .map(({ symbol }) => symbol ?? 'an unnamed fund');
  const soldUnbought = (ledger?.totals.unmatchedSales ?? 0) > 0;
  if (!pledged && !soldUnbought && funds.length === 0) return null;
  const hasAll = isRead && !liquidated && funds.length === 0 && !soldUnbought;
  return {
    pledged,
    liquidated,
    funds,
    soldUnbought,
    isMoneyWeightedSound: hasAll && !hasCollateral,
    gainOnPurchasesPct: hasAll ? gainOnPurchasesPct(ledger.totals) : null,
  };
}

const gainOnPurchasesPct = (totals: {
  readonly boughtUsd: number;
  readonly realizedUsd: number;
  readonly unrealizedUsd: number;
}): number | null =>
  totals.boughtUsd > 0
    ? (100 * (totals.realizedUsd + totals.unrealizedUsd)) / totals.boughtUsd
    : null;

/** Says which shares moved without a trade. */
export function describeMoves({ pledged, liquidated, funds, soldUnbought }: UntradedMoves): string {
  const named = funds.length > 4 ? `${funds.length} funds` : funds.join(', ');
  return [
    pledged && 'Shares were pledged for a loan or released.',
    liquidated && 'Liquidators took shares.',
    funds.length > 0 && `Shares of ${named} came or left by a transfer.`,
    soldUnbought && 'Shares were sold that had not been bought.',
  ]
    .filter((sentence) => sentence !== false)
    .join(' ');
}

/** Of what the returns of a wallet are. */
export const returnScope =
  'The returns are those of the fund shares in the wallet, without debt and batches.';

/** What the gain on purchases is. */
export const gainOnPurchasesDefinition =
  'Realized and unrealized gain on all shares, including pledged ones, as a percentage of everything paid for shares, with fees. For all time, not per year; pledges do not change it.';

/** What both returns are, and why moved shares distort them. */
export const untradedDefinition = `Both returns assume that only purchases and sales move shares, so a share that is pledged or transferred counts as a loss or a gain; the money-weighted return is sound again once all pledged shares are back. Time-weighted: ${definitions.timeWeightedReturnPct} Money-weighted: ${definitions.moneyWeightedReturnPct}`;
