import type { QuickFields } from '../graphql/execution/index.ts';
import type { SchemaPart } from '../graphql/schema.ts';
import type { Route } from '../http/route.ts';

/** What a slice gives to the two doors, for requests that carry `C`. */
export type Slice<C> = SchemaPart<C> & QuickFields & { readonly routes: readonly Route<C>[] };
