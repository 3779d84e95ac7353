import type { Context } from '../context.ts';
import type { Route } from '../http/route.ts';

/** What a slice gives to the two doors. Its SDL is `schema/<name>.graphql`. */
export type Slice = {
  readonly name: string;
  /** Resolver map, typed by the generated `Resolvers` where it is written. */
  readonly resolvers: Readonly<Record<string, unknown>>;
  readonly routes: readonly Route<Context>[];
  /** For `Query.node`: type name → the object behind a key, or null when it does not exist. */
  readonly nodes?: Readonly<Record<string, (key: string, context: Context) => unknown>>;
};
