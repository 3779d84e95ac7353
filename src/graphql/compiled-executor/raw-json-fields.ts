import {
  type FieldNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { mapMaybePromise } from '../../lib/maybe-promise.ts';
import { withResolverErrorLimit } from '../error-limit.ts';
import { hasIntrospection } from '../validation/normalize-operation.ts';
import { createPlaceholder } from './fragment-cache/splice-json.ts';
import { addJsonPlaceholderField, replaceFieldWithLeaf } from './json-placeholder-field.ts';

/** A list whose upstream JSON is spliced into responses that select exactly `leaves`, in order. */
export type SplicedJsonListField = {
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
export type RawJsonRootValue = { readonly texts: string[] };

const placeholderName = (field: string) => `${field}__text`;

/** Adds a placeholder field for each raw JSON field to the schema of plans. */
export function addRawJsonFields(
  schema: GraphQLSchema,
  all: readonly SplicedJsonListField[],
): void {
  for (const { type, field, resolve } of all) {
    const read = withResolverErrorLimit(resolve as never);
    addJsonPlaceholderField(schema, { type, field, placeholder: placeholderName(field) }, () => ({
      resolve: (source, args, context, info) => {
        const { texts } = info.rootValue as RawJsonRootValue;
        const found = mapMaybePromise(
          read(source, args, context, info) as ReturnType<typeof resolve>,
          (rawJson) => rawJson,
        );
        // Two maps take as many microtasks as the list field itself, which keeps errors in order.
        return mapMaybePromise(found, ({ json }) => {
          texts.push(json);
          return createPlaceholder(texts.length - 1);
        });
      },
    }));
  }
}

/**
 * Replaces lists whose leaves are all selected, in order and without directives or aliases, by
 * placeholder fields. Null when there is no such list, or with introspection.
 *
 * @param schema - The schema of plans.
 */
export function rewriteRawJsonFields(
  operation: OperationDefinitionNode,
  schema: GraphQLSchema,
  all: readonly SplicedJsonListField[],
): OperationDefinitionNode | null {
  if (hasIntrospection(operation)) return null;
  const info = new TypeInfo(schema);
  const taken = visit(
    operation,
    visitWithTypeInfo(info, {
      Field: (field) => {
        const type = info.getParentType()?.name;
        const found = all.find((one) => one.type === type && one.field === field.name.value);
        return found && selectsJust(field, found.leaves)
          ? replaceFieldWithLeaf(field, placeholderName(found.field))
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
