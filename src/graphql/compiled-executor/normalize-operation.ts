import {
  type FieldNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

/**
 * Merges repeated selections of a field, except those with directives. Null when a field is then
 * still selected in two places of an object, or when graphql-jit would get its position or name
 * wrong.
 */
export function mergeFields(
  operation: OperationDefinitionNode,
  schema: GraphQLSchema,
): OperationDefinitionNode | null {
  function merged(set: SelectionSetNode, type: GraphQLNamedType | undefined): SelectionSetNode {
    const selections: SelectionNode[] = [];
    const places = new Map<string, number>();

    function add(selection: SelectionNode): void {
      if (selection.kind === Kind.INLINE_FRAGMENT && isAlways(selection)) {
        const condition = selection.typeCondition?.name.value;
        if (condition === undefined || condition === type?.name) {
          for (const inner of selection.selectionSet.selections) add(inner);
          return;
        }
      }
      if (selection.kind === Kind.FIELD && selection.selectionSet && isAlways(selection)) {
        const name = (selection.alias ?? selection.name).value;
        const place = places.get(name);
        if (place !== undefined) {
          selections[place] = joined(selections[place] as FieldNode, selection);
          return;
        }
        places.set(name, selections.length);
      }
      selections.push(selection);
    }

    for (const selection of set.selections) add(selection);
    return { ...set, selections: selections.map((selection) => below(selection, type)) };
  }

  function below(selection: SelectionNode, type: GraphQLNamedType | undefined): SelectionNode {
    if (selection.kind === Kind.FRAGMENT_SPREAD || !selection.selectionSet) return selection;
    return { ...selection, selectionSet: merged(selection.selectionSet, typeOf(selection, type)) };
  }

  function typeOf(
    selection: Exclude<SelectionNode, { kind: Kind.FRAGMENT_SPREAD }>,
    type: GraphQLNamedType | undefined,
  ): GraphQLNamedType | undefined {
    if (selection.kind === Kind.INLINE_FRAGMENT) {
      const condition = selection.typeCondition?.name.value;
      return condition === undefined ? type : schema.getType(condition);
    }
    const hasFields = isObjectType(type) || isInterfaceType(type);
    const field = hasFields ? type.getFields()[selection.name.value] : undefined;
    return field && getNamedType(field.type);
  }

  const root = schema.getRootType(operation.operation) ?? undefined;
  const selectionSet = merged(operation.selectionSet, root);
  return hasSplitFields(selectionSet) ? null : { ...operation, selectionSet };
}

const isAlways = ({ directives }: SelectionNode) =>
  directives === undefined || directives.length === 0;

/** Merges two selections of one field; validation guarantees that their arguments are equal. */
function joined(first: FieldNode, second: FieldNode): FieldNode {
  const selections = [first, second].flatMap(({ selectionSet }) => selectionSet?.selections ?? []);
  return { ...first, selectionSet: { kind: Kind.SELECTION_SET, selections } };
}

/**
 * Whether graphql-jit cannot handle a merged set: a composite field is still selected twice, a
 * field is repeated after a conditional selection, or a response name is `__proto__`.
 */
function hasSplitFields(set: SelectionSetNode): boolean {
  const isAlwaysSeen = new Map<string, boolean>();
  const collect = ({ selections }: SelectionSetNode, isAlwaysHere: boolean): boolean =>
    selections.some((selection) => {
      const isAlwaysThere = isAlwaysHere && isAlways(selection);
      if (selection.kind === Kind.INLINE_FRAGMENT) {
        return collect(selection.selectionSet, isAlwaysThere);
      }
      if (selection.kind !== Kind.FIELD) return false;
      const name = (selection.alias ?? selection.name).value;
      const before = isAlwaysSeen.get(name);
      if (before === undefined) isAlwaysSeen.set(name, isAlwaysThere);
      if (before === false || name === '__proto__') return true;
      if (!selection.selectionSet) return false;
      return before === true || hasSplitFields(selection.selectionSet);
    });
  return collect(set, true);
}
