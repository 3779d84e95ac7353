/** The path of the GraphQL API. */
export const graphqlPath = '/graphql';
