import { performanceDefinitions as definitions } from '../../generated/definitions.ts';
import { type FragmentType, readFragment } from '../../generated/fragment-masking.ts';
import { graphql } from '../../generated/gql.ts';

const untradedMoves = graphql(`
  fragment UntradedMoves on Portfolio {
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
      moves: history(first: 1) {
        totalCount
      }
    }
  }
`);

/** How shares of a wallet moved without a trade. */
export type UntradedMoves = {
  /** Whether shares were pledged for loans, or released. */
  readonly pledged: boolean;
  /** Funds whose shares, pledged ones too, are not those that the trades leave. */
  readonly funds: readonly string[];
  /** Whether shares were sold that were not bought. */
  readonly soldUnbought: boolean;
};

/** Returns how shares of a wallet moved without a trade; null if none is known to have. */
export function readUntradedMoves(
  portfolio: FragmentType<typeof untradedMoves>,
): UntradedMoves | null {
  const { positions, ledger, lending } = readFragment(untradedMoves, portfolio);
  const balances = new Map<string, { readonly symbol: string | null; unbought: bigint }>();
  const add = (dtf: { id: string; symbol: string | null } | null, shares: bigint) => {
    if (dtf === null) return;
    const balance = balances.get(dtf.id) ?? { symbol: dtf.symbol, unbought: 0n };
    balance.unbought += shares;
    balances.set(dtf.id, balance);
  };
  if (positions !== null && ledger !== null && lending.positions !== null) {
    for (const { dtf, shares } of positions) add(dtf, BigInt(shares));
    for (const { market, collateral } of lending.positions) add(market.dtf, BigInt(collateral));
    for (const { dtf, shares } of ledger.lots) add(dtf, -BigInt(shares));
  }
  const moves: UntradedMoves = {
    pledged:
      (lending.moves?.totalCount ?? 0) > 0 ||
      (lending.positions ?? []).some(({ collateral }) => BigInt(collateral) > 0n),
    funds: [...balances.values()]
      .filter(({ unbought }) => unbought !== 0n)
      .map(({ symbol }) => symbol ?? 'a fund without name'),
    soldUnbought: (ledger?.totals.unmatchedSales ?? 0) > 0,
  };
  return moves.pledged || moves.soldUnbought || moves.funds.length > 0 ? moves : null;
}

/** Says which shares moved without a trade. */
export function describeMoves({ pledged, funds, soldUnbought }: UntradedMoves): string {
  const named = funds.length > 4 ? `${funds.length} funds` : funds.join(', ');
  return [
    pledged && 'Shares were pledged for a loan or released.',
    funds.length > 0 && `Shares of ${named} came or left by a transfer or a liquidation.`,
    soldUnbought && 'Shares were sold that were not bought.',
  ]
    .filter((sentence) => sentence !== false)
    .join(' ');
}

/** What both returns are, and why moved shares make them meaningless. */
export const untradedDefinition = `Both returns take purchases and sales for all that moves shares, so a share that is pledged or transferred counts as a loss or a gain. Time-weighted: ${definitions.timeWeightedReturnPct} Money-weighted: ${definitions.moneyWeightedReturnPct}`;
