import type { Column, CsvColumns } from './data-table.tsx';
import { FundLink } from './figures.tsx';

type Fund = {
  readonly itpId: string;
  readonly symbol: string | null;
  readonly name?: string | null;
};

/** A column with the fund of a row as a link; its CSV has ticker, name where it is read, and id. */
export function fundColumn<Row>(given: {
  readonly label?: string;
  readonly definition?: string;
  readonly fundOf: (row: Row) => Fund | null;
  /** Whether the name is read and shown beside the ticker. */
  readonly hasName?: boolean;
  readonly moreCsv?: CsvColumns<Row>;
}): Column<Row> {
  const { label = 'Fund', definition, fundOf, hasName = false, moreCsv } = given;
  return {
    key: 'fund',
    label,
    ...(definition !== undefined && { definition }),
    cell: (row) => {
      const fund = fundOf(row);
      return fund === null ? 'Unknown fund' : <FundLink {...fund} />;
    },
    sortBy: (row) => fundOf(row)?.symbol,
    csv: {
      [label.toLowerCase()]: (row) => fundOf(row)?.symbol,
      ...(hasName && { name: (row: Row) => fundOf(row)?.name }),
      itp_id: (row) => fundOf(row)?.itpId,
      ...moreCsv,
    },
  };
}
