import type { Context } from '../context.ts';
import type { FieldNames } from '../graphql/execution/fragments/shadow-schema.ts';
import type { BroughtAlong } from '../graphql/execution/own/brought-along.ts';
import type { TextField } from '../graphql/execution/own/text-fields.ts';
import type { Route } from '../http/route.ts';

/** What a slice gives to the two doors. Its SDL is `schema/<name>.graphql`. */
export type Slice = {
  readonly name: string;
  /** Resolver map, typed by the generated `Resolvers` where it is written. */
  readonly resolvers: Readonly<Record<string, unknown>>;
  readonly routes: readonly Route<Context>[];
  /**
   * Fields of types whose JSON is kept beside the values: a field's value is the same object for as
   * long as it is cached, and all that can be selected below follows from it and from cached values.
   */
  readonly encoded?: FieldNames;
  /** Leaves that the resolver of a list above them brings along. */
  readonly brought?: readonly BroughtAlong[];
  /** Lists whose JSON is at hand. */
  readonly texts?: readonly TextField[];
  /** For `Query.node`: type name → the object behind a key, or null when it does not exist. */
  readonly nodes?: Readonly<Record<string, (key: string, context: Context) => unknown>>;
};
