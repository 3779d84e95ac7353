import { useState } from 'react';
import { type FragmentType, readFragment } from '../generated/fragment-masking.ts';
import { graphql } from '../generated/gql.ts';
import { Button } from './button.tsx';

const pagerPage = graphql(`
  fragment PagerPage on PageInfo {
    hasNextPage
    endCursor
  }
`);

/**
 * Manages the cursors of a paginated list: those of the previous pages and finally the current one;
 * null is the first page.
 */
export function useCursorPages() {
  const [cursors, setCursors] = useState<readonly (string | null)[]>([null]);
  return {
    after: cursors.at(-1) ?? null,
    page: cursors.length,
    next: (cursor: string | null) => setCursors((list) => [...list, cursor]),
    previous: () => setCursors((list) => (list.length > 1 ? list.slice(0, -1) : list)),
    first: () => setCursors([null]),
  };
}

/** Shows the length of a list, with buttons to the previous and next page if there are several. */
export function Pager(props: {
  readonly pages: ReturnType<typeof useCursorPages>;
  readonly pageInfo: FragmentType<typeof pagerPage>;
  readonly summary: string;
}) {
  const { pages } = props;
  const pageInfo = readFragment(pagerPage, props.pageInfo);
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
