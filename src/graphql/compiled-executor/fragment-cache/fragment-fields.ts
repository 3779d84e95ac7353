import {
  defaultFieldResolver,
  type GraphQLField,
  GraphQLInt,
  GraphQLNonNull,
  type GraphQLSchema,
} from 'graphql';
import type { Context } from '../../../context.ts';
import type { Variables } from '../../variables.ts';
import { addJsonPlaceholderField } from '../json-placeholder-field.ts';
import type { CompiledFragmentsById } from './compiled-fragment.ts';

export type FieldsByType = Readonly<Record<string, readonly string[]>>;

/** Root value of placeholder fields in one execution; after `hasFailed` resolvers do nothing. */
export type CachedFragmentExecutionState = {
  readonly variables: Variables;
  readonly fragments: CompiledFragmentsById;
  /** Encoded fragments, at the positions of their placeholders. */
  readonly encoded: Buffer[];
  bytesLeft: number;
  hasFailed: boolean;
};

/** Creates the state of a new execution. */
export const createCachedFragmentExecutionState = (
  variables: Variables,
  fragments: CompiledFragmentsById,
  maxBytes: number,
): CachedFragmentExecutionState => ({
  variables,
  fragments,
  encoded: [],
  bytesLeft: maxBytes,
  hasFailed: false,
});

/** Encodes a value's fragment and returns its placeholder; null if that cannot be synchronous. */
export type EncodeFragmentToPlaceholder = (
  fragment: number,
  value: object,
  of: { readonly context: Context; readonly run: CachedFragmentExecutionState },
) => string | null;

/** Returns the name of the placeholder field beside a field. */
export const placeholderFieldName = (field: string) => `${field}__encoded`;
/** Returns the name of the root field whose value a fragment of this field selects from. */
export const fragmentRootName = (type: string, field: string) => `${type}__${field}`;
/** The argument of placeholder fields that carries the fragment id. */
export const fragmentIdArgument = 'part';

/**
 * Adds to the schema of plans a placeholder field beside each cached field, and a root field for
 * each, whose value the fragments of the cached field select from.
 *
 * @throws {Error} the schema lacks a field of `fields`.
 */
export function addFragmentFields(
  schema: GraphQLSchema,
  fields: FieldsByType,
  encode: EncodeFragmentToPlaceholder,
): void {
  const roots = schema.getQueryType()?.getFields() ?? {};
  for (const [typeName, fieldNames] of Object.entries(fields)) {
    for (const field of fieldNames) {
      const names = { type: typeName, field, placeholder: placeholderFieldName(field) };
      const { resolve: _, ...cached } = addJsonPlaceholderField(schema, names, (one) =>
        createPlaceholderConfig(one, encode),
      );
      const name = fragmentRootName(typeName, field);
      roots[name] = { ...cached, name, args: [] };
    }
  }
}

function createPlaceholderConfig(
  field: GraphQLField<unknown, Context>,
  encode: EncodeFragmentToPlaceholder,
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
      const state = info.rootValue as CachedFragmentExecutionState;
      if (state.hasFailed) return null;
      const value: unknown = attempt(() => resolve(source, args, context, info));
      if (value === null || value === undefined) return value;
      // Prevents an unhandled rejection. The execution without fragments reports the error.
      if (value instanceof Promise) value.catch(() => {});
      const encoded = isAtHand(value) ? encode(fragment, value, { context, run: state }) : null;
      if (encoded === null) state.hasFailed = true;
      return encoded;
    },
  };
}

/** Returns a thrown error as a value. The execution without fragments reports it. */
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
