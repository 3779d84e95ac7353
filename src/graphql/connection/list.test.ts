import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createListPaginator, type ListPaginator, suppliedByResolver } from './index.ts';

type Fund = {
  readonly id: string;
  readonly name: string | null;
  readonly aum: number | null;
  readonly supply?: bigint;
};
type Arguments = {
  readonly first?: number | null;
  readonly after?: string | null;
  readonly last?: number | null;
  readonly before?: string | null;
  readonly filter?: {
    readonly search?: string | null;
    readonly minAum?: number | null;
    readonly held?: boolean | null;
  } | null;
  readonly orderBy?: {
    readonly field: 'AUM' | 'NAME' | 'SUPPLY' | 'PLACE' | 'CHANGE';
    readonly direction?: 'ASC' | 'DESC' | null;
  } | null;
};
type FundPage = ListPaginator<Fund, Arguments, { readonly node: Fund }>;

const createFunds = (name = 'funds') =>
  createListPaginator<Fund, Arguments>({
    name,
    naturalKey: ({ id }) => id,
    orders: {
      AUM: { direction: 'DESC', key: ({ aum }) => aum },
      NAME: { direction: 'ASC', key: (fund) => fund.name },
      SUPPLY: { direction: 'DESC', key: ({ supply }) => supply },
      PLACE: { direction: 'ASC', key: (_fund, position) => position },
      CHANGE: { direction: 'DESC', key: suppliedByResolver },
    },
    defaultOrder: 'AUM',
    filters: {
      minAum:
        (least) =>
        ({ aum }) =>
          aum !== null && aum >= least,
      held: suppliedByResolver,
    },
    searchIn: (fund) => [fund.name, fund.id],
  });
const page = createFunds();

const fund = (id: string, aum: number | null, name: string | null = null): Fund => ({
  id,
  name,
  aum,
});
const ids = (found: ReturnType<FundPage>) => found.edges.map(({ node }) => node.id).join('');
const list = [fund('a', 1), fund('b', null), fund('c', 3), fund('d', 3), fund('e', 2)];

/** Reads a page with its lazily computed properties. */
const read = ({ edges, pageInfo, totalCount }: ReturnType<FundPage>) => {
  const { hasNextPage, hasPreviousPage } = pageInfo;
  return [edges.map(({ node }) => node.id).join(''), hasPreviousPage, hasNextPage, totalCount];
};

test('default: 20 elements of the default order, ties by natural key, nulls last', () => {
  expect(read(page(list, {}))).toEqual(['cdeab', false, false, 5]);
  expect(page([], {}).pageInfo.endCursor).toBeNull();
});

test('behavior: nulls are last in both directions, ties by natural key ascending in both', () => {
  expect(ids(page(list, { orderBy: { field: 'AUM', direction: 'ASC' } }))).toBe('aecdb');
  expect(ids(page(list, { orderBy: { field: 'AUM', direction: 'DESC' } }))).toBe('cdeab');
  expect(ids(page([fund('a', Number.NaN), fund('b', 1)], {}))).toBe('ba');
});

test('behavior: text is ordered case-insensitively, then by code point', () => {
  const names = ['b', 'A', 'a', '\u{1f600}', '\uff5e', 'B'];
  const named = names.map((name, at) => fund(String(at), null, name));
  expect(ids(page(named, { orderBy: { field: 'NAME' } }))).toBe('125043');
});

test('behavior: an order without a direction takes the one of its field', () => {
  expect(ids(page(list, { orderBy: { field: 'AUM' } }))).toBe('cdeab');
  expect(ids(page(list, { orderBy: { field: 'PLACE', direction: null } }))).toBe('abcde');
  expect(ids(page(list, { orderBy: { field: 'PLACE', direction: 'DESC' } }))).toBe('edcba');
});

test('behavior: pages are read forwards and backwards', () => {
  const one = page(list, { first: 2 });
  expect(read(one)).toEqual(['cd', false, true, 5]);
  const two = page(list, { first: 2, after: one.pageInfo.endCursor });
  expect(read(two)).toEqual(['ea', true, true, 5]);
  expect(read(page(list, { last: 2, before: two.pageInfo.endCursor }))).toEqual([
    'de',
    true,
    true,
    5,
  ]);
  expect(read(page(list, { last: 2 }))).toEqual(['ab', true, false, 5]);
  expect(read(page(list, { last: 2, before: one.pageInfo.startCursor }))).toEqual([
    '',
    false,
    true,
    5,
  ]);
});

test('behavior: totalCount follows the filter, and search ignores case', () => {
  expect(read(page(list, { first: 2, filter: { minAum: 2 } }))).toEqual(['cd', false, true, 3]);
  const named = [fund('x', 1, 'Alpha Fund'), fund('y', 2, 'Beta'), fund('z', 3)];
  expect(ids(page(named, { filter: { search: 'FUND' } }))).toBe('x');
  expect(ids(page(named, { filter: { search: 'Z' } }))).toBe('z');
  expect(ids(page(named, { filter: { search: null, minAum: null } }))).toBe('zyx');
});

test('behavior: filters and orders that the resolver supplies', () => {
  const changes = new Map([
    ['a', 5],
    ['c', -1],
  ]);
  const given = {
    filter: ({ id }: Fund) => changes.has(id),
    key: ({ id }: Fund) => changes.get(id),
  };
  expect(ids(page(list, { orderBy: { field: 'CHANGE' }, filter: { held: true } }, given))).toBe(
    'ac',
  );
  expect(() => page(list, { orderBy: { field: 'CHANGE' } })).toThrow('CHANGE must be supplied');
  expect(() => page(list, { filter: { held: true } })).toThrow('filter.held must be supplied');
});

test('behavior: amounts that a double cannot hold keep their order in cursors', () => {
  const supplies = ['1000000000000000000001', '1000000000000000000002', '1'];
  const funds = supplies.map((supply, at) => ({ ...fund(String(at), 1), supply: BigInt(supply) }));
  const orderBy = { field: 'SUPPLY' } as const;
  const one = page(funds, { orderBy, first: 1 });
  expect(ids(one)).toBe('1');
  const after = one.pageInfo.endCursor;
  expect(ids(page(funds, { orderBy, after }))).toBe('02');
  expect(ids(page(funds.toSpliced(1, 1), { orderBy, after }))).toBe('02');
});

test('behavior: elements with the same natural key are all returned', () => {
  const rows = [fund('a', 1), fund('a', 1), fund('a', 1)];
  const { edges } = page(rows, {});
  expect(new Set(edges.map(({ cursor }) => cursor)).size).toBe(3);
  expect(ids(page(rows, { after: edges[0]?.cursor ?? '' }))).toBe('aa');
});

test('behavior: a page of the same list is the same object', () => {
  expect(page(list, { first: 2 })).toBe(page(list, { first: 2 }));
  expect(page([...list], { first: 2 })).not.toBe(page(list, { first: 2 }));
});

/** Funds with distinct ids; few values, so that ties and nulls are common. */
const funds = fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { maxLength: 30 }).chain((numbers) =>
  fc.tuple(
    ...numbers.map((number) =>
      fc.record({
        id: fc.constant(`f${number}`),
        name: fc.option(fc.constantFrom('a', 'A', 'b', 'Ö', '\u{1f600}')),
        aum: fc.option(fc.integer({ min: 0, max: 4 })),
      }),
    ),
  ),
) as fc.Arbitrary<readonly Fund[]>;
const orders = fc.record({
  field: fc.constantFrom('AUM' as const, 'NAME' as const),
  direction: fc.constantFrom('ASC' as const, 'DESC' as const),
});

test('behavior: changed elements between two pages cause no loss or repetition of others, in both directions', () => {
  fc.assert(
    fc.property(
      funds,
      orders,
      fc.integer({ min: 1, max: 5 }),
      fc.boolean(),
      fc.infiniteStream(fc.record({ remove: fc.nat(), add: fc.boolean(), aum: fc.nat(4) })),
      (all, orderBy, size, isForward, edits) => {
        let current = all;
        let added = 0;
        const removed = new Set<string>();
        const seen: string[] = [];
        const initial = new Set(all.map(({ id }) => id));
        for (let cursor: string | null = null, turn = 0; turn < 100; turn += 1) {
          const range = isForward ? { first: size, after: cursor } : { last: size, before: cursor };
          const found = page(current, { ...range, orderBy });
          const nodes = found.edges.map(({ node }) => node.id);
          seen.push(...(isForward ? nodes : nodes.reverse()));
          cursor = isForward ? found.pageInfo.endCursor : found.pageInfo.startCursor;
          if (cursor === null) break;
          // Removes any element, possibly that of the cursor, and adds a new one.
          const edit = edits.next().value;
          const gone = current[edit.remove % Math.max(1, current.length)];
          if (gone) removed.add(gone.id);
          current = current.filter((one) => one !== gone);
          if (edit.add && added < 20) {
            added += 1;
            current = [fund(`n${added}`, edit.aum), ...current];
          }
        }
        expect(new Set(seen).size).toBe(seen.length);
        const stayed = [...initial].filter((id) => !removed.has(id));
        expect(seen).toEqual(expect.arrayContaining(stayed));
      },
    ),
  );
});

test('behavior: values that all rise do not change the position of a cursor', () => {
  const one = page(list, { first: 2 });
  const risen = list.map((old) => ({ ...old, aum: old.aum === null ? null : old.aum * 1.5 }));
  expect(ids(page(risen, { after: one.pageInfo.endCursor }))).toBe('eab');
});

test('behavior: 10,000 elements are filtered and ordered in 3 ms after the first time', () => {
  const many = Array.from({ length: 10_000 }, (_, at) =>
    fund(`f${at}`, (at * 7919) % 10_007, `Asset ${at}`),
  );
  const take = (search: string) => page(many, { filter: { search, minAum: 10 }, first: 50 });
  for (let turn = 0; turn < 20; turn += 1) take(`warm ${turn}`);
  const times = Array.from({ length: 50 }, (_, at) => `7${at}`).map((search) => {
    const start = performance.now();
    take(search);
    return performance.now() - start;
  });
  expect(Math.min(...times)).toBeLessThan(3);
});

test.each<[Arguments, RegExp]>([
  [{ first: 0 }, /^first must be from 1 to 100$/],
  [{ last: 101 }, /^last must be from 1 to 100$/],
  [{ first: 1, last: 1 }, /^first and after select a page forwards, last and before backwards/],
  [{ after: 'eA', last: 1 }, /give one pair only/],
  [{ after: '' }, /^after must be a cursor of this list and order \(funds AUM DESC\)/],
  [{ before: 'eA' }, /^before must be a cursor/],
  [{ after: 'a'.repeat(3000) }, /^after must be a cursor/],
  [{ filter: { search: 'a'.repeat(201) } }, /^filter\.search must be at most 200 characters$/],
])('error: %#', (args, message) => {
  expect(() => page(list, args)).toThrow(message);
});

test('error: a cursor of another list, order or version', () => {
  const { cursor = '' } = page(list, {}).edges[0] ?? {};
  expect(() => createFunds('others')(list, { after: cursor })).toThrow(/must be a cursor/);
  expect(() => page(list, { after: cursor, orderBy: { field: 'NAME' } })).toThrow(/funds NAME ASC/);
  const fields = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  const forge = (changed: unknown) => Buffer.from(JSON.stringify(changed)).toString('base64url');
  for (const forged of [
    [2, ...fields.slice(1)],
    [...fields.slice(0, 2), {}, 'a'],
    [...fields.slice(0, 3), null],
    [...fields, 'x'],
    { fields },
    7,
  ]) {
    expect(() => page(list, { after: forge(forged) })).toThrow(/must be a cursor/);
  }
});
