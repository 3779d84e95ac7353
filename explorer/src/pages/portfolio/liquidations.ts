import { type FragmentType, readFragment } from '../../generated/fragment-masking.ts';
import { graphql } from '../../generated/gql.ts';
import type { LoanMovesFragment } from '../../generated/graphql.ts';
import { formatLocalDay, formatWei, weiToNumber } from '../../lib/format.ts';
import { sum } from '../../lib/sum.ts';

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
    purchases: ledger(method: FIFO) {
      lots {
        acquiredAt
        shares
        costUsd
        dtf {
          id
        }
      }
      realized {
        acquiredAt
        soldAt
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
            timestamp
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
  /** Those of them that were bought, wei. */
  readonly bought: bigint;
  /** Average cost with fees, at the time of the liquidation, of those that were bought, USD. */
  readonly costUsd: number;
  /** Unix seconds; null if it is not known. */
  readonly at: number | null;
};

/** What liquidators took from a wallet, and what of its debt they repaid. */
export type Liquidations = {
  /** The oldest first. */
  readonly seizures: readonly Seizure[];
  /** USDC. */
  readonly repaidUsd: number;
  /** Cost of all shares that were taken, USD. */
  readonly costUsd: number;
  /** Number of all moves of the wallet's loans. */
  readonly moveCount: number;
};

/** A move of a loan, as far as it tells a liquidation. */
type Move = {
  readonly type: string;
  readonly txHash: string | null;
  readonly dtf: { readonly id: string } | null;
};

/**
 * Returns what tells whether a move belongs to a liquidation: those are a repayment and a withdrawal
 * of one fund in one transaction.
 */
export function findLiquidations(moves: readonly Move[]): (move: Move) => boolean {
  const placeOf = ({ txHash, dtf }: Move) => `${txHash} ${dtf?.id}`;
  const placesOf = (kind: string) =>
    new Set(moves.filter(({ type, txHash }) => type === kind && txHash !== null).map(placeOf));
  const [withdrawals, repayments] = [placesOf('WITHDRAW'), placesOf('REPAY')];
  return (move) =>
    (move.type === 'REPAY' && withdrawals.has(placeOf(move))) ||
    (move.type === 'WITHDRAW' && repayments.has(placeOf(move)));
}

/** Finds the liquidations of a wallet, and what the shares cost that they took. */
export function readLiquidations(portfolio: FragmentType<typeof loanMoves>): Liquidations {
  const { ledger, purchases, lending } = readFragment(loanMoves, portfolio);
  const moves = (lending.history?.edges ?? []).map(({ node }) => node);
  const isLiquidation = findLiquidations(moves);
  const liquidations = moves.filter(isLiquidation);
  const taken = liquidations
    .flatMap(({ type, amount, timestamp, dtf }) =>
      type === 'WITHDRAW' && dtf !== null ? [{ dtf, shares: BigInt(amount), at: timestamp }] : [],
    )
    .sort((one, other) => (one.at ?? Infinity) - (other.at ?? Infinity) || 0);
  const seizures = [...Map.groupBy(taken, ({ dtf }) => dtf.id)].flatMap(([fund, ofFund]) =>
    withinLot(
      costSeizures(readTrades(purchases, fund), ofFund),
      ledger?.lots.find(({ dtf }) => dtf.id === fund),
    ),
  );
  return {
    seizures,
    repaidUsd: sum(
      liquidations.map(({ type, amount }) => (type === 'REPAY' ? weiToNumber(amount) : 0)),
    ),
    costUsd: sum(seizures.map(({ costUsd }) => costUsd)),
    moveCount: lending.history?.totalCount ?? 0,
  };
}

/** A purchase or, without a cost, a sale of bought shares. */
type Trade = { readonly at: number; readonly shares: bigint; readonly costUsd: number | null };

/** Returns the trades of a fund; each bought share is in an open lot or was sold. */
function readTrades(purchases: LoanMovesFragment['purchases'], fund: string): readonly Trade[] {
  const isOfFund = ({ dtf }: { readonly dtf: { readonly id: string } }) => dtf.id === fund;
  return [
    ...(purchases?.lots ?? []).filter(isOfFund).map(({ acquiredAt, shares, costUsd }) => ({
      at: acquiredAt,
      shares: BigInt(shares),
      costUsd,
    })),
    ...(purchases?.realized ?? [])
      .filter(isOfFund)
      .flatMap(({ acquiredAt, soldAt, shares, costUsd }) =>
        acquiredAt === null || costUsd === null
          ? []
          : [
              { at: acquiredAt, shares: BigInt(shares), costUsd },
              { at: soldAt, shares: BigInt(shares), costUsd: null },
            ],
      ),
  ].sort(
    (one, other) =>
      one.at - other.at || Number(one.costUsd === null) - Number(other.costUsd === null),
  );
}

/** Takes shares of one fund at the average cost of those that the wallet had bought by then. */
function costSeizures(
  trades: readonly Trade[],
  taken: readonly Pick<Seizure, 'dtf' | 'shares' | 'at'>[],
): readonly Seizure[] {
  let next = 0;
  let [held, costUsd] = [0n, 0];
  const take = (shares: bigint) => {
    const bought = shares < held ? shares : held;
    const ofCost = held === 0n ? 0 : costUsd * (toShares(bought) / toShares(held));
    held -= bought;
    costUsd -= ofCost;
    return { bought, costUsd: ofCost };
  };
  return taken.map((seizure) => {
    const until = seizure.at ?? Infinity;
    for (let trade = trades[next]; trade !== undefined && trade.at <= until; trade = trades[next]) {
      next += 1;
      if (trade.costUsd === null) take(trade.shares);
      else {
        held += trade.shares;
        costUsd += trade.costUsd;
      }
    }
    return { ...seizure, ...take(seizure.shares) };
  });
}

/**
 * Lets seizures cost no more than the lot that the ledger still has, and all of it where no share of
 * it is left: later sales took the rest at the ledger's average, and no cost counts twice or is lost.
 */
function withinLot(
  seizures: readonly Seizure[],
  lot: { readonly shares: string; readonly costUsd: number } | undefined,
): readonly Seizure[] {
  const lotUsd = lot?.costUsd ?? 0;
  const costUsd = sum(seizures.map((seizure) => seizure.costUsd));
  const left = seizures.reduce((sum, { bought }) => sum - bought, BigInt(lot?.shares ?? 0));
  if (costUsd === 0 || (left > 0n && costUsd <= lotUsd)) return seizures;
  return seizures.map((seizure) => ({
    ...seizure,
    costUsd: seizure.costUsd * (lotUsd / costUsd),
  }));
}

const toShares = (wei: bigint) => weiToNumber(String(wei));

/** Says which shares were taken and when: `180.674 TOP10 on May 11, 2020`. */
export const describeSeizures = (seizures: readonly Seizure[]): string =>
  seizures
    .map(
      ({ dtf, shares, at }) =>
        `${formatWei(String(shares), dtf.symbol ?? 'shares', 3)}${at === null ? '' : ` on ${formatLocalDay(at)}`}`,
    )
    .join('; ');
