import { type FragmentType, readFragment } from '../../generated/fragment-masking.ts';
import { graphql } from '../../generated/gql.ts';
import { weiToNumber } from '../../lib/format.ts';

const loanMoves = graphql(`
  fragment LoanMoves on Portfolio {
    ledger {
      lots {
        shares
        costUsd
        dtf {
          id
        }
      }
    }
    lending {
      history(first: 100) {
        totalCount
        edges {
          node {
            type
            amount
            txHash
            dtf {
              id
              symbol
            }
          }
        }
      }
    }
  }
`);

/** Shares of one fund that a liquidator took. */
export type Seizure = {
  readonly dtf: { readonly id: string; readonly symbol: string | null };
  /** Wei. */
  readonly shares: bigint;
};

/** What liquidators took from a wallet, and what of its debt they repaid. */
export type Liquidations = {
  readonly seizures: readonly Seizure[];
  /** USDC. */
  readonly repaidUsd: number;
  /** Average cost of the shares that were bought, USD. */
  readonly costUsd: number;
  /** Number of all moves of the wallet's loans. */
  readonly moveCount: number;
};

/** Finds the liquidations of a wallet: each is a repayment and a withdrawal in one transaction. */
export function readLiquidations(portfolio: FragmentType<typeof loanMoves>): Liquidations {
  const { ledger, lending } = readFragment(loanMoves, portfolio);
  const moves = (lending.history?.edges ?? []).map(({ node }) => node);
  const placesOf = (kind: string) =>
    new Set(
      moves.filter(({ type }) => type === kind).map(({ txHash, dtf }) => `${txHash} ${dtf?.id}`),
    );
  const [withdrawals, repayments] = [placesOf('WITHDRAW'), placesOf('REPAY')];
  const seizures: Seizure[] = [];
  let repaidUsd = 0;
  for (const { type, amount, txHash, dtf } of moves) {
    const place = `${txHash} ${dtf?.id}`;
    if (type === 'REPAY' && withdrawals.has(place)) repaidUsd += weiToNumber(amount);
    if (type === 'WITHDRAW' && repayments.has(place) && dtf !== null)
      seizures.push({ dtf, shares: BigInt(amount) });
  }
  const costs = new Map(
    (ledger?.lots ?? []).map(({ dtf, shares, costUsd }) => [dtf.id, costUsd / weiToNumber(shares)]),
  );
  const costUsd = seizures.reduce(
    (sum, { dtf, shares }) => sum + weiToNumber(String(shares)) * (costs.get(dtf.id) ?? 0),
    0,
  );
  return { seizures, repaidUsd, costUsd, moveCount: lending.history?.totalCount ?? 0 };
}
