/** Twenty funds with everything below them: 43 upstream calls when nothing is known, 58 kB. */
export const nestedFields =
  'dtfs(first: 20) { edges { node { id name symbol nav { wei source } aumUsd holdings { weight asset { symbol price } } navSeries(range: D30) { timestamp nav } } } }';

/** An answer of 1 kB. */
export const smallQuery =
  '{ dtfs(first: 5) { edges { node { id name symbol aumUsd nav { wei source } } } } }';

/** The whole nested query. */
export const nestedQuery = `{ ${nestedFields} }`;

/**
 * A query that asks for an unknown asset beside its fields, another one at each request: the data is
 * the same (`probe: null`), yet no answer that was made before fits.
 */
export const probed = (fields: string, name = 'Probed'): string =>
  `query ${name}($tag: String!) { probe: asset(symbol: $tag) { symbol } ${fields} }`;

/** The body of a GraphQL request over POST. */
export const postBody = (query: string, variables?: object): string =>
  JSON.stringify({ query, ...(variables ? { variables } : {}) });

/** The target of a GraphQL request over GET. */
export const getPath = (query: string): string => `/graphql?query=${encodeURIComponent(query)}`;
