import { InvalidInputError } from '../../lib/errors.ts';
import { encodeCursor, parseCursor } from './cursor.ts';
import { type Connection, type PageArguments, parsePageRequest } from './list.ts';

/** Position of an element in a list that is too long for memory: two whole numbers. */
type NewestFirstPosition = { readonly major: number; readonly minor: number };

/** How many elements to read, and below which position. */
export type NewestFirstRead = {
  readonly limit: number;
  readonly before: NewestFirstPosition | undefined;
};

/** What a page of a list that is read from its newest element on consists of. */
type NewestFirstRows<T> = { readonly rows: readonly T[]; readonly totalCount: number };

/**
 * Parses the arguments of a forward page of a list that is read from its newest element on.
 *
 * @param name - Name inside cursors; unique over all lists.
 * @returns what to read: one element more than the page has, to tell whether another page follows.
 * @throws {InvalidInputError} an argument is invalid, or a cursor is not of this list.
 */
export function parseNewestFirstPage(name: string, args: PageArguments): NewestFirstRead {
  const { size, cursor } = parsePageRequest(args);
  if (cursor === null) return { limit: size + 1, before: undefined };
  const { key, naturalKey } = parseCursor(scopeOf(name), cursor) ?? {};
  if (typeof key === 'number' && typeof naturalKey === 'number') {
    return { limit: size + 1, before: { major: key, minor: naturalKey } };
  }
  throw new InvalidInputError(
    `after must be a cursor of this list and order (${scopeOf(name)}), as one of its pages returned it`,
  );
}

/** Creates the page of rows that were read as `parseNewestFirstPage` says. */
export function createNewestFirstPage<T, N>(
  name: string,
  { limit, before }: NewestFirstRead,
  content: NewestFirstRows<T> & {
    readonly positionOf: (row: T) => NewestFirstPosition;
    readonly toNode: (row: T) => N;
  },
): Connection<{ readonly node: N }> {
  const { rows, totalCount, positionOf, toNode } = content;
  const edges = rows.slice(0, limit - 1).map((row) => {
    const { major, minor } = positionOf(row);
    const position = { key: major, naturalKey: minor, repeat: 0 };
    return { cursor: encodeCursor(scopeOf(name), position), node: toNode(row) };
  });
  return {
    edges,
    pageInfo: {
      hasNextPage: rows.length >= limit,
      hasPreviousPage: before !== undefined,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
    totalCount,
  };
}

const scopeOf = (name: string) => `${name} TIME DESC`;
