import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { type ReactNode, useEffect } from 'react';
import type { AnyVariables } from 'urql';
import { graphiqlUrl } from '../lib/graphiql-url.ts';
import type { PageHead } from '../pages/page-heads.ts';
import { PageHeading } from './page-heading.tsx';

type PageProps<Data, Variables extends AnyVariables> = {
  readonly head: PageHead;
  /**
   * Title of the page, if it is more specific than that of `head`, which is shown until the data
   * have loaded.
   */
  readonly title?: string;
  /** Content of the heading, if it is more than the title. */
  readonly heading?: ReactNode;
  readonly actions?: ReactNode;
  /** The page's main query, which users can open in GraphiQL. */
  readonly query: TypedDocumentNode<Data, Variables>;
  readonly variables: Variables;
  readonly children: ReactNode;
};

/** A page with its heading, its content and a link to its query in GraphiQL. */
export function Page<Data, Variables extends AnyVariables>(props: PageProps<Data, Variables>) {
  const { head, title = head.title, heading = title, actions, query, variables, children } = props;
  useEffect(() => {
    document.title = `${title} · DTF explorer`;
  }, [title]);
  return (
    <>
      <PageHeading
        heading={heading}
        lede={head.lede}
        actions={actions}
        queryUrl={graphiqlUrl(query, variables)}
      />
      {children}
    </>
  );
}
