import { graphql } from '../../generated/gql.ts';
import type { NetWorthQuery } from '../../generated/graphql.ts';
import { weiToNumber } from '../../lib/format.ts';
import { readFundShares } from './fund-shares.ts';

/** What a wallet has, owes and earned. */
export const netWorthQuery = graphql(`
  query NetWorth($wallet: ID!, $address: Address!) {
    portfolio(address: $address) {
      id
      ...FundShares
      ledger {
        totals {
          realizedUsd
        }
      }
      performance {
        timeWeightedReturnPct
        moneyWeightedReturnPct
        from
      }
      predictions {
        profit
      }
      lending {
        positions {
          id
          debt
        }
        history(first: 100) {
          totalCount
          edges {
            node {
              type
              amount
            }
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
  /** Of what the value and the gain are. */
  readonly note: string;
  readonly valueUsd: number | null;
  /** What was paid for the value; null where there is none. */
  readonly costUsd: number | null;
  readonly gainUsd: number | null;
  readonly csv: string;
};

/** All parts of a wallet and their sums; a sum is null if a part of it is unknown. */
export type WholePicture = {
  readonly parts: readonly Part[];
  readonly netUsd: number | null;
  readonly gainUsd: number | null;
  readonly realizedUsd: number | null;
  readonly unrealizedUsd: number | null;
  /** Funds of which shares came or left without a trade, so that their gain is not known whole. */
  readonly untraded: readonly string[];
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

const negated = (value: number | null) => (value === null ? null : -value);

/** Adds up what a wallet is worth and what it earned. */
export function toWholePicture({ portfolio, batches }: NetWorthQuery): WholePicture {
  const funds = readFundShares(portfolio);
  const totals = portfolio.ledger?.totals ?? null;
  const debt = readDebt(portfolio);
  const depositsUsd = sumOf(batches?.edges, ({ node }) => weiToNumber(node.player?.balance ?? '0'));
  const played = portfolio.predictions;
  const profit = played === null ? null : weiToNumber(played.profit);
  const realizedUsd = totals?.realizedUsd ?? null;
  const parts: readonly Part[] = [
    {
      name: 'Shares in the wallet',
      note: 'At NAV; cost with fees',
      valueUsd: sumOf(funds, ({ inWallet }) => inWallet.valueUsd),
      costUsd: sumOf(funds, ({ inWallet }) => inWallet.costUsd),
      gainUsd: sumOf(funds, ({ inWallet }) => inWallet.gainUsd),
      csv: 'shares_in_wallet',
    },
    {
      name: 'Pledged shares',
      note: 'Collateral of loans, at NAV',
      valueUsd: sumOf(funds, ({ pledged }) => pledged.valueUsd),
      costUsd: sumOf(funds, ({ pledged }) => pledged.costUsd),
      gainUsd: sumOf(funds, ({ pledged }) => pledged.gainUsd),
      csv: 'pledged_shares',
    },
    {
      name: 'Sold shares',
      note: 'Realized: proceeds less their cost',
      valueUsd: 0,
      costUsd: null,
      gainUsd: realizedUsd,
      csv: 'sold_shares',
    },
    {
      name: 'Debt',
      note: 'Borrowed less paid back; the loss is interest',
      valueUsd: negated(debt.owed),
      costUsd: negated(debt.borrowed),
      gainUsd: negated(debt.interest),
      csv: 'debt',
    },
    {
      name: 'Batch deposits',
      note: 'The gain is that of revealed ticks',
      valueUsd: depositsUsd,
      costUsd: depositsUsd === null || profit === null ? null : depositsUsd - profit,
      gainUsd: profit,
      csv: 'batch_deposits',
    },
  ];
  return {
    parts,
    netUsd: total(parts.map(({ valueUsd }) => valueUsd)),
    gainUsd: total(parts.map(({ gainUsd }) => gainUsd)),
    realizedUsd,
    unrealizedUsd: sumOf(funds, ({ gainUsd }) => gainUsd),
    untraded: (funds ?? [])
      .filter(({ unbought }) => unbought !== 0n)
      .map(({ dtf }) => dtf?.symbol ?? 'a fund without name'),
  };
}
