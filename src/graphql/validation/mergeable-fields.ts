import {
  type DefinitionNode,
  type DirectiveNode,
  type FieldNode,
  GraphQLError,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isObjectType,
  Kind,
  OverlappingFieldsCanBeMergedRule,
  print,
  type SelectionSetNode,
  type ValidationRule,
} from 'graphql';
import { collectFragments, type FragmentDefinitions } from './collect-fragments.ts';

/** Maximum selections of one pass, fragments inlined; above it graphql-js' own rule decides. */
const maxVisits = 3000;

/** A selection set with the type that it selects from, undefined when the schema lacks the type. */
type Source = { readonly set: SelectionSetNode; readonly parent: GraphQLNamedType | undefined };
type Definition = GraphQLField<unknown, unknown>;
type Entry = {
  readonly node: FieldNode;
  readonly parent: GraphQLNamedType | undefined;
  readonly definition: Definition | undefined;
};
/** Two fields with one response name that cannot be merged. */
type Conflict = { readonly fields: readonly [FieldNode, FieldNode]; readonly reason: string };

const maxConflicts = 10;

/**
 * Validates Field Selection Merging (GraphQL specification, §5.3.2) in linear time: compares each
 * field with the first one of its response name, where graphql-js compares all pairs. In unclear
 * cases the rule of graphql-js decides. Also reports differing `@stream` directives.
 */
export const mergeableFieldsRule: ValidationRule = (context) => {
  const document = context.getDocument();
  const { isDecided, conflicts } = examine(
    context.getSchema(),
    document.definitions,
    collectFragments(document),
  );
  for (const { fields, reason } of conflicts.slice(0, maxConflicts)) {
    const name = responseName(fields[0]);
    const message = `Fields "${name}" conflict because ${reason}. Use different aliases on the fields to fetch both if this was intentional.`;
    context.reportError(new GraphQLError(message, { nodes: fields }));
  }
  return isDecided || conflicts.length > 0 ? {} : OverlappingFieldsCanBeMergedRule(context);
};

const responseName = ({ alias, name }: FieldNode): string => (alias ?? name).value;

function examine(
  schema: GraphQLSchema,
  definitions: readonly DefinitionNode[],
  fragments: FragmentDefinitions,
) {
  const conflicts: Conflict[] = [];
  const reached = new Set<string>();
  /** False when graphql-js' own rule must decide whether fields can be merged. */
  let isDecided = true;
  let visits = 0;

  /** Groups the fields of a set by response name; each fragment is visited once. */
  function collect(source: Source, into: Map<string, Entry[]>, seen: Set<string>): void {
    const { set, parent } = source;
    const fields = isObjectType(parent) || isInterfaceType(parent) ? parent.getFields() : undefined;
    for (const selection of set.selections) {
      visits += 1;
      if (selection.kind === Kind.FIELD) {
        const definition = fields?.[selection.name.value];
        const entry = { node: selection, parent, definition };
        const name = responseName(selection);
        const entries = into.get(name);
        if (entries) entries.push(entry);
        else into.set(name, [entry]);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        const condition = selection.typeCondition?.name.value;
        const type = condition === undefined ? parent : schema.getType(condition);
        collect({ set: selection.selectionSet, parent: type }, into, seen);
      } else if (!seen.has(selection.name.value)) {
        seen.add(selection.name.value);
        reached.add(selection.name.value);
        const fragment = fragments.get(selection.name.value);
        if (!fragment) continue;
        const type = schema.getType(fragment.typeCondition.name.value);
        collect({ set: fragment.selectionSet, parent: type }, into, seen);
      }
    }
  }

  /** @param areTogether - False when the sets may belong to types that exclude each other. */
  function examineSets(sources: readonly Source[], areTogether: boolean): void {
    const places = new Map<string, Entry[]>();
    const seen = new Set<string>();
    for (const source of sources) collect(source, places, seen);
    if (visits > maxVisits) {
      isDecided = false;
      return;
    }
    for (const entries of places.values()) examinePlace(entries, areTogether);
  }

  function examinePlace(entries: readonly Entry[], areTogether: boolean): void {
    const [first, ...others] = entries;
    if (!first) return;
    const areOfOneType = areTogether && others.every(({ parent }) => parent === first.parent);
    for (const other of others) {
      const reason = differenceOf(first, other);
      if (reason !== null && areOfOneType) {
        conflicts.push({ fields: [first.node, other.node], reason });
        return;
      }
      if (reason !== null || !isOfSameType(first, other)) isDecided = false;
    }
    const below = entries.flatMap(({ node, definition }): readonly Source[] =>
      node.selectionSet
        ? [{ set: node.selectionSet, parent: definition && getNamedType(definition.type) }]
        : [],
    );
    if (below.length > 0) examineSets(below, areOfOneType);
  }

  for (const definition of definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    const parent = schema.getRootType(definition.operation) ?? undefined;
    examineSets([{ set: definition.selectionSet, parent }], true);
  }
  // Examines the other fragments; those that an operation spreads were examined in their context.
  for (const [name, { typeCondition, selectionSet }] of fragments) {
    if (reached.has(name)) continue;
    const parent = schema.getType(typeCondition.name.value);
    examineSets([{ set: selectionSet, parent }], true);
  }
  return { isDecided, conflicts };
}

/** Returns why two fields with one response name differ; null when they are equal. */
function differenceOf({ node: first }: Entry, { node: other }: Entry): string | null {
  const [name, otherName] = [first.name.value, other.name.value];
  if (name !== otherName) return `"${name}" and "${otherName}" are different fields`;
  if (printArguments(first) !== printArguments(other)) return 'they have differing arguments';
  return streamOf(first) === streamOf(other) ? null : 'they have differing stream directives';
}

/** Whether two fields with one name, possibly of different parents, have the same type. */
const isOfSameType = ({ definition: first }: Entry, { definition: other }: Entry): boolean =>
  first === other || String(first?.type) === String(other?.type);

function printArguments({ arguments: given }: FieldNode | DirectiveNode): string {
  if (given === undefined || given.length === 0) return '';
  if (given.length === 1 && given[0]) return print(given[0]);
  return given.map(print).sort().join();
}

/** The arguments of a field's `@stream` directive; null without one. */
function streamOf({ directives = [] }: FieldNode): string | null {
  const stream = directives.find(({ name }) => name.value === 'stream');
  return stream ? printArguments(stream) : null;
}
