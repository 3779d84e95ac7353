import type { ReactNode } from 'react';
import type { PageHead } from '../pages/page-heads.ts';
import { Skeleton } from '../ui/skeleton.tsx';

/** The top of a page: its heading, a description and actions. */
export function PageHeading(props: {
  readonly heading: ReactNode;
  readonly lede: string;
  readonly actions?: ReactNode;
  /**
   * URL of the page's query in GraphiQL; absent while the page's code is loading, null for a page
   * without data.
   */
  readonly queryUrl?: string | null;
}) {
  const { heading, lede, actions, queryUrl } = props;
  return (
    <div className="page-head">
      <div>
        <h1>{heading}</h1>
        <p className="lede muted">{lede}</p>
      </div>
      <div className="page-actions">
        {actions}
        {queryUrl !== null && (
          <a className="query-link small" href={queryUrl}>
            This page’s query
          </a>
        )}
      </div>
    </div>
  );
}

/** Placeholder of a page whose code or main data are loading. */
export function PageSkeleton({ head }: { readonly head: PageHead }) {
  return (
    <>
      <PageHeading
        heading={head.title}
        lede={head.lede}
        {...(head.hasQuery === false ? { queryUrl: null } : {})}
      />
      <Skeleton />
    </>
  );
}
