import { expect, test } from 'vitest';
import { cachedConnection, type RelayConnection, toConnection } from './connection.ts';

const keyOf = ({ key }: { key: string; place: number }) => key;
const list = ['a', 'b', 'c', 'b', 'd'].map((key, place) => ({ key, place }));
const pageOf = cachedConnection(keyOf);

/** Reads a page with its lazily computed properties. */
const read = <T>({ edges, pageInfo, totalCount }: RelayConnection<T>) => {
  const { hasNextPage, hasPreviousPage, startCursor, endCursor } = pageInfo;
  return {
    edges: edges.map(({ cursor, node }) => ({ cursor, node })),
    pageInfo: { hasNextPage, hasPreviousPage, startCursor, endCursor },
    totalCount,
  };
};

test('default: cursors are the keys in base64url', () => {
  expect(read(pageOf(list, { first: 2, after: 'YQ' }))).toEqual({
    edges: [
      { cursor: 'Yg', node: { key: 'b', place: 1 } },
      { cursor: 'Yw', node: { key: 'c', place: 2 } },
    ],
    pageInfo: { hasNextPage: true, hasPreviousPage: true, startCursor: 'Yg', endCursor: 'Yw' },
    totalCount: 5,
  });
  const none = { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null };
  expect(read(pageOf([], {}))).toEqual({ edges: [], pageInfo: none, totalCount: 0 });
});

test('default: both ways of cutting a page give the same', () => {
  for (const first of [1, 2, 100, null]) {
    for (const place of [-1, 0, 1, 2, 4]) {
      const after = place < 0 ? null : Buffer.from(list[place]?.key ?? '').toString('base64url');
      const page = { first, after };
      expect(read(pageOf(list, page))).toEqual(read(toConnection(list, page, keyOf)));
    }
  }
});

test('behavior: a page of the same list is the same object', () => {
  expect(pageOf(list, { first: 2 })).toBe(pageOf(list, { first: 2 }));
  expect(pageOf([...list], { first: 2 })).not.toBe(pageOf(list, { first: 2 }));
});

test('behavior: of equal keys the first one counts', () => {
  const after = Buffer.from('b').toString('base64url');
  expect(pageOf(list, { first: 1, after }).edges[0]?.node.place).toBe(2);
});

test.each([
  ['kept', pageOf],
  ['made anew', (items: typeof list, page: object) => toConnection(items, page, keyOf)],
])('behavior: pages go on behind each of equal keys, %s', (_how, cutPage) => {
  const places: number[] = [];
  let after: string | null = null;
  do {
    const { edges, pageInfo }: RelayConnection<(typeof list)[number]> = cutPage(list, {
      first: 1,
      after,
    });
    places.push(...edges.map(({ node }) => node.place));
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  } while (after !== null && places.length < 9);
  expect(places).toEqual([0, 1, 2, 3, 4]);
});

test.each([{ first: 0 }, { first: 101 }, { after: '' }, { after: 'eA' }, { after: 'YQ==' }])(
  'error: %j',
  (page) => {
    expect(() => pageOf(list, page)).toThrow(/must be/);
    expect(() => toConnection(list, page, keyOf)).toThrow(/must be/);
  },
);
