import { Button } from '../../ui/button.tsx';
import { Hint } from '../../ui/fields.tsx';
import { Popover } from '../../ui/popover.tsx';
import { type FundColumnKey, nameColumn, optionalColumns } from './fund-columns.tsx';

/** A menu in which readers choose the columns of the list of funds. */
export function ColumnMenu(props: {
  readonly shown: ReadonlySet<FundColumnKey>;
  readonly onChange: (shown: ReadonlySet<FundColumnKey>) => void;
}) {
  const { shown, onChange } = props;
  return (
    <Popover
      label="Columns of the list"
      className="column-menu"
      button={(open) => <Button {...open}>Columns</Button>}
    >
      {optionalColumns.map(({ key, definition, ...column }) => (
        <div key={key} className="column-choice small">
          <label>
            <input
              type="checkbox"
              checked={shown.has(key)}
              onChange={() => {
                const next = new Set(shown);
                if (!next.delete(key)) next.add(key);
                onChange(next);
              }}
            />{' '}
            {nameColumn(column)}
          </label>
          {definition !== undefined && <Hint label={nameColumn(column)} text={definition} />}
        </div>
      ))}
    </Popover>
  );
}
