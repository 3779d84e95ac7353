import { useEffect, useState } from 'react';
import type { FragmentType } from '../../generated/fragment-masking.ts';
import { formatCount, formatNumber } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/page-section.tsx';
import { EventTable, type eventRow } from './event-table.tsx';

type Edge = { readonly cursor: string; readonly node: FragmentType<typeof eventRow> };

/** The newest events of a fund, with a button that adds older ones. */
export function EventList(props: {
  /** The first page, which is read again now and then. */
  readonly newest: { readonly totalCount: number; readonly edges: readonly Edge[] };
  /** Reads the page after a cursor; null when that fails. */
  readonly readAfter: (cursor: string) => Promise<readonly Edge[] | null>;
}) {
  const { newest, readAfter } = props;
  const [edges, setEdges] = useState(newest.edges);
  const [state, setState] = useState<'idle' | 'reading' | 'failed'>('idle');
  useEffect(() => setEdges((known) => joinNewest(newest.edges, known)), [newest.edges]);
  const last = edges.at(-1)?.cursor;
  const readMore = async () => {
    if (last === undefined) return;
    setState('reading');
    const older = await readAfter(last);
    // What was read meanwhile may have replaced the list.
    if (older !== null) {
      setEdges((known) => (known.at(-1)?.cursor === last ? [...known, ...older] : known));
    }
    setState(older === null ? 'failed' : 'idle');
  };
  return (
    <>
      <EventTable events={edges.map(({ node }) => node)} total={newest.totalCount}>
        <span className="muted small" role="status">
          {edges.length < newest.totalCount
            ? `${formatNumber(edges.length)} of ${formatCount(newest.totalCount, 'event')}`
            : formatCount(newest.totalCount, 'event')}
        </span>
        {edges.length < newest.totalCount && (
          <Button size="small" disabled={state === 'reading'} onClick={readMore}>
            Load more
          </Button>
        )}
      </EventTable>
      {state === 'failed' && (
        <FailureNote message="Older events could not be read." onRetry={readMore} />
      )}
    </>
  );
}

/** Puts the first page before what is known; what does not adjoin it any more is dropped. */
function joinNewest(newest: readonly Edge[], known: readonly Edge[]): readonly Edge[] {
  const cursors = new Set(newest.map(({ cursor }) => cursor));
  const shared = known.findLastIndex(({ cursor }) => cursors.has(cursor));
  return shared < 0 ? newest : [...newest, ...known.slice(shared + 1)];
}
