import { formatExactWei, weiToNumber } from '../../lib/format.ts';
import type { Column } from '../../ui/data-table.tsx';
import { PercentChange, UsdcGain } from '../../ui/figures.tsx';
import { returnDefinition, returnOnStake } from '../markets/return-on-stake.ts';

type Earned = {
  /** Wei. */
  readonly profit: string;
  /** Wei. */
  readonly stake: string;
};

/** Returns the profit of a record in percent of its stakes; null without any. */
export const returnOf = ({ profit, stake }: Earned): number | null =>
  returnOnStake(weiToNumber(profit), weiToNumber(stake));

/** The columns of the return and the profit, which all tables of a player's record have. */
export const profitColumns: readonly Column<Earned>[] = [
  {
    key: 'return',
    label: 'Return on stake',
    definition: returnDefinition,
    align: 'right',
    minor: true,
    cell: (row) => <PercentChange percent={returnOf(row)} />,
    sortBy: returnOf,
    csv: 'return_on_stake_pct',
  },
  {
    key: 'profit',
    label: 'Profit',
    definition: 'Payouts less stakes, before the fee of a claim',
    align: 'right',
    cell: ({ profit }) => <UsdcGain amount={weiToNumber(profit)} />,
    sortBy: ({ profit }) => weiToNumber(profit),
    csv: {
      profit_usdc: ({ profit }) => formatExactWei(profit),
      stake_usdc: ({ stake }) => formatExactWei(stake),
    },
  },
];
