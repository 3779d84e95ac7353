/** Twenty funds with all nested fields: 43 upstream calls with an empty cache, 58 kB. */
export const nestedFields =
  'dtfs(first: 20) { edges { node { id name symbol nav { wei source } aumUsd holdings { weight asset { symbol price } } navSeries(range: D30) { timestamp nav } } } }';

/** A query with a response of 1 kB. */
export const smallQuery =
  '{ dtfs(first: 5) { edges { node { id name symbol aumUsd nav { wei source } } } } }';

/** The nested query as a document. */
export const nestedQuery = `{ ${nestedFields} }`;

/**
 * Adds an unknown asset, a different one in each request, to a query. The data is the same (`probe:
 * null`), but no cached response matches.
 */
export const addUniqueProbe = (fields: string, name = 'Probed'): string =>
  `query ${name}($tag: String!) { probe: asset(symbol: $tag) { symbol } ${fields} }`;

/** Formats the body of a GraphQL request over POST. */
export const formatPostBody = (query: string, variables?: object): string =>
  JSON.stringify({ query, ...(variables ? { variables } : {}) });

/** Formats the request target of a GraphQL request over GET. */
export const formatGetPath = (query: string): string =>
  `/graphql?query=${encodeURIComponent(query)}`;
