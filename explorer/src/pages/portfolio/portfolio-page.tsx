import { useMemo } from 'react';
import { Link, useParams } from 'react-router';
import { TimeChart } from '../../charts/time-chart.tsx';
import { graphql } from '../../generated/gql.ts';
import type { PortfolioPageQuery } from '../../generated/graphql.ts';
import { Page } from '../../layout/page.tsx';
import {
  formatExactWei,
  formatPrice,
  formatUsd,
  formatUsdMark,
  formatWei,
  shortenHex,
  weiToNumber,
} from '../../lib/format.ts';
import { addressPattern } from '../../lib/identifiers.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { FundLink, PercentChange, UsdGain } from '../../ui/figures.tsx';
import { EmptyNote, PageSection } from '../../ui/page-section.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { SyntheticNote } from '../../ui/synthetic-note.tsx';
import { pageHeads } from '../page-heads.ts';
import { BatchesPlayed } from './batches-played.tsx';
import { NetWorth } from './net-worth.tsx';
import { WalletLoans } from './wallet-loans.tsx';
import { WalletTrades } from './wallet-trades.tsx';

const portfolioQuery = graphql(`
  query PortfolioPage($address: Address!) {
    portfolio(address: $address) {
      id
      address
      history {
        timestamp
        valueUsd
      }
      positions {
        shares
        valueUsd
        costBasisUsd
        navPerShareUsd
        pnlUsd
        pnlPct
        dtf {
          id
          itpId
          name
          symbol
        }
      }
    }
  }
`);

type Portfolio = PortfolioPageQuery['portfolio'];
type Position = NonNullable<Portfolio['positions']>[number];

const columns: readonly Column<Position>[] = [
  {
    key: 'fund',
    label: 'Fund',
    cell: ({ dtf }) => <FundLink itpId={dtf.itpId} symbol={dtf.symbol} name={dtf.name} />,
    sortBy: ({ dtf }) => dtf.symbol,
    csv: {
      fund: ({ dtf }) => dtf.symbol,
      name: ({ dtf }) => dtf.name,
      itp_id: ({ dtf }) => dtf.itpId,
    },
  },
  {
    key: 'shares',
    label: 'Shares',
    align: 'right',
    minor: true,
    cell: ({ shares }) => formatWei(shares, '', 3),
    sortBy: ({ shares }) => weiToNumber(shares),
    csv: { shares: (row) => formatExactWei(row.shares) },
  },
  {
    key: 'nav',
    label: 'NAV',
    align: 'right',
    minor: true,
    cell: ({ navPerShareUsd }) => formatPrice(navPerShareUsd),
    csv: { nav_usd: ({ navPerShareUsd }) => navPerShareUsd },
  },
  {
    key: 'value',
    label: 'Value',
    align: 'right',
    cell: ({ valueUsd }) => formatUsd(valueUsd),
    sortBy: ({ valueUsd }) => valueUsd,
    csv: 'value_usd',
  },
  {
    key: 'pnl',
    label: 'Gain or loss',
    align: 'right',
    cell: ({ pnlUsd, pnlPct }) => (
      <>
        <UsdGain usd={pnlUsd} /> <PercentChange percent={pnlPct} />
      </>
    ),
    sortBy: ({ pnlUsd }) => pnlUsd,
    csv: {
      cost_basis_usd: ({ costBasisUsd }) => costBasisUsd,
      gain_usd: ({ pnlUsd }) => pnlUsd,
      gain_pct: ({ pnlPct }) => pnlPct,
    },
  },
];

/** The page of a wallet: its holdings, trades and loans. */
export function PortfolioPage() {
  const { address = '' } = useParams();
  if (!addressPattern.test(address))
    return <EmptyNote>An address is 0x and 40 hex digits.</EmptyNote>;
  const variables = { address };
  return (
    <Page
      head={pageHeads.portfolio}
      heading={
        <>
          Portfolio <span className="heading-ticker mono">{shortenHex(address)}</span>
        </>
      }
      actions={
        <>
          <span className="mono address muted">{address}</span>
          <Link className="small" to={`/portfolio/${address}/analysis`}>
            Returns and risk
          </Link>
        </>
      }
      query={portfolioQuery}
      variables={variables}
    >
      <div className="stack">
        <NetWorth address={address} />
        <QuerySection query={portfolioQuery} variables={variables} height={700} every={20_000}>
          {({ portfolio }) => <Holdings portfolio={portfolio} />}
        </QuerySection>
        <PageSection title="Trades">
          <WalletTrades address={address} />
        </PageSection>
        <div className="columns even">
          <PageSection
            title="Loans"
            note="A health factor below 1 means that anybody may repay the debt for the collateral."
          >
            <WalletLoans address={address} />
          </PageSection>
          <PageSection title="Batches played">
            <BatchesPlayed address={address} />
            <p className="small">
              <Link to={`/player/${address}`}>How it played</Link>
            </p>
          </PageSection>
        </div>
      </div>
    </Page>
  );
}

function Holdings({ portfolio }: { readonly portfolio: Portfolio }) {
  const { history, positions } = portfolio;
  const series = useMemo(
    () => [
      {
        name: 'Value',
        look: 'area' as const,
        points: (history ?? []).map(({ timestamp, valueUsd }) => ({ timestamp, value: valueUsd })),
      },
    ],
    [history],
  );
  return (
    <div className="stack">
      <PageSection title="Fund shares over time" note={<SyntheticNote />}>
        {history === null || history.length < 2 ? (
          <EmptyNote>This wallet has no history.</EmptyNote>
        ) : (
          <TimeChart
            label="Value of the wallet over time"
            series={series}
            format={formatUsd}
            formatMark={formatUsdMark}
            height={280}
          />
        )}
      </PageSection>
      <PageSection title="Positions">
        <DataTable
          label="Positions"
          csv="positions"
          columns={columns}
          rows={positions ?? []}
          rowKey={({ dtf }) => dtf.id}
          initialSort={{ key: 'value', descending: true }}
          empty="This wallet holds no fund."
        />
      </PageSection>
    </div>
  );
}
