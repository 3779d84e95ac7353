import { InvalidInputError } from '../core/errors.ts';
import { lazily } from '../core/lazily.ts';
import { memoizeByValue } from '../core/memoize-by-value.ts';

type Edge<T> = { readonly cursor: string; readonly node: T };

type PageInfo = {
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly startCursor: string | null;
  readonly endCursor: string | null;
};

/** A page of a list, in the shape of the Relay connection specification; cursors are made when they are read. */
export type Connection<T> = {
  readonly edges: readonly Edge<T>[];
  readonly pageInfo: PageInfo;
  readonly totalCount: number;
};

export type PageArguments = { readonly first?: number | null; readonly after?: string | null };

/** Pages hold at most this many edges (decisions.md 4). */
export const maxPageSize = 100;

/**
 * The number of edges asked for.
 *
 * @throws {InvalidInputError} `first` is not from 1 to 100.
 */
export function parsePageSize(first: number | null | undefined, standard = 20): number {
  const size = first ?? standard;
  if (size < 1 || size > maxPageSize) {
    throw new InvalidInputError(`first must be from 1 to ${maxPageSize}`);
  }
  return size;
}

/**
 * The page of `items` that the arguments ask for. A cursor is the item's key, so that pages stay
 * in step when items are added; `keyOf` must be unique within the list.
 *
 * @throws {InvalidInputError} `first` out of range, or `after` is no cursor of this list.
 */
export function toConnection<T>(
  items: readonly T[],
  page: PageArguments,
  keyOf: (item: T) => string,
): Connection<T> {
  return cut(items, page, {
    edgeOf: edgesBy(keyOf),
    positionOf: (key) => items.findIndex((item) => keyOf(item) === key),
  });
}

/** Pages of one list that are kept. */
const maxPages = 128;

/**
 * Like `toConnection`, for lists that are the same object as long as they are cached: a page is cut
 * once, and `after` is looked up in an index.
 */
export function connectionsBy<T>(
  keyOf: (item: T) => string,
): (items: readonly T[], page: PageArguments) => Connection<T> {
  const positions = memoizeByValue(
    // Backwards, so that of equal keys the first one counts.
    (items: readonly T[]) =>
      new Map(items.map((item, position) => [keyOf(item), position] as const).reverse()),
  );
  const edgeOf = edgesBy(keyOf);
  const kept = memoizeByValue((_items: readonly T[]) => new Map<string, Connection<T>>());
  return (items, page) => {
    const pages = kept(items);
    const name = `${page.first} ${page.after}`;
    const known = pages.get(name);
    if (known) return known;
    const made = cut(items, page, {
      edgeOf,
      positionOf: (key) => positions(items).get(key) ?? -1,
    });
    if (pages.size >= maxPages) pages.clear();
    pages.set(name, made);
    return made;
  };
}

function cut<T>(
  items: readonly T[],
  page: PageArguments,
  list: {
    readonly edgeOf: (node: T) => Edge<T>;
    readonly positionOf: (key: string) => number;
  },
): Connection<T> {
  const size = parsePageSize(page.first);
  let start = 0;
  if (page.after !== null && page.after !== undefined) {
    const key = Buffer.from(page.after, 'base64url').toString();
    start = list.positionOf(key) + 1;
    if (start === 0 || toCursor(key) !== page.after) {
      throw new InvalidInputError('after must be a cursor of this list');
    }
  }
  const end = start + size;
  const edges = items.slice(start, end).map(list.edgeOf);
  const isLast = end >= items.length;
  return { edges, pageInfo: pageInfoOf({ edges, start, isLast }), totalCount: items.length };
}

const toCursor = (key: string) => Buffer.from(key).toString('base64url');

/** Most queries ask for no cursors, and twenty take 10 µs; one prototype for all edges, as in `lazily`. */
function edgesBy<T>(keyOf: (item: T) => string): (node: T) => Edge<T> {
  const prototype = {
    get cursor() {
      return toCursor(keyOf((this as unknown as Edge<T>).node));
    },
  };
  return (node) => Object.assign(Object.create(prototype) as Edge<T>, { node });
}

type Cut = {
  readonly edges: readonly Edge<unknown>[];
  readonly start: number;
  readonly isLast: boolean;
};

const pageInfoOf = lazily<Cut, PageInfo>({
  hasNextPage: ({ isLast }) => !isLast,
  hasPreviousPage: ({ start }) => start > 0,
  startCursor: ({ edges }) => edges[0]?.cursor ?? null,
  endCursor: ({ edges }) => edges.at(-1)?.cursor ?? null,
});
