import {
  type DocumentNode,
  type FieldNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { isRecord } from '../../lib/parse.ts';
import { collectFragments, type FragmentDefinitions } from '../validation/collect-fragments.ts';
import { getCostHints, typeWeight } from './cost-hints.ts';
import { findField, weightOfLeaf } from './field-weights.ts';

type Selected = { readonly parent: GraphQLNamedType; readonly node: FieldNode };
type Place = { readonly schema: GraphQLSchema; readonly fragments: FragmentDefinitions };

/**
 * Returns the cost of a result: the sum of the weights of the objects and leaves that it has, by the
 * same table from which the cost is estimated before the execution.
 */
export function measureActualCost(result: {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly data: unknown;
}): number {
  const { schema, document, operation, data } = result;
  const root = schema.getRootType(operation.operation);
  if (!root || !isRecord(data)) return 0;
  const place = { schema, fragments: collectFragments(document) };
  const selected = collectFields([[root, operation.selectionSet]], place);
  return Math.round(sumFields(data, selected, place) * 100) / 100;
}

type SelectionSets = readonly (readonly [GraphQLNamedType, SelectionSetNode])[];

/** Returns the fields of several selection sets by response name, with those of their fragments. */
function collectFields(
  sets: SelectionSets,
  place: Place,
  into = new Map<string, Selected[]>(),
): ReadonlyMap<string, readonly Selected[]> {
  for (const [parent, { selections }] of sets) {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) {
        const name = selection.alias?.value ?? selection.name.value;
        const known = into.get(name) ?? [];
        known.push({ parent, node: selection });
        into.set(name, known);
        continue;
      }
      const fragment =
        selection.kind === Kind.INLINE_FRAGMENT
          ? selection
          : place.fragments.get(selection.name.value);
      if (!fragment) continue;
      const condition = fragment.typeCondition?.name.value;
      const type = (condition && place.schema.getType(condition)) || parent;
      collectFields([[type, fragment.selectionSet]], place, into);
    }
  }
  return into;
}

function sumFields(
  object: Readonly<Record<string, unknown>>,
  fields: ReadonlyMap<string, readonly Selected[]>,
  place: Place,
): number {
  let sum = 0;
  for (const [name, selected] of fields) {
    const value = object[name];
    if (value !== undefined) sum += costOfValue(value, selected, place);
  }
  return sum;
}

function costOfValue(value: unknown, selected: readonly Selected[], place: Place): number {
  const [first] = selected;
  const field = first && findField(first.parent, first.node.name.value, place.schema);
  if (!field) return 0;
  const type = getNamedType(field.type);
  if (!isCompositeType(type)) {
    return weightOfLeaf(first.parent, field) * (Array.isArray(value) ? value.length : 1);
  }
  const weight = typeWeight(type.name, getCostHints(place.schema));
  const below = collectFields(
    selected.flatMap(({ node }) => (node.selectionSet ? [[type, node.selectionSet] as const] : [])),
    place,
  );
  const objects = Array.isArray(value) ? value.flat() : [value];
  return objects
    .filter(isRecord)
    .reduce((sum, object) => sum + weight + sumFields(object, below, place), 0);
}
