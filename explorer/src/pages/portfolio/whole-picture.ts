import { graphql } from '../../generated/gql.ts';
import type { NetWorthQuery } from '../../generated/graphql.ts';
import { formatLocalDay, formatUsd, weiToNumber } from '../../lib/format.ts';
import { type DueInterest, readDueInterest } from '../lending/accrued-interest.ts';
import { type Amounts, readFundShares, shareDefinitions, sumAmounts } from './fund-shares.ts';
import { describeSeizures, readLiquidations } from './liquidations.ts';
import { readUntradedMoves, type UntradedMoves } from './untraded-moves.ts';

/** What a wallet has, owes and earned. */
export const netWorthQuery = graphql(`
  query NetWorth($wallet: ID!, $address: Address!) {
    portfolio(address: $address) {
      id
      ...FundShares
      ...UntradedMoves
      ...LoanMoves
      positions {
        id
      }
      ledger {
        totals {
          boughtUsd
          realizedUsd
        }
      }
      performance {
        timeWeightedReturnPct
        moneyWeightedReturnPct
        from
      }
      lending {
        positions {
          ...AccruingLoan
          id
          debt
        }
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
    leaderboard {
      entries(first: 1, filter: { address: $wallet }) {
        edges {
          node {
            pnlUsd
          }
        }
      }
    }
    batches(first: 100, filter: { player: $wallet }) {
      edges {
        node {
          id
          player(address: $address) {
            balance
          }
        }
      }
    }
  }
`);

/** A part of what a wallet is worth and earned; null where it could not be read. */
export type Part = {
  readonly name: string;
  /** What its value and its gain are. */
  readonly definition: string;
  /** What is particular to this wallet's part; often empty. */
  readonly note: string;
  readonly valueUsd: number | null;
  /** What was paid for the value; null where there is none. */
  readonly costUsd: number | null;
  readonly gainUsd: number | null;
  /** Value of shares without a known purchase, whose cost and gain are unknown. */
  readonly unknownUsd: number;
  /** Whether the history of the wallet's loans shows it. */
  readonly inHistory?: boolean;
  readonly csv: string;
};

const unrealizedGain =
  'Valued at NAV. The gain is unrealized: the value less the average cost with fees, USD.';

const partDefinitions = {
  held: `${shareDefinitions.inWallet} ${unrealizedGain}`,
  pledged: `${shareDefinitions.pledged} ${unrealizedGain}`,
  sold: 'Realized gain: proceeds of sold shares less their average cost with fees, USD.',
  debt: 'What is owed by the contract, below 0. The gain is what was borrowed less what is owed and what was paid back, USD: a loss from interest, as far as the markets have added it; a gain where a liquidation left debt that was written off.',
  liquidated:
    'Debt that liquidators repaid less the cost of the shares they took, USD: the average cost with fees of everything bought up to then.',
  deposits:
    'Balances in batches now. The gain is the profit of all ticks since the first, by the leaderboard of the oracles, before the fee of claims, USD.',
} as const;

/** All parts of a wallet and their sums; a sum is null if a part of it is unknown. */
export type WholePicture = {
  readonly parts: readonly Part[];
  readonly netUsd: number | null;
  readonly gainUsd: number | null;
  readonly interestUsd: number | null;
  /** Interest that no market has added to the debt yet, estimated; in no sum; null without debt. */
  readonly due: { readonly usd: number; readonly since: number } | null;
  /** Debt that liquidators repaid less the cost of what they took. */
  readonly liquidatedUsd: number;
  readonly batchesUsd: number | null;
  /** Whether it has deposits in batches and the leaderboard does not rank it: no sum has its profit. */
  readonly isUnranked: boolean;
  /** Value of shares without a known purchase, whose gain the sums leave out. */
  readonly unknownUsd: number;
  /** Null if no share is known to have moved without a trade. */
  readonly moves: UntradedMoves | null;
};

const sumOf = <Item>(
  items: readonly Item[] | null | undefined,
  read: (item: Item) => number | null,
): number | null => items?.reduce((sum, item) => sum + (read(item) ?? 0), 0) ?? null;

const total = (values: readonly (number | null)[]): number | null =>
  values.includes(null) ? null : sumOf(values, (value) => value);

/** Interest is what is owed and was paid back beyond what was borrowed. */
function readDebt({ lending }: NetWorthQuery['portfolio']) {
  const owed = sumOf(lending.positions, ({ debt }) => weiToNumber(debt));
  const { history } = lending;
  const isWhole = history !== null && history.totalCount === history.edges.length;
  const moved = (kind: string) =>
    sumOf(history?.edges, ({ node }) => (node.type === kind ? weiToNumber(node.amount) : 0));
  const borrowed = isWhole ? total([moved('BORROW'), -(moved('REPAY') ?? 0)]) : null;
  return {
    owed,
    borrowed,
    interest: owed === null || borrowed === null ? null : owed - borrowed,
  };
}

/** Returns what loans owe beside their debt, and the earliest time since when; null if nothing. */
function readDue({ lending }: NetWorthQuery['portfolio']): WholePicture['due'] {
  const dues = (lending.positions ?? [])
    .map((loan) => readDueInterest(loan))
    .filter((due): due is DueInterest => due !== null);
  return dues.length === 0
    ? null
    : {
        usd: dues.reduce((sum, { usdc }) => sum + usdc, 0),
        since: Math.min(...dues.map(({ accruedAt }) => accruedAt)),
      };
}

const negated = (value: number | null) => (value === null ? null : -value);

/** Adds up what a wallet is worth and what it earned. */
export function toWholePicture({ portfolio, batches, leaderboard }: NetWorthQuery): WholePicture {
  const funds = readFundShares(portfolio);
  const totals = portfolio.ledger?.totals ?? null;
  const debt = readDebt(portfolio);
  const due = readDue(portfolio);
  const depositsUsd = sumOf(batches?.edges, ({ node }) => weiToNumber(node.player?.balance ?? '0'));
  const ranked = leaderboard?.entries?.edges;
  const isUnranked = ranked?.length === 0 && (batches?.edges.length ?? 0) > 0;
  const profit = ranked == null || isUnranked ? null : (ranked[0]?.node.pnlUsd ?? 0);
  const { seizures, repaidUsd, costUsd } = readLiquidations(portfolio);
  const liquidatedUsd = repaidUsd - costUsd;
  const realizedUsd = totals?.realizedUsd ?? null;
  const held = funds === null ? unread : sumAmounts(funds.map(({ inWallet }) => inWallet));
  const pledged = funds === null ? unread : sumAmounts(funds.map((fund) => fund.pledged));
  const shares = funds === null ? unread : sumAmounts(funds);
  const interestUsd = negated(debt.interest);
  const parts: readonly Part[] = [
    {
      ...held,
      name: 'Shares in the wallet',
      definition: partDefinitions.held,
      note: '',
      csv: 'shares_in_wallet',
    },
    {
      ...pledged,
      name: 'Pledged shares',
      definition: partDefinitions.pledged,
      note: '',
      csv: 'pledged_shares',
    },
    {
      name: 'Sold shares',
      definition: partDefinitions.sold,
      note: '',
      valueUsd: 0,
      costUsd: null,
      gainUsd: realizedUsd,
      unknownUsd: 0,
      csv: 'sold_shares',
    },
    {
      name: 'Debt',
      definition: partDefinitions.debt,
      note:
        due === null
          ? ''
          : `interest to ${formatLocalDay(due.since)}; about ${formatUsd(due.usd)} since then is not included`,
      valueUsd: negated(debt.owed),
      costUsd: negated(debt.borrowed),
      gainUsd: interestUsd,
      unknownUsd: 0,
      csv: 'debt',
    },
    ...(repaidUsd === 0
      ? []
      : [
          {
            name: 'Liquidated shares',
            definition: partDefinitions.liquidated,
            note: describeSeizures(seizures),
            inHistory: true,
            valueUsd: 0,
            costUsd: null,
            gainUsd: liquidatedUsd,
            unknownUsd: 0,
            csv: 'liquidated_shares',
          },
        ]),
    {
      name: 'Batch deposits',
      definition: partDefinitions.deposits,
      note: isUnranked
        ? 'gain unknown: the leaderboard does not rank this wallet'
        : 'gain: all ticks, by the leaderboard',
      valueUsd: depositsUsd,
      costUsd: depositsUsd === null || profit === null ? null : depositsUsd - profit,
      gainUsd: profit,
      unknownUsd: 0,
      csv: 'batch_deposits',
    },
  ];
  return {
    parts: parts.filter((part) => !isEmpty(part)),
    netUsd: total(parts.map(({ valueUsd }) => valueUsd)),
    gainUsd: totalGain(
      [shares.gainUsd, realizedUsd, interestUsd, liquidatedUsd, isUnranked ? 0 : profit],
      shares,
    ),
    interestUsd,
    due,
    liquidatedUsd,
    batchesUsd: profit,
    isUnranked,
    unknownUsd: shares.unknownUsd,
    moves: readUntradedMoves(portfolio),
  };
}

const isEmpty = ({ valueUsd, costUsd, gainUsd, unknownUsd }: Part) =>
  valueUsd === 0 && (costUsd ?? 0) === 0 && gainUsd === 0 && unknownUsd === 0;

const unread = { valueUsd: null, unknownUsd: 0, costUsd: null, gainUsd: null } as const;

/** Adds up gains without that of shares of unknown cost; null if no gain but theirs is there. */
function totalGain(
  gains: readonly [ofShares: number | null, ...others: (number | null)[]],
  shares: Amounts | typeof unread,
): number | null {
  const [ofShares, ...others] = gains;
  if (ofShares !== null || shares.unknownUsd === 0) return total(gains);
  return others.every((gain) => gain === 0) ? null : total(others);
}

/** Whether a wallet has nothing, owes nothing and is not known to have done anything. */
export function isUnknownWallet({ portfolio, batches }: NetWorthQuery): boolean {
  const { positions, ledger, performance, lending } = portfolio;
  return (
    positions?.length === 0 &&
    ledger?.totals.boughtUsd === 0 &&
    performance === null &&
    lending.positions?.length === 0 &&
    lending.history?.totalCount === 0 &&
    batches?.edges.length === 0
  );
}
