import { InvalidInputError } from '../../lib/errors.ts';
import { memoizeOnObject } from '../../lib/memoize-on-object.ts';
import { type CursorScope, encodeCursor, parseCursor } from './cursor.ts';
import {
  createSortPositionComparator,
  type Direction,
  type SortKeyValue,
  type SortPosition,
  toSortKey,
} from './sort-key.ts';

/** Edges of a page when the client gives neither `first` nor `last`. */
export const defaultPageSize = 20;
/** Maximum edges of a page. */
export const maxPageSize = 100;

/** The arguments of a page. */
export type PageArguments = {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly last?: number | null | undefined;
  readonly before?: string | null | undefined;
};

type ListArguments = PageArguments & {
  readonly filter?: object | null | undefined;
  readonly orderBy?:
    | { readonly field: string; readonly direction?: Direction | null | undefined }
    | null
    | undefined;
};

type FilterOf<A> = A extends { readonly filter?: infer F } ? NonNullable<F> : object;
type OrderFieldOf<A> = A extends { readonly orderBy?: infer O }
  ? NonNullable<O> extends { readonly field: infer F extends string }
    ? F
    : never
  : never;

/**
 * Marks a filter or order that the resolver supplies, because it needs data besides the elements.
 */
export const suppliedByResolver = 'suppliedByResolver';

/** How a list is ordered by one field. `direction` applies when the client gives none. */
export type OrderRule<T> = {
  readonly direction: Direction;
  readonly key:
    | ((element: T, index: number) => SortKeyValue | undefined)
    | typeof suppliedByResolver;
};

/** Turns a filter field's value into a test. @throws {InvalidInputError} the value is invalid. */
export type FilterPredicateFactory<T, V> =
  | ((wanted: V) => (element: T) => boolean)
  | typeof suppliedByResolver;

/** Declares a list: what identifies, orders and filters its elements. */
export type ListDefinition<T, A extends ListArguments, E extends object> = {
  /** Name inside cursors; unique over all lists. */
  readonly name: string;
  /** Identifies an element in the list; ties of every order are broken by it. */
  readonly naturalKey: (element: T) => string | number;
  readonly orders: { readonly [F in OrderFieldOf<A>]: OrderRule<T> };
  readonly defaultOrder: OrderFieldOf<A>;
  readonly filters: {
    readonly [K in Exclude<keyof FilterOf<A>, 'search'>]-?: FilterPredicateFactory<
      T,
      NonNullable<FilterOf<A>[K]>
    >;
  };
  /** The texts that `filter.search` looks in. */
  readonly searchIn?: (element: T) => readonly (string | null | undefined)[];
  /** The fields of an edge besides `cursor`; `{ node: element }` when omitted. */
  readonly toEdge?: (element: T) => E;
};

/** The filter and sort key that a resolver supplies for rules marked `suppliedByResolver`. */
export type ResolverSuppliedFilterAndSort<T> = {
  readonly filter?: ((element: T) => boolean) | undefined;
  readonly key?: ((element: T) => SortKeyValue | undefined) | undefined;
};

/** A page of a list as the Relay connection specification defines it. Cursors are lazy. */
export type Connection<E> = {
  readonly edges: readonly (E & { readonly cursor: string })[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
  /** Elements that match the filter, on all pages. */
  readonly totalCount: number;
};

/**
 * Returns the requested page of `elements`.
 *
 * @throws {InvalidInputError} an argument is invalid, or a cursor is not of this list and order.
 */
export type ListPaginator<T, A, E> = (
  elements: readonly T[],
  args: A,
  rules?: ResolverSuppliedFilterAndSort<T>,
) => Connection<E>;

/** An element with its sort position; `index` is its position in the unordered list. */
type Row<T> = SortPosition & { readonly element: T; readonly index: number };
type RowTest<T> = (row: Row<T>) => boolean;

const maxPages = 128;
/** Maximum characters of `filter.search`. */
const maxSearch = 200;

/** Creates the function that returns pages of a list. It caches pages on the array of elements. */
export function createListPaginator<
  T,
  A extends ListArguments,
  E extends object = { readonly node: T },
>(definition: ListDefinition<T, A, E>): ListPaginator<T, A, E> {
  const { name, naturalKey, orders, defaultOrder, filters, searchIn, toEdge } = definition;
  const rules = orders as Readonly<Record<string, OrderRule<T>>>;
  const tests = filters as Readonly<Record<string, FilterPredicateFactory<T, unknown>>>;

  const cachedOn = memoizeOnObject((_elements: readonly T[]) => ({
    orders: new Map<string, readonly Row<T>[]>(),
    pages: new Map<string, Connection<E>>(),
  }));
  /** Searchable text of each element, in lower case; its parts never contain the separator. */
  const searchTexts = memoizeOnObject((elements: readonly T[]) =>
    elements.map((element) => (searchIn?.(element) ?? []).join('\0').toLowerCase()),
  );

  function sort(elements: readonly T[], direction: Direction, keyOf: KeyOf<T>) {
    const repeats = new Map<string | number, number>();
    const rows = elements.map((element, index): Row<T> => {
      const natural = naturalKey(element);
      const repeat = repeats.get(natural) ?? 0;
      repeats.set(natural, repeat + 1);
      const key = toSortKey(keyOf(element, index));
      const foldedKey = typeof key === 'string' ? key.toLowerCase() : undefined;
      return { element, index, key, foldedKey, naturalKey: natural, repeat };
    });
    return rows.sort(createSortPositionComparator(direction));
  }

  function orderRows(
    elements: readonly T[],
    order: Order,
    given: ResolverSuppliedFilterAndSort<T>,
  ) {
    const rule = rules[order.field];
    if (rule === undefined) throw new Error(`list ${name} has no order ${order.field}`);
    if (rule.key === suppliedByResolver) {
      if (!given.key)
        throw new Error(`list ${name}: ${order.field} must be supplied by the resolver`);
      return sort(elements, order.direction, given.key);
    }
    const cached = cachedOn(elements).orders;
    const id = `${order.field} ${order.direction}`;
    const known = cached.get(id) ?? sort(elements, order.direction, rule.key);
    cached.set(id, known);
    return known;
  }

  function matchingRows(
    rows: readonly Row<T>[],
    { elements, filter, given }: Filtering<T>,
  ): readonly Row<T>[] {
    const all: RowTest<T>[] = [];
    for (const [field, wanted] of Object.entries(filter)) {
      if (wanted === null || wanted === undefined) continue;
      if (field === 'search') {
        all.push(searchTest(String(wanted), searchTexts(elements)));
        continue;
      }
      const rule = tests[field];
      if (rule === undefined) throw new Error(`list ${name} has no filter ${field}`);
      if (rule === suppliedByResolver) {
        if (!given.filter)
          throw new Error(`list ${name}: filter.${field} must be supplied by the resolver`);
        continue;
      }
      const matches = rule(wanted);
      all.push(({ element }) => matches(element));
    }
    const { filter: matches } = given;
    if (matches) all.push(({ element }) => matches(element));
    return all.reduce((left, matches) => left.filter(matches), rows);
  }

  function makePage(
    elements: readonly T[],
    args: A,
    given: ResolverSuppliedFilterAndSort<T>,
  ): Connection<E> {
    const range = parsePageRequest(args);
    const field = args.orderBy?.field ?? defaultOrder;
    const direction = args.orderBy?.direction ?? rules[field]?.direction ?? 'ASC';
    const scope = `${name} ${field} ${direction}`;
    const ordered = orderRows(elements, { field, direction }, given);
    const rows = matchingRows(ordered, { elements, filter: args.filter ?? {}, given });
    const { start, end } = boundsOf(range, { rows, ordered, scope, direction });
    const edges = rows
      .slice(start, end)
      .map((row) => edgeOf<E>(scope, row, toEdge ? toEdge(row.element) : { node: row.element }));
    return {
      edges,
      pageInfo: {
        hasNextPage: end < rows.length,
        hasPreviousPage: start > 0,
        get startCursor() {
          return edges[0]?.cursor ?? null;
        },
        get endCursor() {
          return edges.at(-1)?.cursor ?? null;
        },
      },
      totalCount: rows.length,
    };
  }

  return (elements, args, given) => {
    if (given?.filter || given?.key) return makePage(elements, args, given);
    const { pages } = cachedOn(elements);
    const id = JSON.stringify(args);
    const known = pages.get(id);
    if (known) return known;
    const made = makePage(elements, args, {});
    if (pages.size >= maxPages) pages.clear();
    pages.set(id, made);
    return made;
  };
}

type Order = { readonly field: string; readonly direction: Direction };
type KeyOf<T> = (element: T, index: number) => SortKeyValue | undefined;

type Filtering<T> = {
  readonly elements: readonly T[];
  readonly filter: object;
  readonly given: ResolverSuppliedFilterAndSort<T>;
};

function searchTest<T>(search: string, texts: readonly string[]): RowTest<T> {
  if (search.length > maxSearch) {
    throw new InvalidInputError(`filter.search must be at most ${maxSearch} characters`);
  }
  const wanted = search.toLowerCase();
  return ({ index }) => texts[index]?.includes(wanted) ?? false;
}

/** The page that a client requests: `size` edges after or before a cursor, or from an end. */
type PageRequest = {
  readonly size: number;
  /** True for `first` and `after`, false for `last` and `before`. */
  readonly isForward: boolean;
  readonly cursor: string | null;
};

/**
 * Parses the arguments of a page.
 *
 * @throws {InvalidInputError} both directions are given, or a size is not from 1 to 100.
 */
export function parsePageRequest({ first, after, last, before }: PageArguments): PageRequest {
  const isForward = first != null || after != null;
  const isBackward = last != null || before != null;
  if (isForward && isBackward) {
    throw new InvalidInputError(
      'first and after select a page forwards, last and before backwards: give one pair only',
    );
  }
  const size = (isBackward ? last : first) ?? defaultPageSize;
  if (size < 1 || size > maxPageSize) {
    throw new InvalidInputError(
      `${isBackward ? 'last' : 'first'} must be from 1 to ${maxPageSize}`,
    );
  }
  return { size, isForward: !isBackward, cursor: (isBackward ? before : after) ?? null };
}

type Sorted<T> = {
  readonly rows: readonly Row<T>[];
  readonly ordered: readonly Row<T>[];
  readonly scope: CursorScope;
  readonly direction: Direction;
};

/** Returns the indexes of the first row of a page and of the row after its last. */
function boundsOf<T>({ size, isForward, cursor }: PageRequest, sorted: Sorted<T>) {
  const { rows, scope } = sorted;
  const name = isForward ? 'after' : 'before';
  let edge = isForward ? 0 : rows.length;
  if (cursor !== null) {
    const named = parseCursor(scope, cursor);
    if (named === null) {
      throw new InvalidInputError(
        `${name} must be a cursor of this list and order (${scope}), as one of its pages returned it`,
      );
    }
    edge = rowIndexOf(named, sorted, isForward);
  }
  return isForward
    ? { start: edge, end: Math.min(rows.length, edge + size) }
    : { start: Math.max(0, edge - size), end: edge };
}

/** Index of the first row at or after a cursor; with `isIncluded`, of the first row after it. */
function rowIndexOf<T>(
  named: SortPosition,
  { rows, ordered, direction }: Sorted<T>,
  isIncluded: boolean,
): number {
  const compare = createSortPositionComparator(direction);
  const position =
    ordered.find(
      ({ naturalKey, repeat }) => naturalKey === named.naturalKey && repeat === named.repeat,
    ) ?? named;
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const compared = compare(rows[middle] as SortPosition, position);
    if (compared < 0 || (isIncluded && compared === 0)) low = middle + 1;
    else high = middle;
  }
  return low;
}

type EdgeSource = { readonly sortPosition: SortPosition; readonly scope: CursorScope };

/** Cursors are formatted on access: most queries select none. All edges share one prototype. */
const edgePrototype = {
  get cursor() {
    const { sortPosition, scope } = this as unknown as EdgeSource;
    return encodeCursor(scope, sortPosition);
  },
};

const edgeOf = <E>(scope: CursorScope, sortPosition: SortPosition, fields: object) =>
  Object.assign(Object.create(edgePrototype), fields, { sortPosition, scope }) as E & {
    readonly cursor: string;
  };

/** Maps the nodes of a page. The edges keep their other fields, and their cursors stay lazy. */
export function mapNodes<E extends { readonly node: unknown }, N>(
  { edges, ...page }: Connection<E>,
  toNode: (node: E['node']) => N,
): Connection<Omit<E, 'node'> & { readonly node: N }> {
  return {
    ...page,
    edges: edges.map((edge) =>
      Object.assign(Object.create(edge) as typeof edge, { node: toNode(edge.node) }),
    ),
  };
}
