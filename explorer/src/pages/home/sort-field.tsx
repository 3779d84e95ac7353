import type { DtfOrderField } from '../../generated/graphql.ts';
import type { Sort } from '../../lib/use-url-sort.ts';
import { SelectField } from '../../ui/fields.tsx';
import { fundColumns, nameColumn } from './fund-columns.tsx';

/** Chooses the order of the list on narrow screens, which show only the column of the order. */
export function SortField(props: {
  readonly sort: Sort<DtfOrderField>;
  readonly onSort: (sort: Sort<DtfOrderField>) => void;
}) {
  const { sort, onSort } = props;
  return (
    <div className="narrow-only">
      <SelectField
        label="Order by"
        value={`${sort.descending ? '' : '-'}${sort.key}`}
        onChange={({ target }) =>
          onSort({
            key: target.value.replace('-', '') as DtfOrderField,
            descending: !target.value.startsWith('-'),
          })
        }
      >
        {fundColumns
          .filter(({ sortBy }) => sortBy !== undefined)
          .flatMap((column) => [
            <option key={column.key} value={column.key}>
              {nameColumn(column)} ↓
            </option>,
            <option key={`-${column.key}`} value={`-${column.key}`}>
              {nameColumn(column)} ↑
            </option>,
          ])}
      </SelectField>
    </div>
  );
}
