import {
  type FieldNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { leafInPlaceOf } from '../twins.ts';
import type { Part, PartSource } from './part.ts';
import { type FieldNames, partArgument, rootOf, twinOf } from './shadow-schema.ts';

/** An operation that mentions its parts by number in the place of what they select. */
export type CutOperation = {
  readonly operation: OperationDefinitionNode;
  readonly parts: ReadonlyMap<number, Part>;
};

/**
 * Cuts the encoded fields out of a plain operation: each is replaced by its twin, under the same name in
 * the answer. Null when there are none.
 */
export function cutOperation(
  operation: OperationDefinitionNode,
  { schema, fields, createPart }: CutOptions,
): CutOperation | null {
  const info = new TypeInfo(schema);
  const definitions = operation.variableDefinitions ?? [];
  // The parts below each field on the way down.
  const open: Map<number, Part>[] = [new Map()];
  let isWhole = true;
  const cut = visit(
    operation,
    visitWithTypeInfo(info, {
      Field: {
        enter: () => void open.push(new Map()),
        leave: (field) => {
          const below = open.pop() ?? new Map<number, Part>();
          const above = open.at(-1) ?? new Map<number, Part>();
          const type = info.getParentType()?.name ?? '';
          const name = field.name.value;
          const { selectionSet } = field;
          if (!selectionSet || !fields[type]?.includes(name)) {
            for (const [id, part] of below) above.set(id, part);
            return undefined;
          }
          const part = createPart({
            root: rootOf(type, name),
            selectionSet,
            definitions,
            parts: below,
          });
          if (!part) {
            isWhole = false;
            return undefined;
          }
          above.set(part.id, part);
          return twin(field, part.id);
        },
      },
    }),
  );
  const parts = open[0] ?? new Map<number, Part>();
  return isWhole && parts.size > 0 ? { operation: cut, parts } : null;
}

type CutOptions = {
  readonly schema: GraphQLSchema;
  readonly fields: FieldNames;
  readonly createPart: (source: PartSource) => Part | null;
};

function twin(field: FieldNode, part: number): FieldNode {
  return {
    ...leafInPlaceOf(field, twinOf(field.name.value)),
    arguments: [
      ...(field.arguments ?? []),
      {
        kind: Kind.ARGUMENT,
        name: { kind: Kind.NAME, value: partArgument },
        value: { kind: Kind.INT, value: String(part) },
      },
    ],
  };
}
