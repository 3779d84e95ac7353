import { type FragmentType, readFragment } from '../../generated/fragment-masking.ts';
import type { DtfOrderField } from '../../generated/graphql.ts';
import type { Sort } from '../../lib/use-url-sort.ts';
import { CsvButton } from '../../performance/csv-button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { type FundColumnKey, fundColumns, fundRow } from './fund-columns.tsx';

type FundsProps = {
  readonly funds: readonly FragmentType<typeof fundRow>[];
  readonly shown: ReadonlySet<FundColumnKey>;
};

const columnsOf = (shown: ReadonlySet<FundColumnKey>) =>
  fundColumns.filter(({ key }) => key === 'NAME' || shown.has(key));

/** A table of one page of funds, in the server's order. */
export function FundTable(
  props: FundsProps & {
    readonly sort: Sort<DtfOrderField>;
    readonly onSort: (sort: Sort<DtfOrderField>) => void;
    /** The column that narrow screens show beside name and NAV. */
    readonly mainColumn: FundColumnKey;
    readonly empty: string;
  },
) {
  const columns = columnsOf(props.shown).map((column) => ({
    ...column,
    minor: !['NAME', 'NAV', props.mainColumn].includes(column.key),
  }));
  return (
    <DataTable
      label="Funds"
      columns={columns}
      rows={readFragment(fundRow, props.funds)}
      rowKey={({ id }) => id}
      order={{
        sort: props.sort,
        // Only columns by which the server can sort are clickable.
        onSort: (sort) => props.onSort(sort as Sort<DtfOrderField>),
      }}
      empty={props.empty}
    />
  );
}

/** A button that downloads the columns and funds that are shown. */
export function FundCsv({ funds, shown }: FundsProps) {
  const saved = columnsOf(shown).flatMap(({ label, value }) =>
    value === undefined ? [] : [{ label, value }],
  );
  return (
    <CsvButton
      of="Funds"
      file="funds"
      rows={() => [
        ['Ticker', 'Fund', ...saved.map(({ label }) => label)],
        ...readFragment(fundRow, funds).map((fund) => [
          fund.symbol,
          fund.name,
          ...saved.map(({ value }) => value(fund)),
        ]),
      ]}
    />
  );
}
