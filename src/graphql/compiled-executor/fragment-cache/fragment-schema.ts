import {
  defaultFieldResolver,
  type GraphQLField,
  GraphQLInt,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLSchema,
} from 'graphql';
import type { Context } from '../../../context.ts';
import { addPlaceholderField } from '../placeholder-field.ts';
import type { ExecutionState } from './execution-state.ts';

/** Fields by the name of their type. */
export type FieldsByType = Readonly<Record<string, readonly string[]>>;

/** The text of a field's value, as the part with this number selects from it; null when it cannot be had. */
export type EncodeFragment = (
  fragment: number,
  value: object,
  of: { readonly context: Context; readonly run: ExecutionState },
) => string | null;

/** Nobody sees this schema: it is what operations in parts are compiled against. */
export type FragmentSchema = {
  /** The schema, in which encoded fields have twins. */
  readonly schema: GraphQLSchema;
  /** The same types below roots that stand for the encoded fields. */
  readonly fragments: GraphQLSchema;
};

/** The twin of a field, a scalar: its argument `part` says what would be selected. */
export const encodedFieldName = (field: string) => `${field}__encoded`;
/** The root that stands for a field. */
export const fragmentRootName = (type: string, field: string) => `${type}__${field}`;
/** The argument of twins. */
export const fragmentIdArgument = 'part';

/**
 * Adds the twins to a schema that is used for nothing else.
 *
 * @throws {Error} there is no such field.
 */
export function createFragmentSchema(
  schema: GraphQLSchema,
  fields: FieldsByType,
  encode: EncodeFragment,
): FragmentSchema {
  const roots: Record<string, { readonly type: GraphQLField<unknown, unknown>['type'] }> = {};
  for (const [typeName, names] of Object.entries(fields)) {
    for (const name of names) {
      const place = { type: typeName, field: name, twin: encodedFieldName(name) };
      const { type } = addPlaceholderField(schema, place, (field) => ownOfTwin(field, encode));
      roots[fragmentRootName(typeName, name)] = { type };
    }
  }
  const query = new GraphQLObjectType({ name: 'Parts', fields: roots });
  const types = Object.values(schema.getTypeMap());
  return { schema, fragments: new GraphQLSchema({ query, types, assumeValid: true }) };
}

function ownOfTwin(
  field: GraphQLField<unknown, Context>,
  encode: EncodeFragment,
): Pick<GraphQLField<unknown, Context>, 'args' | 'resolve'> {
  const resolve = field.resolve ?? defaultFieldResolver;
  return {
    args: [
      ...field.args,
      {
        name: fragmentIdArgument,
        type: new GraphQLNonNull(GraphQLInt),
        description: null,
        defaultValue: undefined,
        deprecationReason: null,
        extensions: {},
        astNode: null,
      },
    ],
    resolve: (source, { [fragmentIdArgument]: fragment, ...args }, context, info) => {
      const state = info.rootValue as ExecutionState;
      if (state.hasFailed) return null;
      const value: unknown = attempt(() => resolve(source, args, context, info));
      if (value === null || value === undefined) return value;
      // The plain execution waits for it, and tells when it fails.
      if (value instanceof Promise) value.catch(() => {});
      const encoded = isAtHand(value) ? encode(fragment, value, { context, run: state }) : null;
      if (encoded === null) state.hasFailed = true;
      return encoded;
    },
  };
}

/** An error is a value here: it makes the run fail, and is thrown again where it is to be told. */
function attempt(resolve: () => unknown): unknown {
  try {
    return resolve();
  } catch (error) {
    return error ?? new Error();
  }
}

const isAtHand = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  !(value instanceof Error) &&
  !(value instanceof Promise);
