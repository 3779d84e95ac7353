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
 * A leaf field below a list whose value the list's resolver can supply. This saves one resolver
 * call, with its path and `info` objects, for each element.
 */
export type PrefetchedField = {
  readonly type: string;
  /**
   * The list field. Its resolver sets the property `prefetchedProperty(leaf)` on the leaf's parent,
   * always or when `hasSelectionPath(info, […, prefetchedProperty(leaf)])` is true.
   */
  readonly field: string;
  /** Field names from the list's elements to the leaf, which is nullable and has no arguments. */
  readonly path: readonly string[];
};

/** The property that holds a prefetched leaf: its value, or the error that it fails with. */
export const prefetchedProperty = <L extends string>(leaf: L) => `${leaf}__brought` as const;

/**
 * Adds a resolver-less field for each prefetched leaf to a schema that is not public.
 *
 * @throws {Error} a listed field does not exist.
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
 * Rewrites a normalized operation to select prefetched leaves. Returns null when it selects none.
 * Selections with directives keep their own resolver.
 *
 * @param schema - A schema with `addPrefetchedFields`.
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

/** Returns the same set when the path is not selected in it. */
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
