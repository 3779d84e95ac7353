import { expect, test } from 'vitest';
import { connectionsBy, toConnection } from './connection.ts';

const keyOf = ({ key }: { key: string; place: number }) => key;
const list = ['a', 'b', 'c', 'b', 'd'].map((key, place) => ({ key, place }));
const pageOf = connectionsBy(keyOf);

test('default: both ways of cutting a page give the same', () => {
  for (const first of [1, 2, 100, null]) {
    for (const place of [-1, 0, 1, 2, 4]) {
      const after = place < 0 ? null : Buffer.from(list[place]?.key ?? '').toString('base64url');
      const page = { first, after };
      expect(pageOf(list, page)).toEqual(toConnection(list, page, keyOf));
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

test.each([{ first: 0 }, { first: 101 }, { after: '' }, { after: 'eA' }, { after: 'YQ==' }])(
  'error: %j',
  (page) => {
    expect(() => pageOf(list, page)).toThrow(/must be/);
    expect(() => toConnection(list, page, keyOf)).toThrow(/must be/);
  },
);
