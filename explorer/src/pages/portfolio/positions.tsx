import { formatExactWei, formatPrice, formatUsd, formatWei } from '../../lib/format.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { PercentChange } from '../../ui/figures.tsx';
import { fundColumn } from '../../ui/fund-column.tsx';
import { EmptyNote } from '../../ui/page-section.tsx';
import { QuerySection } from '../../ui/query-section.tsx';
import { type FundShares, readFundShares, shareDefinitions, sumAmounts } from './fund-shares.ts';
import { Gain } from './gain.tsx';
import { netWorthQuery } from './whole-picture.ts';

const gainPct = ({ gainUsd, costUsd }: FundShares) =>
  gainUsd === null || costUsd === null || costUsd === 0 ? null : (100 * gainUsd) / costUsd;

const columns: readonly Column<FundShares>[] = [
  fundColumn({ fundOf: ({ dtf }) => dtf, hasName: true }),
  {
    key: 'shares',
    label: 'In the wallet',
    definition: shareDefinitions.inWallet,
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
    definition: shareDefinitions.pledged,
    align: 'right',
    minor: true,
    cell: ({ pledged }) => (pledged.shares === 0n ? '–' : formatWei(String(pledged.shares), '', 3)),
    sortBy: ({ pledged }) => pledged.valueUsd,
    csv: { pledged_shares: ({ pledged }) => formatExactWei(String(pledged.shares)) },
  },
  {
    key: 'nav',
    label: 'NAV',
    definition: shareDefinitions.nav,
    align: 'right',
    minor: true,
    cell: ({ navUsd }) => formatPrice(navUsd),
    csv: { nav_usd: ({ navUsd }) => navUsd },
  },
  {
    key: 'value',
    label: 'Value',
    definition: shareDefinitions.value,
    align: 'right',
    cell: ({ valueUsd }) => formatUsd(valueUsd),
    sortBy: ({ valueUsd }) => valueUsd,
    csv: 'value_usd',
  },
  {
    key: 'cost',
    label: 'Cost',
    definition: shareDefinitions.cost,
    align: 'right',
    minor: true,
    cell: ({ costUsd, unknownUsd }) =>
      costUsd === null && unknownUsd > 0 ? (
        <span className="muted">unknown</span>
      ) : (
        formatUsd(costUsd)
      ),
    sortBy: ({ costUsd }) => costUsd,
    csv: 'cost_usd',
  },
  {
    key: 'pnl',
    label: 'Unrealized',
    definition: `${shareDefinitions.unrealized} In percent: of the cost.`,
    align: 'right',
    cell: (fund) => (
      <span className="gain">
        <Gain usd={fund.gainUsd} unknownUsd={fund.unknownUsd} />{' '}
        {fund.gainUsd !== null && <PercentChange percent={gainPct(fund)} />}
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
        const { unknownUsd } = sumAmounts(rows);
        return (
          <>
            <DataTable
              label="Positions"
              csv="positions"
              columns={columns}
              rows={rows}
              rowKey={({ key }) => key}
              initialSort={{ key: 'value', descending: true }}
              empty="This wallet holds no fund."
            />
            {unknownUsd > 0 && (
              <p className="muted small measure">
                {formatUsd(unknownUsd)} of these shares came without a known purchase, so their cost
                and gain are unknown. Where only part of a fund’s shares was bought, cost and gain
                are those of that part.
              </p>
            )}
          </>
        );
      }}
    </QuerySection>
  );
}
