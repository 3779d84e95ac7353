import {
  defaultFieldResolver,
  type GraphQLField,
  GraphQLInt,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLSchema,
} from 'graphql';
import type { Context } from '../../../context.ts';
import { addTwin } from '../twins.ts';
import type { Run } from './run.ts';

/** Fields by the name of their type. */
export type FieldNames = Readonly<Record<string, readonly string[]>>;

/** The text of a field's value, as the part with this number selects from it; null when it cannot be had. */
export type EncodePart = (
  part: number,
  value: object,
  of: { readonly context: Context; readonly run: Run },
) => string | null;

/** Nobody sees this schema: it is what operations in parts are compiled against. */
export type ShadowSchema = {
  /** The schema, in which encoded fields have twins. */
  readonly schema: GraphQLSchema;
  /** The same types below roots that stand for the encoded fields. */
  readonly parts: GraphQLSchema;
};

/** The twin of a field, a scalar: its argument `part` says what would be selected. */
export const twinOf = (field: string) => `${field}__encoded`;
/** The root that stands for a field. */
export const rootOf = (type: string, field: string) => `${type}__${field}`;
/** The argument of twins. */
export const partArgument = 'part';

/**
 * Adds the twins to a schema that is used for nothing else.
 *
 * @throws {Error} there is no such field.
 */
export function createShadowSchema(
  schema: GraphQLSchema,
  fields: FieldNames,
  encode: EncodePart,
): ShadowSchema {
  const roots: Record<string, { readonly type: GraphQLField<unknown, unknown>['type'] }> = {};
  for (const [typeName, names] of Object.entries(fields)) {
    for (const name of names) {
      const place = { type: typeName, field: name, twin: twinOf(name) };
      const { type } = addTwin(schema, place, (field) => ownOfTwin(field, encode));
      roots[rootOf(typeName, name)] = { type };
    }
  }
  const query = new GraphQLObjectType({ name: 'Parts', fields: roots });
  const types = Object.values(schema.getTypeMap());
  return { schema, parts: new GraphQLSchema({ query, types, assumeValid: true }) };
}

function ownOfTwin(
  field: GraphQLField<unknown, Context>,
  encode: EncodePart,
): Pick<GraphQLField<unknown, Context>, 'args' | 'resolve'> {
  const resolve = field.resolve ?? defaultFieldResolver;
  return {
    args: [
      ...field.args,
      {
        name: partArgument,
        type: new GraphQLNonNull(GraphQLInt),
        description: null,
        defaultValue: undefined,
        deprecationReason: null,
        extensions: {},
        astNode: null,
      },
    ],
    resolve: (source, { [partArgument]: part, ...args }, context, info) => {
      const run = info.rootValue as Run;
      if (run.hasFailed) return null;
      const value: unknown = attempt(() => resolve(source, args, context, info));
      if (value === null || value === undefined) return value;
      // The plain execution waits for it, and tells when it fails.
      if (value instanceof Promise) value.catch(() => {});
      const encoded = isAtHand(value) ? encode(part, value, { context, run }) : null;
      if (encoded === null) run.hasFailed = true;
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
