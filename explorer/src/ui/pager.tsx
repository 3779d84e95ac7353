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

/** Buttons to the previous and the next page of a list. */
export function Pager(props: {
  readonly pages: ReturnType<typeof usePages>;
  readonly pageInfo: PageInfo;
  readonly summary: string;
}) {
  const { pages, pageInfo } = props;
  return (
    <nav className="pager" aria-label="Pages">
      <span className="muted small">{props.summary}</span>
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
