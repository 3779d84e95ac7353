import { InvalidInputError } from '../core/errors.ts';

/** A page of a list, in the shape of the Relay connection specification. */
export type Connection<T> = {
  readonly edges: readonly { readonly cursor: string; readonly node: T }[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
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
  const size = parsePageSize(page.first);
  const cursorOf = (item: T) => Buffer.from(keyOf(item)).toString('base64url');
  let start = 0;
  if (page.after !== null && page.after !== undefined) {
    start = items.findIndex((item) => cursorOf(item) === page.after) + 1;
    if (start === 0) throw new InvalidInputError('after must be a cursor of this list');
  }
  const edges = items.slice(start, start + size).map((node) => ({ cursor: cursorOf(node), node }));
  return {
    edges,
    pageInfo: {
      hasNextPage: start + size < items.length,
      hasPreviousPage: start > 0,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
    totalCount: items.length,
  };
}
