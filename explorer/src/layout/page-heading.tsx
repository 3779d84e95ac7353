import type { ReactNode } from 'react';
import type { PageHead } from '../pages/page-heads.ts';
import { Skeleton } from '../ui/skeleton.tsx';

/** The top of a page: its heading, what the page is for, and what can be done with it. */
export function PageHeading(props: {
  readonly heading: ReactNode;
  readonly lede: string;
  readonly actions?: ReactNode;
  /** Where the page's query is shown; none while the page's code is loading. */
  readonly queryUrl?: string;
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
        <a className="query-link small" href={queryUrl}>
          This page’s query
        </a>
      </div>
    </div>
  );
}

/** A page whose code or main data are on their way. */
export function PageSkeleton({ head }: { readonly head: PageHead }) {
  return (
    <>
      <PageHeading heading={head.title} lede={head.lede} />
      <Skeleton />
    </>
  );
}
