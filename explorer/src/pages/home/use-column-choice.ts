import { useSearchParams } from 'react-router';
import { columnSets } from './column-sets.ts';
import { type FundColumnKey, optionalColumns } from './fund-columns.tsx';

const param = 'columns';
const usualColumns = columnSets[0].columns;

/** Returns the columns that the page's address names, and a function that changes them. */
export function useColumnChoice(): readonly [
  ReadonlySet<FundColumnKey>,
  (shown: ReadonlySet<FundColumnKey>) => void,
] {
  const [params, setParams] = useSearchParams();
  const names = params.get(param)?.split(',');
  const shown =
    names === undefined
      ? usualColumns
      : new Set(optionalColumns.map(({ key }) => key).filter((key) => names.includes(key)));
  return [
    shown,
    (next) =>
      setParams(
        (current) => {
          if (next === usualColumns) current.delete(param);
          else
            current.set(
              param,
              optionalColumns
                .map(({ key }) => key)
                .filter((key) => next.has(key))
                .join(','),
            );
          return current;
        },
        { replace: true },
      ),
  ];
}
