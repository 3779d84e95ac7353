import {
  type FieldNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { mapMaybePromise } from '../../../lib/maybe-promise.ts';
import { withResolverErrorLimit } from '../../error-limit.ts';
import { createPlaceholder } from '../fragment-cache/splice-json.ts';
import { addSchemaPlaceholderField, replaceWithLeaf } from '../json-placeholder-field.ts';

/**
 * A list whose JSON can be sent as the upstream sent it. It is spliced into the response when a
 * document selects exactly `leaves`, in that order.
 */
export type RawJsonField = {
  readonly type: string;
  readonly field: string;
  /** The scalar fields that the JSON holds for each element, in this order. */
  readonly leaves: readonly string[];
  /** Returns the JSON of the list. It fails as the resolver of the field does. */
  readonly resolve: (
    source: never,
    args: never,
    context: never,
  ) => TextOfField | Promise<TextOfField>;
};

type TextOfField = { readonly json: string };

/** Root value of an operation with raw JSON fields: their JSON, in the order of placeholders. */
export type RawJsonExecution = { readonly texts: string[] };

const placeholderName = (field: string) => `${field}__text`;

/**
 * Adds a placeholder field for each raw JSON field to an internal schema.
 *
 * @throws {Error} the schema lacks a field of `all`.
 */
export function addRawJsonFields(
  schema: GraphQLSchema,
  all: readonly RawJsonField[],
): GraphQLSchema {
  for (const { type, field, resolve } of all) {
    const read = withResolverErrorLimit(resolve as never);
    addSchemaPlaceholderField(schema, { type, field, placeholder: placeholderName(field) }, () => ({
      resolve: (source, args, context, info) => {
        const { texts } = info.rootValue as RawJsonExecution;
        const found = mapMaybePromise(
          read(source, args, context, info) as ReturnType<typeof resolve>,
          (rawJson) => rawJson,
        );
        // Maps twice, to take as many promise ticks as the list field: keeps the order of errors.
        return mapMaybePromise(found, ({ json }) => {
          texts.push(json);
          return createPlaceholder(texts.length - 1);
        });
      },
    }));
  }
  return schema;
}

/**
 * Replaces lists whose leaves are all selected, in order and without directives or aliases, by
 * placeholder fields. Null when there is no such list.
 *
 * @param schema - A schema with `addRawJsonFields`.
 */
export function rewriteRawJsonFields(
  operation: OperationDefinitionNode,
  schema: GraphQLSchema,
  all: readonly RawJsonField[],
): OperationDefinitionNode | null {
  const info = new TypeInfo(schema);
  const taken = visit(
    operation,
    visitWithTypeInfo(info, {
      Field: (field) => {
        const type = info.getParentType()?.name;
        const found = all.find((one) => one.type === type && one.field === field.name.value);
        return found && selectsJust(field, found.leaves)
          ? replaceWithLeaf(field, placeholderName(found.field))
          : undefined;
      },
    }),
  );
  return taken === operation ? null : taken;
}

function selectsJust({ selectionSet }: FieldNode, leaves: readonly string[]): boolean {
  const selections = selectionSet?.selections ?? [];
  return (
    selections.length === leaves.length &&
    selections.every((one, index) => {
      const isPlain = one.kind === Kind.FIELD && !one.alias && !one.directives?.length;
      return isPlain && one.name.value === leaves[index];
    })
  );
}
