import {
  type FieldNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { replaceFieldWithLeaf } from '../json-placeholder-field.ts';
import type { CompiledFragment, FragmentSource } from './compiled-fragment.ts';
import {
  type FieldsByType,
  fragmentIdArgument,
  fragmentRootName,
  placeholderFieldName,
} from './fragment-fields.ts';

/**
 * Replaces each cached field of a normalized operation by its placeholder field with a fragment id.
 * Null without such a field, or when the selection below one cannot be compiled.
 */
export function extractCachedFields(
  operation: OperationDefinitionNode,
  options: {
    readonly schema: GraphQLSchema;
    readonly fields: FieldsByType;
    readonly createPart: (source: FragmentSource) => CompiledFragment | null;
  },
) {
  const { schema, fields, createPart } = options;
  const info = new TypeInfo(schema);
  const definitions = operation.variableDefinitions ?? [];
  // A stack with one map per open field: the fragments found below it.
  const open: Map<number, CompiledFragment>[] = [new Map()];
  let isWhole = true;
  const cut = visit(
    operation,
    visitWithTypeInfo(info, {
      Field: {
        enter: () => void open.push(new Map()),
        leave: (field) => {
          const below = open.pop() ?? new Map<number, CompiledFragment>();
          const above = open.at(-1) ?? new Map<number, CompiledFragment>();
          const type = info.getParentType()?.name ?? '';
          const name = field.name.value;
          const { selectionSet } = field;
          if (!selectionSet || !fields[type]?.includes(name)) {
            for (const [id, fragment] of below) above.set(id, fragment);
            return undefined;
          }
          const fragment = createPart({
            root: fragmentRootName(type, name),
            selectionSet,
            definitions,
            fragments: below,
          });
          if (!fragment) {
            isWhole = false;
            return undefined;
          }
          above.set(fragment.id, fragment);
          return placeholder(field, fragment.id);
        },
      },
    }),
  );
  const fragments = open[0] ?? new Map<number, CompiledFragment>();
  return isWhole && fragments.size > 0 ? { operation: cut, fragments } : null;
}

function placeholder(field: FieldNode, fragment: number): FieldNode {
  return {
    ...replaceFieldWithLeaf(field, placeholderFieldName(field.name.value)),
    arguments: [
      ...(field.arguments ?? []),
      {
        kind: Kind.ARGUMENT,
        name: { kind: Kind.NAME, value: fragmentIdArgument },
        value: { kind: Kind.INT, value: String(fragment) },
      },
    ],
  };
}
