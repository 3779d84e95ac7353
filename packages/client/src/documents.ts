/**
 * A GraphQL document as text, with the types of its variables and its result. The documents of this
 * package are such texts; so are those that code generators write as strings.
 */
export type TypedDocument<Data, Variables> = string & {
  readonly __apiType?: (variables: Variables) => Data;
};

/**
 * What the client accepts as a document: text, a `TypedDocument`, the `TypedDocumentString` of
 * code generators, or a `TypedDocumentNode` that was parsed from text, such as those of gql.tada.
 */
export type DocumentInput<Data, Variables> = {
  toString(): string;
  readonly __apiType?: (variables: Variables) => Data;
};

/**
 * Returns the text of a document.
 *
 * @throws {TypeError} a parsed document does not have its text (`loc.source.body`).
 */
export function getDocumentText(document: { toString(): string }): string {
  const node = document as {
    readonly kind?: string;
    readonly loc?: { source?: { body?: string } };
  };
  if (node.kind !== 'Document') return String(document);
  const text = node.loc?.source?.body;
  if (text === undefined) {
    throw new TypeError('the document has no text: pass `print(document)` of the package graphql');
  }
  return text;
}
