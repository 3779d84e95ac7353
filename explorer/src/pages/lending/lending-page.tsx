import { useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { lendingRatesDefinitions as definitions } from '../../generated/definitions.ts';
import { graphql } from '../../generated/gql.ts';
import type { LendingPageQuery } from '../../generated/graphql.ts';
import { Page } from '../../layout/page.tsx';
import {
  formatExactWei,
  formatFraction,
  formatGivenPercent,
  formatIso,
  formatNumber,
  formatPercent,
  formatPrice,
  formatUsdc,
  formatWei,
  weiToNumber,
} from '../../lib/format.ts';
import { freshPricesDefinition } from '../../lib/fresh-prices.ts';
import { addressPattern } from '../../lib/identifiers.ts';
import { joinUnits } from '../../lib/join-units.ts';
import { sum } from '../../lib/sum.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Stat, Stats } from '../../ui/figures.tsx';
import { fundColumn } from '../../ui/fund-column.tsx';
import { EmptyNote, PageSection } from '../../ui/page-section.tsx';
import { ProofLine } from '../../ui/proof-line.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { FormattedTime } from '../../ui/time.tsx';
import { useWallet } from '../../wallet/wallet-store.ts';
import { pageHeads } from '../page-heads.ts';
import { WalletLoans } from '../portfolio/wallet-loans.tsx';
import { dueInterestDefinition, estimateInterest } from './accrued-interest.ts';
import { LoanHistory } from './loan-history.tsx';
import { marketDefinitions } from './market-definitions.ts';
import { RateModel } from './rate-model.tsx';

const lendingQuery = graphql(`
  query LendingPage {
    lendingMarkets {
      id
      marketId
      lltv
      totalSupply
      totalBorrow
      liquidity
      utilisation
      oraclePrice {
        usd
      }
      rates {
        borrowRatePct
        borrowApyPct
        supplyApyPct
        accruedAt
      }
      ...MarketRates
      dtf {
        id
        itpId
        name
        symbol
        unchangedPricesPct
      }
    }
  }
`);

type Row = NonNullable<LendingPageQuery['lendingMarkets']>[number];

/** Estimates the interest that a market has not added yet, USDC; null without a rate. */
const readDue = ({ rates, totalBorrow }: Pick<Row, 'rates' | 'totalBorrow'>) =>
  rates === null ? null : estimateInterest(weiToNumber(totalBorrow), rates);

const formatDue = (usdc: number) => (usdc < 1 ? '<1' : `≈${formatNumber(usdc)}`);

const columns: readonly Column<Row>[] = [
  fundColumn({
    label: 'Collateral',
    definition: `The fund whose shares secure the loans of the market. Fresh, shown if below 90 %: ${freshPricesDefinition}`,
    fundOf: ({ dtf }) => dtf,
    hasName: true,
    moreCsv: { market: ({ marketId }) => marketId },
  }),
  {
    key: 'price',
    label: 'Share price',
    definition: marketDefinitions.price,
    align: 'right',
    minor: true,
    cell: ({ oraclePrice }) => formatPrice(oraclePrice?.usd),
    sortBy: ({ oraclePrice }) => oraclePrice?.usd,
    csv: 'share_price_usd',
  },
  {
    key: 'supply',
    label: 'Supplied',
    definition: marketDefinitions.supplied,
    align: 'right',
    cell: ({ totalSupply }) => formatWei(totalSupply, 'USDC', 0),
    sortBy: ({ totalSupply }) => weiToNumber(totalSupply),
    csv: { supplied_usdc: ({ totalSupply }) => formatExactWei(totalSupply) },
  },
  {
    key: 'borrow',
    label: 'Borrowed',
    definition:
      'USDC that borrowers owe, including the interest up to the market’s last use, stated in the next column.',
    align: 'right',
    minor: true,
    cell: ({ totalBorrow }) => formatWei(totalBorrow, 'USDC', 0),
    sortBy: ({ totalBorrow }) => weiToNumber(totalBorrow),
    csv: { borrowed_usdc: ({ totalBorrow }) => formatExactWei(totalBorrow) },
  },
  {
    key: 'accrued',
    label: 'Interest due',
    definition:
      'About how much interest the debts of the market owe in USDC since its last use: debt · borrow rate · time. Debts and supplies include interest up to then; the market adds the rest at its next use.',
    align: 'right',
    minor: true,
    cell: ({ rates, totalBorrow }) =>
      rates === null || BigInt(totalBorrow) === 0n ? (
        '–'
      ) : (
        <>
          {formatDue(readDue({ rates, totalBorrow }) ?? 0)} USDC
          <div className="muted small">
            since <FormattedTime at={rates.accruedAt} show="day" />
          </div>
        </>
      ),
    sortBy: readDue,
    csv: {
      interest_to: ({ rates }) => formatIso(rates?.accruedAt),
      estimated_interest_since_usdc: readDue,
    },
  },
  {
    key: 'liquidity',
    label: 'Can be borrowed',
    definition: marketDefinitions.free,
    align: 'right',
    minor: true,
    cell: ({ liquidity }) => formatWei(liquidity, 'USDC', 0),
    sortBy: ({ liquidity }) => weiToNumber(liquidity),
    csv: { can_be_borrowed_usdc: (row) => formatExactWei(row.liquidity) },
  },
  {
    key: 'utilisation',
    label: 'Utilisation',
    definition: marketDefinitions.utilisation,
    align: 'right',
    cell: ({ utilisation }) => formatFraction(utilisation),
    sortBy: ({ utilisation }) => utilisation,
    csv: 'utilisation_fraction',
  },
  {
    key: 'borrow-apy',
    label: 'Borrow APY',
    definition: definitions.borrowApyPct,
    align: 'right',
    cell: ({ rates }) => formatPercent(rates?.borrowApyPct),
    sortBy: ({ rates }) => rates?.borrowApyPct,
    csv: 'borrow_apy_pct',
  },
  {
    key: 'supply-apy',
    label: 'Supply APY',
    definition: definitions.supplyApyPct,
    align: 'right',
    minor: true,
    cell: ({ rates }) => formatPercent(rates?.supplyApyPct),
    sortBy: ({ rates }) => rates?.supplyApyPct,
    csv: 'supply_apy_pct',
  },
  {
    key: 'lltv',
    label: 'Liquidation at',
    minor: true,
    definition: marketDefinitions.limit,
    align: 'right',
    cell: ({ lltv }) => formatGivenPercent(100 * lltv),
    sortBy: ({ lltv }) => lltv,
    csv: 'liquidation_ltv_fraction',
  },
];

const sameInAll = (markets: readonly Row[], show: (market: Row) => string): string | null => {
  const [first, ...others] = new Set(markets.map(show));
  return markets.length > 1 && first !== undefined && others.length === 0 ? first : null;
};

/** The markets; what is the same in all of them is a sentence instead of a column. */
function Markets({ markets }: { readonly markets: readonly Row[] }) {
  const apy = sameInAll(markets, ({ rates }) => formatPercent(rates?.borrowApyPct));
  const limit = sameInAll(markets, ({ lltv }) => formatGivenPercent(100 * lltv));
  const shown = useMemo(
    () =>
      columns.map((column) =>
        (column.key === 'borrow-apy' && apy !== null) || (column.key === 'lltv' && limit !== null)
          ? { ...column, csvOnly: true }
          : // A narrow screen has room for three columns.
            column.key === 'utilisation' && apy === null
            ? { ...column, minor: true }
            : column,
      ),
    [apy, limit],
  );
  const same = [
    apy !== null && `loans cost ${apy} a year (borrow APY)`,
    limit !== null &&
      `a loan can be liquidated once its debt is above ${limit} of what the shares are worth`,
  ].filter((part) => part !== false);
  return (
    <>
      {same.length > 0 && (
        <p className="small below-controls">In all markets, {joinUnits(same.join(', and '))}.</p>
      )}
      <DataTable
        label="Lending markets"
        columns={shown}
        rows={markets}
        rowKey={({ marketId }, index) => marketId ?? String(index)}
        isDim={({ totalSupply }) => BigInt(totalSupply) === 0n}
        initialSort={{ key: 'supply', descending: true }}
        empty="There is no lending market."
        csv="lending-markets"
      />
    </>
  );
}

const ofAll = (definition: string) => `All markets together. ${definition}`;

/** The sums of all markets. */
function MarketTotals({ markets }: { readonly markets: readonly Row[] }) {
  const sumOf = (read: (market: Row) => string) =>
    markets.reduce((sum, market) => sum + BigInt(read(market)), 0n);
  const supplied = sumOf(({ totalSupply }) => totalSupply);
  const borrowed = sumOf(({ totalBorrow }) => totalBorrow);
  const free = sumOf(({ liquidity }) => liquidity);
  const due = sum(markets.map((market) => readDue(market) ?? 0));
  return (
    <section className="numbers totals" aria-label="Key figures">
      <Stats>
        <Stat label="Supplied" definition={ofAll(marketDefinitions.supplied)}>
          {formatWei(String(supplied), 'USDC', 0)}
        </Stat>
        <Stat
          label="Borrowed"
          definition={dueInterestDefinition}
          note={`and ≈${formatUsdc(due)} interest due`}
        >
          {formatWei(String(borrowed), 'USDC', 0)}
        </Stat>
        <Stat label="Can be borrowed" definition={ofAll(marketDefinitions.free)}>
          {formatWei(String(free), 'USDC', 0)}
        </Stat>
        <Stat label="Utilisation" definition={ofAll(marketDefinitions.utilisation)}>
          {supplied === 0n
            ? '–'
            : formatFraction(weiToNumber(String(borrowed)) / weiToNumber(String(supplied)))}
        </Stat>
      </Stats>
      <ProofLine source="Lending contracts, by the data node" query={lendingQuery} variables={{}}>
        <span>rates by the contracts themselves</span>
      </ProofLine>
    </section>
  );
}

/** The page of lending: markets that lend against fund shares, and the loans of a wallet. */
export function LendingPage() {
  const wallet = useWallet();
  const [params, setParams] = useSearchParams();
  const [typed, setTyped] = useState(params.get('wallet'));
  const text = typed ?? wallet?.address ?? '';
  const isAddress = addressPattern.test(text);
  return (
    <Page head={pageHeads.lending} query={lendingQuery} variables={{}}>
      <div className="stack">
        <PageSection
          title="Markets"
          note="Markets have no caps: what is supplied and not lent out can be borrowed, against shares worth more than the loan."
        >
          <QuerySection query={lendingQuery} variables={{}} height={1130} every={20_000}>
            {({ lendingMarkets }) => (
              <>
                <MarketTotals markets={lendingMarkets ?? []} />
                <Markets markets={lendingMarkets ?? []} />
              </>
            )}
          </QuerySection>
        </PageSection>
        <PageSection
          title="What a loan costs and a deposit earns"
          note="Lenders earn the interest of the borrowers, spread over all that is supplied."
        >
          <QuerySection query={lendingQuery} variables={{}} height={220} every={20_000}>
            {({ lendingMarkets }) => <RateModel markets={lendingMarkets ?? []} />}
          </QuerySection>
        </PageSection>
        <PageSection title="A wallet’s loans">
          <div className="narrow">
            <TextField
              label="Wallet address"
              placeholder="0x…"
              spellCheck={false}
              value={text}
              onChange={({ target }) => {
                const address = target.value.trim();
                setTyped(address);
                if (!addressPattern.test(address)) return;
                setParams(
                  (current) => {
                    current.set('wallet', address);
                    return current;
                  },
                  { replace: true },
                );
              }}
              error={text !== '' && !isAddress ? '0x and 40 hex digits' : undefined}
            />
          </div>
          {isAddress ? (
            <div className="stack below-controls">
              <WalletLoans address={text} withStress />
              <h3>History</h3>
              <LoanHistory address={text} />
            </div>
          ) : (
            <EmptyNote>
              Enter an address, connect a wallet, or <Link to="/portfolio">choose one</Link> of the
              fund holders.
            </EmptyNote>
          )}
        </PageSection>
      </div>
    </Page>
  );
}
