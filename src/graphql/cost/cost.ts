import {
  type FieldNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  TypeNameMetaFieldDef,
} from 'graphql';
import type { FragmentDefinitions } from '../validation/collect-fragments.ts';
import type { Variables } from '../variables.ts';
import {
  findLengthArgument,
  readFieldArguments,
  requestedLength,
  variableDefaults,
} from './cost-arguments.ts';
import {
  estimateListLength,
  getCostHints,
  type ListArgumentReader,
  leafBytes,
  typeWeight,
} from './cost-hints.ts';
import {
  type CostComputation,
  costOfRoot,
  createEmptySelectionSetCost,
  dependsOnVariables,
  fieldsIncludingFragments,
  findCostliestField,
  noKnownLengths,
  nullByteLength,
  type ObjectFieldCost,
  type OperationCostEstimator,
  type SelectionSetCost,
} from './cost-tree.ts';
import { findField, isListOutput, isOfIntrospection, weightOfLeaf } from './field-weights.ts';
import { computeIntrospectionSizes } from './introspection-sizes.ts';

type Place = {
  readonly parent: GraphQLNamedType;
  /** The parent field when it is a connection; it determines the number of edges. */
  readonly page: Page | null;
  /** In introspection, the field names from the root (`__schema.types`); empty elsewhere. */
  readonly trail: string;
};

/** A connection field whose arguments determine how many edges it has. */
type Page = Pick<ObjectFieldCost, 'isVariable' | 'length' | 'bound'> & { readonly node: FieldNode };

/** Bytes of `{"data":}` and the end of the body. */
const envelope = 10;

/**
 * Analyses an operation once and returns the maximum cost of its response as a function of its
 * variables. List lengths come from arguments, upstream data (`LengthsByRootField`) or hints. A
 * leaf costs the length of its response name plus the maximum size of its type.
 */
export function prepareCost(query: {
  readonly schema: GraphQLSchema;
  readonly operation: OperationDefinitionNode;
  readonly fragments: FragmentDefinitions;
}): OperationCostEstimator {
  const { schema, operation, fragments } = query;
  const defaults = variableDefaults(operation);
  const introspection = computeIntrospectionSizes(schema);
  const hints = getCostHints(schema);
  const fragmentsRead = new Map<FieldNode | null, Map<string, SelectionSetCost>>();
  const root = schema.getRootType(operation.operation);
  const data = createEmptySelectionSetCost();
  if (root) readSet(operation.selectionSet, data, { parent: root, page: null, trail: '' });

  function readSet(set: SelectionSetNode, into: SelectionSetCost, place: Place): void {
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD) {
        readField(selection, into, place);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        const condition = selection.typeCondition?.name.value;
        const parent = (condition && schema.getType(condition)) || place.parent;
        readSet(selection.selectionSet, into, { ...place, parent });
      } else {
        into.fragments.push(readFragment(selection.name.value, place));
      }
    }
  }

  /** Reads a fragment once for each connection that it is spread in. */
  function readFragment(name: string, place: Place): SelectionSetCost {
    const owner = place.page?.node ?? null;
    const key = `${name} ${place.trail}`;
    const read = fragmentsRead.get(owner) ?? new Map<string, SelectionSetCost>();
    fragmentsRead.set(owner, read);
    const before = read.get(key);
    if (before) return before;
    const made = { ...createEmptySelectionSetCost(), bytes: 0 };
    read.set(key, made);
    const fragment = fragments.get(name);
    if (!fragment) return made;
    const parent = schema.getType(fragment.typeCondition.name.value) ?? place.parent;
    readSet(fragment.selectionSet, made, { ...place, parent });
    return made;
  }

  function readField(node: FieldNode, into: SelectionSetCost, place: Place): void {
    const { parent, page } = place;
    const field = findField(parent, node.name.value, schema);
    if (!field) return;
    const name = node.alias?.value ?? node.name.value;
    const type = getNamedType(field.type);
    const key = `${parent.name}.${field.name}`;
    const isOfSchema = isOfIntrospection(parent, field.name);
    // Quotes, colon and comma.
    into.bytes += name.length + 4;
    if (!isCompositeType(type)) {
      const isText = isOfSchema && type.name === 'String';
      const bytes =
        field === TypeNameMetaFieldDef
          ? typenameBytes(parent, schema)
          : isText
            ? introspection.textBytes(field.name)
            : leafBytes(key, type, hints);
      const count = isListOutput(field.type)
        ? estimateListLength(hints.listLengths[key], noArguments)
        : 1;
      into.bytes += isListOutput(field.type)
        ? 2 + count * (bytes + 1)
        : Math.max(nullByteLength, bytes);
      into.weight += count * weightOfLeaf(parent, field);
      return;
    }
    if (!node.selectionSet) return;
    const above = place.trail ? `${place.trail}.` : '';
    const trail = isOfSchema ? above + field.name : '';
    const list = readFieldArguments(node, field);
    const isMany = isListOutput(field.type);
    const isConnection = type.name.endsWith('Connection');
    const lengthAsked = isOfSchema
      ? () => introspection.lengthOf(field.name, trail)
      : (variables: Variables) =>
          requestedLength(hints.listLengths[key], field, list.of(variables));
    const length = ({ variables, known }: CostComputation) =>
      Math.min(lengthAsked(variables), known?.[key] ?? Number.POSITIVE_INFINITY);
    const reads = hints.readsToSort[key];
    const readsToSort = ({ variables, known }: CostComputation) =>
      reads ? Math.min(reads(list.of(variables)), known?.[key] ?? Number.POSITIVE_INFINITY) : 0;
    const argument = findLengthArgument(field);
    const own = {
      isVariable: list.isVariable,
      length,
      bound: argument === null ? null : { argument, of: field.name },
    };
    const isOfPage = isMany && page !== null;
    const below = createEmptySelectionSetCost();
    readSet(node.selectionSet, below, {
      parent: type,
      page: isConnection ? { ...own, node } : null,
      trail,
    });
    into.fields.push({
      field: key,
      read: (name, variables) => list.of({ ...defaults, ...variables }).read(name),
      name,
      weight: typeWeight(type.name, hints),
      readsToSort,
      isList: isMany,
      ...(isOfPage ? { isVariable: page.isVariable, bound: page.bound } : own),
      length: isOfPage ? page.length : isMany ? length : () => 1,
      below,
    });
  }

  const scopeOf = (variables: Variables): CostComputation => ({
    variables: { ...defaults, ...variables },
    known: null,
    costs: new Map(),
  });
  return {
    of: (variables, known = noKnownLengths) => {
      const { bytes, objects } = costOfRoot(data, scopeOf(variables), known);
      return { bytes: Math.ceil(bytes) + envelope, objects: Math.round(objects * 100) / 100 };
    },
    costliest: (variables, by, known) =>
      findCostliestField(data, { scope: scopeOf(variables), by, known }),
    roots: fieldsIncludingFragments(data),
    isVariable: dependsOnVariables(data),
  };
}

/** Returns the bytes of the longest name that an object of a type may have, with quotes. */
function typenameBytes(parent: GraphQLNamedType, schema: GraphQLSchema): number {
  const types = isAbstractType(parent) ? schema.getPossibleTypes(parent) : [parent];
  return 2 + Math.max(0, ...types.map(({ name }) => name.length));
}

const noArguments: ListArgumentReader = { isWritten: () => false, read: () => undefined };
