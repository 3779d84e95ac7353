import type { FieldsWithReusableJson } from '../graphql/compiled-executor/index.ts';
import type { GraphiQLTab } from '../graphql/graphiql/graphiql.ts';
import type { SchemaModule } from '../graphql/schema.ts';
import type { OpenApiRouteGroup } from '../http/ops/openapi.ts';
import type { PublicMessages } from '../upstreams/index.ts';

/** What a domain contributes to the REST and GraphQL APIs, for requests with context `C`. */
export type DomainModule<C> = SchemaModule<C> &
  FieldsWithReusableJson &
  OpenApiRouteGroup<C> & {
    /** The domain's tabs in GraphiQL. */
    readonly exampleOperations: readonly GraphiQLTab[];
    /** Error messages of the domain's upstreams that clients may see. */
    readonly publicMessages?: PublicMessages;
    /** Path prefixes that some clients send, with the prefixes that they stand for. */
    readonly routePrefixAliases?: Readonly<Record<string, string>>;
  };

/** The error of a route when the data node is unavailable, for the OpenAPI document. */
export const dataNodeUnavailableRouteError = {
  502: {
    when: 'the data node is unavailable',
    message: 'the data node is unavailable; try again later',
  },
};
