import type { ReactNode } from 'react';
import { type FragmentType, readFragment } from '../../generated/fragment-masking.ts';
import type { DtfOrderField } from '../../generated/graphql.ts';
import { isMarked, understatedNote } from '../../lib/fresh-prices.ts';
import { fundWord, maxPeers } from '../../lib/fund-word.ts';
import type { Sort } from '../../lib/use-url-sort.ts';
import { DataTable } from '../../ui/data-table.tsx';
import {
  type FundColumn,
  type FundColumnKey,
  fundColumns,
  fundRow,
  riskColumns,
} from './fund-columns.tsx';

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
  /** Words of the funds that are chosen to be compared. */
  readonly chosen: readonly string[];
  readonly onChoose: (chosen: readonly string[]) => void;
  readonly empty: string;
  /** Controls of the list. */
  readonly children: ReactNode;
}) {
  const { shown, mainColumn, chosen, onChoose } = props;
  const funds = readFragment(fundRow, props.funds);
  const choosable = (column: FundColumn): FundColumn['cell'] =>
    function ChoosableFund(fund, index) {
      const word = fundWord(fund);
      const isChosen = chosen.includes(word);
      return (
        <span className="choosable-fund">
          <label className="choice" title="Choose to compare">
            <input
              type="checkbox"
              aria-label={`Compare ${fund.symbol ?? fund.name ?? 'this fund'}`}
              checked={isChosen}
              disabled={!isChosen && chosen.length >= maxPeers}
              onChange={() =>
                onChoose(isChosen ? chosen.filter((one) => one !== word) : [...chosen, word])
              }
            />
          </label>
          {column.cell(fund, index)}
        </span>
      );
    };
  const columns = fundColumns
    .filter(({ key }) => key === 'NAME' || shown.has(key))
    .map((column) => ({
      ...column,
      cell: column.key === 'NAME' ? choosable(column) : column.cell,
      minor: !['NAME', 'NAV', mainColumn].includes(column.key),
    }));
  const marksRisk =
    columns.some(({ key }) => riskColumns.has(key)) &&
    funds.some(({ unchangedPricesPct }) => isMarked(unchangedPricesPct));
  return (
    <>
      <DataTable
        label="Funds"
        columns={columns}
        rows={funds}
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
      {marksRisk && (
        <p className={`small muted ${riskColumns.has(mainColumn) ? '' : 'minor'}`}>
          † {understatedNote}
        </p>
      )}
    </>
  );
}
