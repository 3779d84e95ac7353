/** What `apollo.ts` needs of the package, which is an optional peer and not installed here. */
declare module '@apollo/client' {
  export type TypePolicies = { readonly [typename: string]: object };
}
declare module '@apollo/client/utilities' {
  export function relayStylePagination(keyArgs?: readonly string[]): object;
}
