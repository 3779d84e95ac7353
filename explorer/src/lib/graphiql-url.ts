import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { type AnyVariables, stringifyDocument } from 'urql';

/** Returns the URL at which GraphiQL shows a document with its variables. */
export function graphiqlUrl(
  query: TypedDocumentNode<unknown, never> | object,
  variables: AnyVariables,
): string {
  const params = new URLSearchParams({
    query: stringifyDocument(query as TypedDocumentNode),
    variables: JSON.stringify(variables ?? {}, null, 2),
  });
  return `/graphql?${params}`;
}
