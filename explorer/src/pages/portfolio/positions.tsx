import { formatExactWei, formatPrice, formatUsd, formatWei } from '../../lib/format.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { FundLink, PercentChange, UsdGain } from '../../ui/figures.tsx';
import { EmptyNote } from '../../ui/page-section.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { type FundShares, readFundShares } from './fund-shares.ts';
import { netWorthQuery } from './whole-picture.ts';

const gainPct = ({ gainUsd, costUsd }: FundShares) =>
  gainUsd === null || costUsd === null || costUsd === 0 ? null : (100 * gainUsd) / costUsd;

const columns: readonly Column<FundShares>[] = [
  {
    key: 'fund',
    label: 'Fund',
    cell: ({ dtf }) =>
      dtf === null ? (
        'Unknown fund'
      ) : (
        <FundLink itpId={dtf.itpId} symbol={dtf.symbol} name={dtf.name} />
      ),
    sortBy: ({ dtf }) => dtf?.symbol,
    csv: {
      fund: ({ dtf }) => dtf?.symbol,
      name: ({ dtf }) => dtf?.name,
      itp_id: ({ dtf }) => dtf?.itpId,
    },
  },
  {
    key: 'shares',
    label: 'In the wallet',
    align: 'right',
    minor: true,
    cell: ({ inWallet }) =>
      inWallet.shares === 0n ? '–' : formatWei(String(inWallet.shares), '', 3),
    sortBy: ({ inWallet }) => inWallet.valueUsd,
    csv: { shares: ({ inWallet }) => formatExactWei(String(inWallet.shares)) },
  },
  {
    key: 'pledged',
    label: 'Pledged',
    align: 'right',
    minor: true,
    cell: ({ pledged }) => (pledged.shares === 0n ? '–' : formatWei(String(pledged.shares), '', 3)),
    sortBy: ({ pledged }) => pledged.valueUsd,
    csv: { pledged_shares: ({ pledged }) => formatExactWei(String(pledged.shares)) },
  },
  {
    key: 'nav',
    label: 'NAV',
    align: 'right',
    minor: true,
    cell: ({ navUsd }) => formatPrice(navUsd),
    csv: { nav_usd: ({ navUsd }) => navUsd },
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
    key: 'cost',
    label: 'Cost',
    align: 'right',
    minor: true,
    cell: ({ costUsd }) => formatUsd(costUsd),
    sortBy: ({ costUsd }) => costUsd,
    csv: 'cost_usd',
  },
  {
    key: 'pnl',
    label: 'Unrealized',
    align: 'right',
    cell: (fund) => (
      <span className="gain">
        <UsdGain usd={fund.gainUsd} /> <PercentChange percent={gainPct(fund)} />
      </span>
    ),
    sortBy: ({ gainUsd }) => gainUsd,
    csv: { gain_usd: ({ gainUsd }) => gainUsd, gain_pct: gainPct },
  },
];

/** A table of the shares of each fund that belong to a wallet, pledged ones too. */
export function Positions({ address }: { readonly address: string }) {
  return (
    <QuerySection
      query={netWorthQuery}
      variables={{ wallet: address, address }}
      height={360}
      every={20_000}
    >
      {({ portfolio }) => {
        const rows = readFundShares(portfolio);
        if (rows === null)
          return <EmptyNote>The shares of this wallet could not be read.</EmptyNote>;
        return (
          <DataTable
            label="Positions"
            csv="positions"
            columns={columns}
            rows={rows}
            rowKey={({ key }) => key}
            initialSort={{ key: 'value', descending: true }}
            empty="This wallet holds no fund."
          />
        );
      }}
    </QuerySection>
  );
}
