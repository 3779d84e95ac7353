import {
  type DocumentNode,
  type FieldNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  type SelectionNode,
  type SelectionSetNode,
  visit,
} from 'graphql';
import { collectFragments } from './collect-fragments.ts';

/** Larger operations are always interpreted: compiling them would block the event loop too long. */
const maxFields = 300;

/**
 * Normalizes an operation for graphql-jit: no named fragments, and each field selected in one
 * place. Null if that is impossible or it has more than 300 fields. Returns a copy, because
 * graphql-jit mutates nodes.
 */
export function normalizeForCompilation(
  document: DocumentNode,
  schema: GraphQLSchema,
): OperationDefinitionNode | null {
  const merged = normalizeSharingNodes(document, schema);
  if (merged && countFields(merged) > maxFields) return null;
  const [copy] = merged ? parse(print(merged), { noLocation: true }).definitions : [];
  return copy?.kind === Kind.OPERATION_DEFINITION ? copy : null;
}

/** Like `normalizeForCompilation`, for any size. The result shares nodes; do not change it. */
export function normalizeSharingNodes(
  document: DocumentNode,
  schema: GraphQLSchema,
): OperationDefinitionNode | null {
  const operation = findCompilableOperation(document);
  const flat = operation && inlineFragments(document, operation);
  return flat && mergeFields(flat, schema);
}

/** Returns the number of fields that an operation without named fragments selects. */
export function countFields(operation: OperationDefinitionNode): number {
  let fields = 0;
  visit(operation, {
    Field: () => {
      fields += 1;
    },
  });
  return fields;
}

/** Whether an operation selects `__schema` or `__type` and must run on the public schema. */
export function hasIntrospection(operation: OperationDefinitionNode): boolean {
  let isSo = false;
  visit(operation, {
    Field: ({ name }) => {
      if (name.value === '__schema' || name.value === '__type') isSo = true;
    },
  });
  return isSo;
}

/**
 * Returns the document's operation if it can be compiled, else null. graphql-jit supports neither
 * `@defer`, `@stream` nor arguments of subscriptions; plans need a single operation.
 */
function findCompilableOperation(document: DocumentNode): OperationDefinitionNode | null {
  const operations: OperationDefinitionNode[] = [];
  let isStreaming = false;
  visit(document, {
    OperationDefinition: (operation) => {
      operations.push(operation);
      if (operation.operation === 'subscription') isStreaming = true;
    },
    Directive: ({ name }) => {
      if (name.value === 'defer' || name.value === 'stream') isStreaming = true;
    },
  });
  return operations.length === 1 && !isStreaming ? (operations[0] ?? null) : null;
}

/** Maximum selections after inlining; nested fragments can make an operation grow exponentially. */
const maxSelections = 4000;

/** Inlines fragments, sharing nodes. Null above 4,000 selections or if a fragment is missing. */
function inlineFragments(
  document: DocumentNode,
  operation: OperationDefinitionNode,
): OperationDefinitionNode | null {
  const fragments = collectFragments(document);
  let selections = 0;

  function flatSet(set: SelectionSetNode): SelectionSetNode {
    return { ...set, selections: set.selections.map(flatSelection) };
  }

  function flatSelection(selection: SelectionNode): SelectionNode {
    selections += 1;
    if (selections > maxSelections) throw new RangeError();
    if (selection.kind === Kind.FIELD) {
      const { selectionSet } = selection;
      return selectionSet ? { ...selection, selectionSet: flatSet(selectionSet) } : selection;
    }
    if (selection.kind === Kind.INLINE_FRAGMENT) {
      return { ...selection, selectionSet: flatSet(selection.selectionSet) };
    }
    const fragment = fragments.get(selection.name.value);
    if (!fragment) throw new RangeError();
    return {
      kind: Kind.INLINE_FRAGMENT,
      typeCondition: fragment.typeCondition,
      directives: selection.directives ?? [],
      selectionSet: flatSet(fragment.selectionSet),
    };
  }

  try {
    return { ...operation, selectionSet: flatSet(operation.selectionSet) };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/**
 * Merges repeated selections of a field that has subfields, unless they have directives. Returns
 * null if graphql-jit cannot handle the result (`hasSplitFields`).
 */
function mergeFields(
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
