import { useState } from 'react';
import { Button } from './button.tsx';

type PageInfo = { readonly hasNextPage: boolean; readonly endCursor: string | null };

/** Cursors of the pages before the current one, the current one last; null is the first page. */
export function usePages() {
  const [cursors, setCursors] = useState<readonly (string | null)[]>([null]);
  return {
    after: cursors.at(-1) ?? null,
    page: cursors.length,
    next: (cursor: string | null) => setCursors((list) => [...list, cursor]),
    previous: () => setCursors((list) => (list.length > 1 ? list.slice(0, -1) : list)),
    first: () => setCursors([null]),
  };
}

/** How long a list is, and buttons to its previous and next page where it has several. */
export function Pager(props: {
  readonly pages: ReturnType<typeof usePages>;
  readonly pageInfo: PageInfo;
  readonly summary: string;
}) {
  const { pages, pageInfo } = props;
  const isWhole = pages.page === 1 && !pageInfo.hasNextPage;
  const summary = (
    <span className="muted small" role="status">
      {props.summary}
    </span>
  );
  if (isWhole) return <div className="pager">{summary}</div>;
  return (
    <nav className="pager" aria-label="Pages">
      {summary}
      <Button size="small" disabled={pages.page === 1} onClick={pages.previous}>
        Previous
      </Button>
      <Button
        size="small"
        disabled={!pageInfo.hasNextPage}
        onClick={() => pages.next(pageInfo.endCursor)}
      >
        Next
      </Button>
    </nav>
  );
}
