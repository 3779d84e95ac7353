import { InvalidInputError } from '../lib/errors.ts';
import { lazy, lazyProperties } from '../lib/lazy-properties.ts';
import { memoizeOnObject } from '../lib/memoize-on-object.ts';
import { maxPageSize } from './connection/index.ts';

type Edge<T> = { readonly cursor: string; readonly node: T };

type PageInfo = {
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly startCursor: string | null;
  readonly endCursor: string | null;
};

/**
 * A page of a list as the Relay connection specification defines it. Cursors are computed lazily.
 */
export type RelayConnection<T> = {
  readonly edges: readonly Edge<T>[];
  readonly pageInfo: PageInfo;
  readonly totalCount: number;
};

type PageArguments = { readonly first?: number | null; readonly after?: string | null };

/**
 * Returns the number of edges that a page requests.
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
 * Returns the requested page of `items`. A cursor encodes the item's key, so pages stay valid when
 * items are added. Repeated keys are numbered, so pagination continues after each of them.
 *
 * @throws {InvalidInputError} `first` is out of range, or `after` is not a cursor of this list.
 */
export function toConnection<T>(
  items: readonly T[],
  page: PageArguments,
  keyOf: (item: T) => string,
): RelayConnection<T> {
  const keys = lazy(() => distinctKeys(items, keyOf));
  return slicePage(items, page, { keys, positionOf: (key) => keys().indexOf(key) });
}

/** Maximum cached pages of one list. */
const maxPages = 128;

/**
 * Like `toConnection`, for lists that stay the same object while they are cached. Each page is
 * created once, and `after` is looked up in an index.
 */
export function cachedConnection<T>(
  keyOf: (item: T) => string,
): (items: readonly T[], page: PageArguments) => RelayConnection<T> {
  const keysOf = memoizeOnObject((items: readonly T[]) => distinctKeys(items, keyOf));
  const positions = memoizeOnObject(
    (items: readonly T[]) => new Map(keysOf(items).map((key, position) => [key, position])),
  );
  const cached = memoizeOnObject((_items: readonly T[]) => new Map<string, RelayConnection<T>>());
  return (items, page) => {
    const pages = cached(items);
    const name = page.after == null ? `${page.first}` : `${page.first} ${page.after}`;
    const known = pages.get(name);
    if (known) return known;
    const made = slicePage(items, page, {
      keys: () => keysOf(items),
      positionOf: (key) => positions(items).get(key) ?? -1,
    });
    if (pages.size >= maxPages) pages.clear();
    pages.set(name, made);
    return made;
  };
}

function slicePage<T>(
  items: readonly T[],
  page: PageArguments,
  list: {
    readonly keys: Keys;
    readonly positionOf: (key: string) => number;
  },
): RelayConnection<T> {
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
  const { keys } = list;
  const edges = items
    .slice(start, end)
    .map((node, place) => edgeOf<T>({ node, keys, position: start + place }));
  const isLast = end >= items.length;
  return { edges, pageInfo: pageInfoOf({ edges, start, isLast }), totalCount: items.length };
}

const toCursor = (key: string) => Buffer.from(key).toString('base64url');

/** Returns the distinct keys of a list in its order. */
type Keys = () => readonly string[];

/** The keys of items; a repeated key gets a counter as suffix. */
function distinctKeys<T>(items: readonly T[], keyOf: (item: T) => string): readonly string[] {
  const met = new Map<string, number>();
  return items.map((item) => {
    const key = keyOf(item);
    const before = met.get(key) ?? 0;
    met.set(key, before + 1);
    return before === 0 ? key : `${key}\0${before}`;
  });
}

type Placed<T> = { readonly node: T; readonly keys: Keys; readonly position: number };

/** Cursors are computed on access: most queries select none. All edges share one prototype. */
const edgePrototype = {
  get cursor() {
    const { keys, position } = this as unknown as Placed<unknown>;
    return toCursor(keys()[position] ?? '');
  },
};
const edgeOf = <T>(placed: Placed<T>): Edge<T> =>
  Object.assign(Object.create(edgePrototype) as Edge<T>, placed);

type Cut = {
  readonly edges: readonly Edge<unknown>[];
  readonly start: number;
  readonly isLast: boolean;
};

const pageInfoOf = lazyProperties<Cut, PageInfo>({
  hasNextPage: ({ isLast }) => !isLast,
  hasPreviousPage: ({ start }) => start > 0,
  startCursor: ({ edges }) => edges[0]?.cursor ?? null,
  endCursor: ({ edges }) => edges.at(-1)?.cursor ?? null,
});
