import { isMarked } from '../lib/fresh-prices.ts';
import type { Column, CsvColumns } from './data-table.tsx';
import { FundLink } from './figures.tsx';
import { FreshMark } from './fresh-mark.tsx';

type Fund = {
  readonly itpId: string;
  readonly symbol: string | null;
  readonly name?: string | null;
  /** Weight of prices that stand still, percent; a fund with many is marked where it is read. */
  readonly unchangedPricesPct?: number | null;
};

/** A fund as a link, with a mark if a part of its basket has prices that stand still. */
export function MarkedFund({ unchangedPricesPct = null, ...fund }: Fund) {
  if (!isMarked(unchangedPricesPct)) return <FundLink {...fund} />;
  return (
    <span className="marked-fund">
      <FundLink {...fund} />
      <FreshMark unchangedPct={unchangedPricesPct} />
    </span>
  );
}

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
      return fund === null ? 'Unknown fund' : <MarkedFund {...fund} />;
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
