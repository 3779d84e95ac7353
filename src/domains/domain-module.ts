import type { CompiledFieldHints } from '../graphql/compiled-executor/index.ts';
import type { SchemaModule } from '../graphql/schema.ts';
import type { OpenApiRouteGroup } from '../http/ops/openapi.ts';

/** What a domain contributes to the REST and GraphQL APIs, for requests with context `C`. */
export type DomainModule<C> = SchemaModule<C> & CompiledFieldHints & OpenApiRouteGroup<C>;
