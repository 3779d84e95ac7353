import type { ReactNode } from 'react';
import { type FragmentType, readFragment } from '../../generated/fragment-masking.ts';
import type { DtfOrderField } from '../../generated/graphql.ts';
import type { Sort } from '../../lib/use-url-sort.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { type FundColumnKey, fundColumns, fundRow } from './fund-columns.tsx';

/** A table of one page of funds, in the server's order. */
export function FundTable(props: {
  readonly funds: readonly FragmentType<typeof fundRow>[];
  readonly shown: ReadonlySet<FundColumnKey>;
  /** Number of funds on all pages. */
  readonly total: number | undefined;
  readonly sort: Sort<DtfOrderField>;
  readonly onSort: (sort: Sort<DtfOrderField>) => void;
  /** The column that narrow screens show beside name and NAV. */
  readonly mainColumn: FundColumnKey;
  readonly empty: string;
  /** Controls of the list. */
  readonly children: ReactNode;
}) {
  const columns = fundColumns
    .filter(({ key }) => key === 'NAME' || props.shown.has(key))
    .map((column) => ({
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
      csv="funds"
      total={props.total}
      empty={props.empty}
    >
      {props.children}
    </DataTable>
  );
}
