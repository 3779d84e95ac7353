import type { CacheHints } from '../graphql/compiled-executor/index.ts';
import type { SchemaModule } from '../graphql/schema.ts';
import type { Route } from '../http/route.ts';

/** What a slice gives to the two doors, for requests that carry `C`. */
export type DomainModule<C> = SchemaModule<C> &
  CacheHints & { readonly routes: readonly Route<C>[] };
