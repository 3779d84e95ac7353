import type { ReactNode } from 'react';
import { formatCount, formatSigned } from '../lib/format.ts';
import { sum } from '../lib/sum.ts';
import { TableFoot } from '../ui/table-foot.tsx';

/** What one part added to a return, percentage points. */
export type Contribution = {
  readonly key: string;
  readonly name: string;
  readonly points: number;
  /** What is to be said about it beside its name. */
  readonly note?: ReactNode;
};

/** Largest gains and largest losses that are listed. */
const listed = 5;

const toHundredths = (points: number) => Math.round(points * 100);

/**
 * What each part added to a return: the largest gains, the largest losses and all others, which
 * add up to the total as they are shown.
 */
export function ContributionTable(props: {
  readonly label: string;
  /** What a part is called, such as `asset`. */
  readonly noun: string;
  readonly contributions: readonly Contribution[];
  /** Whether these are all parts. If not, those that are missing count as others. */
  readonly isComplete: boolean;
  /** What belongs to no part: its name and, if all parts are known, its points follow. */
  readonly residual: { readonly name: ReactNode; readonly points: number };
  readonly total: { readonly name: string; readonly points: number };
  /** What is said below, given what all parts add up to as they are shown, percentage points. */
  readonly explain?: (partsPoints: number) => ReactNode;
  readonly file: string;
}) {
  const { label, noun, isComplete, residual, total, explain, file } = props;
  const sorted = [...props.contributions].sort((a, b) => b.points - a.points);
  const gains = sorted.filter(({ points }) => points >= 0).slice(0, listed);
  const losses = isComplete ? sorted.filter(({ points }) => points < 0).slice(-listed) : [];
  const shown = [...gains, ...losses];
  const others = sorted.length - shown.length;
  const hasOthers = others > 0 || !isComplete;
  // The last digit of what is not listed takes up the rounding of what is.
  const left = toHundredths(total.points) - sum(shown.map(({ points }) => toHundredths(points)));
  const residualShown = hasOthers ? toHundredths(residual.points) : left;
  const othersShown = left - toHundredths(residual.points);
  // One scale for all bars, so that their lengths can be compared.
  const largest =
    Math.max(
      ...[
        ...shown.map(({ points }) => toHundredths(points)),
        ...(hasOthers ? [othersShown] : []),
        residualShown,
        toHundredths(total.points),
      ].map(Math.abs),
    ) || 1;
  const row = (key: string, name: ReactNode, hundredths: number, isQuiet = false) => (
    <tr key={key} className={key === 'total' ? 'contribution-total' : undefined}>
      <th scope="row" className={isQuiet ? 'muted' : undefined}>
        {name}
      </th>
      <td aria-hidden="true" className="contribution-place">
        {key !== 'total' && (
          <span
            className={`contribution-bar ${hundredths < 0 ? 'down' : 'up'}`}
            style={{ width: `${(Math.abs(hundredths) / largest) * 50}%` }}
          />
        )}
      </td>
      <td className={`right ${hundredths < 0 ? 'down' : hundredths > 0 ? 'up' : ''}`}>
        {formatSigned(hundredths / 100)}
      </td>
    </tr>
  );
  const listOf = (rows: readonly Contribution[]) =>
    rows.map(({ key, name, points, note }) =>
      row(
        key,
        note === undefined ? (
          name
        ) : (
          <>
            {name} {note}
          </>
        ),
        toHundredths(points),
      ),
    );
  return (
    <section className="dense" aria-label={label}>
      <table className="versus contributions" aria-rowcount={sorted.length + 2}>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{noun}</th>
            <td />
            <th scope="col">Percentage points</th>
          </tr>
        </thead>
        <tbody>
          {listOf(gains)}
          {hasOthers &&
            row(
              'others',
              others > 0 && isComplete ? formatCount(others, `other ${noun}`) : `Other ${noun}s`,
              othersShown,
              true,
            )}
          {listOf(losses)}
          {row('residual', residual.name, residualShown, true)}
        </tbody>
        <tfoot>{row('total', total.name, toHundredths(total.points))}</tfoot>
      </table>
      <TableFoot
        of={label}
        file={file}
        rows={() => [
          [noun, 'contribution_points'],
          ...sorted.map(({ name, points }) => [name, points]),
          ['not attributed', residual.points],
          ['total', total.points],
        ]}
        count={sorted.length}
      >
        <p className="small muted">Percentage points.</p>
      </TableFoot>
      {explain?.((toHundredths(total.points) - residualShown) / 100)}
    </section>
  );
}
