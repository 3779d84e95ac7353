import {
  type FieldNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { replaceWithLeaf } from '../placeholder-field.ts';

/**
 * A leaf far below a list that the list's own resolver can bring along. A resolver of its own is
 * called for each element with a path and a description of its field: the prices of 400 holdings took
 * 6 % of the nested query with nothing cached, most of it for objects that nobody looks at.
 */
export type PrefetchedField = {
  readonly type: string;
  /** Its resolver puts the leaf there, always or where `selects(info, […, broughtAs(leaf)])` says so. */
  readonly field: string;
  /** Names of fields from the one below to the leaf, which is nullable and takes no arguments. */
  readonly path: readonly string[];
};

/** The property by which a leaf is brought along: its value, or the error that it fails with. */
export const prefetchedProperty = <L extends string>(leaf: L) => `${leaf}__brought` as const;

/**
 * Adds to a schema that nobody sees the leaves as they are brought along: properties without a resolver.
 *
 * @throws {Error} there is no such field.
 */
export function addPrefetchedFields(
  schema: GraphQLSchema,
  all: readonly PrefetchedField[],
): GraphQLSchema {
  for (const { type, field, path } of all) {
    const names = [field, ...path.slice(0, -1)];
    const leaf = path.at(-1) ?? '';
    const owner = names.reduce<GraphQLNamedType | undefined>(
      (above, name) =>
        getNamedType(isObjectType(above) ? above.getFields()[name]?.type : undefined),
      schema.getType(type),
    );
    const fields = isObjectType(owner) ? owner.getFields() : {};
    const found = fields[leaf];
    if (!found) throw new Error(`there is no field ${[type, ...names, leaf].join('.')}`);
    const { resolve: _ofItsOwn, ...rest } = found;
    fields[prefetchedProperty(leaf)] = { ...rest, name: prefetchedProperty(leaf) };
  }
  return schema;
}

/**
 * A plain operation that takes leaves as they are brought along, for a schema with `addPrefetchedFields`; null
 * where there is nothing to take. What stands under a condition is left to the resolver.
 */
export function usePrefetchedFields(
  operation: OperationDefinitionNode,
  schema: GraphQLSchema,
  all: readonly PrefetchedField[],
): OperationDefinitionNode | null {
  const info = new TypeInfo(schema);
  const taken = visit(
    operation,
    visitWithTypeInfo(info, {
      Field: (field) => {
        const name = field.name.value;
        const type = info.getParentType()?.name;
        const paths = all.filter((one) => one.type === type && one.field === name);
        const { selectionSet } = field;
        if (!selectionSet || paths.length === 0) return undefined;
        const set = paths.reduce((below, { path }) => renamed(below, path), selectionSet);
        return set === selectionSet ? undefined : { ...field, selectionSet: set };
      },
    }),
  );
  return taken === operation ? null : taken;
}

/** The same set if the path leads nowhere in it. */
function renamed(set: SelectionSetNode, [name, ...rest]: readonly string[]): SelectionSetNode {
  let isSame = true;
  const selections = set.selections.map((selection) => {
    const isNext =
      selection.kind === Kind.FIELD &&
      selection.name.value === name &&
      !selection.directives?.length;
    const other = isNext ? stepped(selection, rest) : selection;
    if (other !== selection) isSame = false;
    return other;
  });
  return isSame ? set : { ...set, selections };
}

function stepped(field: FieldNode, rest: readonly string[]): FieldNode {
  const { selectionSet } = field;
  if (rest.length === 0) return replaceWithLeaf(field, prefetchedProperty(field.name.value));
  const set = selectionSet && renamed(selectionSet, rest);
  return set === undefined || set === selectionSet ? field : { ...field, selectionSet: set };
}
