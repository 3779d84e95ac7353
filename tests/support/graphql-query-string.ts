/** What a GraphQL request says in its body, as it is said behind a question mark. */
export const toGraphQLQueryString = (body: object): string =>
  new URLSearchParams(
    Object.entries(body).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  ).toString();
