import {
  type FragmentDefinitionNode,
  type GraphQLFieldResolver,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isListType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { nextTurn, takeShare, unitsPerTurn } from '../../lib/event-loop-turns.ts';
import { memoizeOnObject } from '../../lib/memoize-on-object.ts';

type Resolver = GraphQLFieldResolver<unknown, unknown>;
/** What the compiler tells resolvers beside the rest. */
type Info = GraphQLResolveInfo & Partial<typeof compiledInfo>;

/** Tells a resolver that what is below it is executed compiled. */
export const compiledInfo = { isCompiled: true } as const;

/** Compiled, a leaf takes this part of what it takes interpreted. */
const compiledUnit = 0.1;
/** Shorter lists are not counted one by one; the nested query's have 20 and 30 elements. */
const shortList = 16;

/**
 * Lets fields with long lists wait where the present turn of the event loop has its share of work: a
 * list is completed in a turn of its own then, a very long one in several. Lists of connections are
 * those of their edges.
 */
export function paceLists(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      const listOf = listIn(field.type);
      if (field.resolve && listOf) field.resolve = paced(field.resolve as Resolver, listOf);
    }
  }
  return schema;
}

type ListOf = (value: unknown) => readonly unknown[] | null;

const own: ListOf = (value) => (Array.isArray(value) ? value : null);
const edges: ListOf = (value) => own((value as { readonly edges?: unknown } | null)?.edges);

function listIn(type: GraphQLOutputType): ListOf | null {
  if (isListType(getNullableType(type))) return own;
  const named = getNamedType(type);
  return isObjectType(named) && named.name.endsWith('Connection') ? edges : null;
}

function paced(resolve: Resolver, listOf: ListOf): Resolver {
  const resolver: Resolver = (root, args, context, info: Info) => {
    const value = resolve(root, args, context, info);
    return value instanceof Promise
      ? value.then((come) => pace(come, listOf, info))
      : pace(value, listOf, info);
  };
  // Who reads the schema sees by it whether a resolver takes the context.
  return Object.defineProperty(resolver, 'length', { value: resolve.length });
}

/** The value, at once or in a turn of its own. */
function pace(value: unknown, listOf: ListOf, info: Info): unknown {
  const length = listOf(value)?.length ?? 0;
  if (length < shortList) return value;
  const width = info.fieldNodes.reduce((sum, node) => sum + widthOf(node.selectionSet, info), 0);
  const units = length * width * (info.isCompiled ? compiledUnit : 1);
  if (takeShare(units)) return value;
  return nextTurn(Math.min(units, unitsPerTurn)).then(() =>
    units > unitsPerTurn && listOf === own
      ? inChunks(value as readonly unknown[], Math.ceil((length * unitsPerTurn) / units))
      : value,
  );
}

/** The list with all elements but the first ones in later turns. */
function inChunks(list: readonly unknown[], size: number): readonly unknown[] {
  const turns: Promise<void>[] = [];
  for (let at = size; at < list.length; at += size) turns.push(nextTurn(unitsPerTurn));
  return list.map(
    (element, at) => turns[Math.floor(at / size) - 1]?.then(() => element) ?? element,
  );
}

/** Fields of an object and of the objects in it, roughly: those of fragments count, conditions do not. */
function widthOf(set: SelectionSetNode | undefined, { fragments }: Info): number {
  if (!set) return 1;
  const known = widths(set);
  known.fields ??= countFields(set, fragments, new Set());
  return known.fields;
}

const widths = memoizeOnObject<SelectionSetNode, { fields?: number }>(() => ({}));

function countFields(
  { selections }: SelectionSetNode,
  fragments: Readonly<Record<string, FragmentDefinitionNode>>,
  seen: ReadonlySet<string>,
): number {
  let fields = 0;
  for (const selection of selections) {
    if (selection.kind === Kind.FRAGMENT_SPREAD) {
      const name = selection.name.value;
      const fragment = seen.has(name) ? undefined : fragments[name];
      if (fragment)
        fields += countFields(fragment.selectionSet, fragments, new Set([...seen, name]));
      continue;
    }
    if (selection.kind === Kind.FIELD) fields += 1;
    if (selection.selectionSet) fields += countFields(selection.selectionSet, fragments, seen);
  }
  return fields;
}
