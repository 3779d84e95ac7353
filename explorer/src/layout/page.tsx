import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { type ReactNode, useEffect } from 'react';
import { type AnyVariables, stringifyDocument } from 'urql';

type PageProps<Data, Variables extends AnyVariables> = {
  readonly title: string;
  /** What the heading shows if it is more than the title. */
  readonly heading?: ReactNode;
  readonly lede?: ReactNode;
  readonly actions?: ReactNode;
  /** The page's main query, which a reader can open in GraphiQL. */
  readonly query: TypedDocumentNode<Data, Variables>;
  readonly variables: Variables;
  readonly children: ReactNode;
};

/** A page: its heading, its content, and the way to its query. */
export function Page<Data, Variables extends AnyVariables>(props: PageProps<Data, Variables>) {
  const { title, heading = title, lede, actions, query, variables, children } = props;
  useEffect(() => {
    document.title = `${title} · DTF explorer`;
  }, [title]);
  return (
    <>
      <div className="page-head">
        <div>
          <h1>{heading}</h1>
          {lede !== undefined && <p className="lede muted">{lede}</p>}
        </div>
        <div className="page-actions">
          {actions}
          <a className="query-link small" href={graphiqlUrl(query, variables)}>
            This page’s query
          </a>
        </div>
      </div>
      {children}
    </>
  );
}

/** The address at which GraphiQL shows a document with its variables. */
function graphiqlUrl(
  query: TypedDocumentNode<unknown, never> | object,
  variables: AnyVariables,
): string {
  const params = new URLSearchParams({
    query: stringifyDocument(query as TypedDocumentNode),
    variables: JSON.stringify(variables ?? {}, null, 2),
  });
  return `/graphql?${params}`;
}
