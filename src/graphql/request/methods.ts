/** The methods of GraphQL over HTTP; `QUERY` is a safe POST (RFC 10008). */
export const graphqlMethods = 'GET, POST, QUERY, OPTIONS';

/** The media type that the body of a `QUERY` has (RFC 10008, `Accept-Query`). */
export const acceptQueryHeader = { 'Accept-Query': 'application/json' };

/** Whether a method takes the parameters from its body. */
export const hasGraphQLBody = (method: string | undefined): boolean =>
  method === 'POST' || method === 'QUERY';

/** Whether a method must change nothing, so that its response may be cached. */
export const isSafeMethod = (method: string | undefined): boolean =>
  method === 'GET' || method === 'QUERY';
