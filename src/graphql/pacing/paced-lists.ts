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
import { maxUnitsPerTurn, tryReserveTurn, waitForLaterTurn } from '../../lib/event-loop-turns.ts';
import { memoizeOnObject } from '../../lib/memoize-on-object.ts';
import { wrapResolvers } from '../wrap-resolvers.ts';

type Resolver = GraphQLFieldResolver<unknown, unknown>;
type Info = GraphQLResolveInfo & Partial<typeof compiledExecutionMarker>;

/** Added to the `info` argument of resolvers in compiled executions, where `paceLists` reads it. */
export const compiledExecutionMarker = { isCompiled: true } as const;

/** Cost of a compiled leaf relative to an interpreted one. */
const compiledUnit = 0.1;
const shortList = 16;

/**
 * Wraps the resolvers of lists so that long ones do not block the event loop: they are completed in
 * later turns when the current one has no capacity left.
 */
export function paceLists(schema: GraphQLSchema): GraphQLSchema {
  return wrapResolvers(schema, ({ resolve, type }) => {
    const listOf = listIn(type);
    return resolve && listOf ? paced(resolve, listOf) : null;
  });
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
  return (root, args, context, info: Info) => {
    const value = resolve(root, args, context, info);
    return value instanceof Promise
      ? value.then((list) => pace(list, listOf, info))
      : pace(value, listOf, info);
  };
}

/** Reserves time in this event-loop turn to complete a value; false if none is left. */
export const tryReserveTurnForValue = (value: unknown, selectionSet: SelectionSetNode): boolean =>
  tryReserveTurn((own(value)?.length ?? 1) * widthOf(selectionSet, noFragments) * compiledUnit);

const noFragments: Pick<Info, 'fragments'> = { fragments: {} };

/** Returns the value now, or a promise that resolves in a later turn. */
function pace(value: unknown, listOf: ListOf, info: Info): unknown {
  const length = listOf(value)?.length ?? 0;
  if (length < shortList) return value;
  const width = info.fieldNodes.reduce((sum, node) => sum + widthOf(node.selectionSet, info), 0);
  const units = length * width * (info.isCompiled ? compiledUnit : 1);
  if (tryReserveTurn(units)) return value;
  return waitForLaterTurn(Math.min(units, maxUnitsPerTurn)).then(() =>
    units > maxUnitsPerTurn && listOf === own
      ? inChunks(value as readonly unknown[], Math.ceil((length * maxUnitsPerTurn) / units))
      : value,
  );
}

/** Replaces all but the first `size` elements by promises that resolve in later turns. */
function inChunks(list: readonly unknown[], size: number): readonly unknown[] {
  const turns: Promise<void>[] = [];
  for (let at = size; at < list.length; at += size) turns.push(waitForLaterTurn(maxUnitsPerTurn));
  return list.map(
    (element, at) => turns[Math.floor(at / size) - 1]?.then(() => element) ?? element,
  );
}

/** Approximate number of fields selected below an object; it ignores conditions. */
function widthOf(
  set: SelectionSetNode | undefined,
  { fragments }: Pick<Info, 'fragments'>,
): number {
  if (!set) return 1;
  const known = widths(set);
  known.fields ??= countFields(set, fragments);
  return known.fields;
}

const widths = memoizeOnObject<SelectionSetNode, { fields?: number }>(() => ({}));

function countFields(
  { selections }: SelectionSetNode,
  fragments: Readonly<Record<string, FragmentDefinitionNode>>,
): number {
  let fields = 0;
  for (const selection of selections) {
    const isSpread = selection.kind === Kind.FRAGMENT_SPREAD;
    const below = isSpread ? fragments[selection.name.value] : selection;
    if (selection.kind === Kind.FIELD) fields += 1;
    if (below?.selectionSet) fields += widthOf(below.selectionSet, { fragments });
  }
  return fields;
}
