import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  formatResultCursor,
  pageOfResult,
  parseResultCursor,
  type ResultPosition,
} from './result-pages.ts';

const { result } = fc.letrec((tie) => ({
  leaf: fc.oneof(fc.integer(), fc.string(), fc.boolean(), fc.constant(null)),
  list: fc.array(tie('result'), { maxLength: 12 }),
  object: fc.dictionary(fc.stringMatching(/^[a-c]{1,2}$/), tie('result'), { maxKeys: 4 }),
  result: fc.oneof({ maxDepth: 5 }, tie('leaf'), tie('list'), tie('object')),
}));

/** Leaves that lie in a list, with the path to each. */
function leavesInLists(value: unknown, path = '', isInList = false): string[] {
  if (Array.isArray(value)) {
    return value.flatMap((one) => leavesInLists(one, `${path}[]`, true));
  }
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, one]) =>
      leavesInLists(one, `${path}.${key}`, isInList),
    );
  }
  return isInList ? [`${path}=${JSON.stringify(value)}`] : [];
}

const bytesOf = (value: unknown): number => {
  const json = JSON.stringify(value);
  return Buffer.byteLength(json) + Buffer.byteLength(JSON.stringify(json));
};

test('behavior: pages have what the whole has, in its order, and end', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom('x', 'y', 'z'), result), (data) => {
      const seen: string[] = [];
      let from: ResultPosition | null = null;
      for (let pages = 0; pages < 1000; pages += 1) {
        const page = pageOfResult(data, from, 200);
        seen.push(...leavesInLists(page.data));
        from = page.next;
        if (from === null) break;
        expect(parseResultCursor(formatResultCursor(from))).toEqual(from);
      }
      expect(from).toBeNull();
      // Fields beside a list that goes on are there again.
      const whole = leavesInLists(data);
      expect([...new Set(seen)].toSorted()).toEqual([...new Set(whole)].toSorted());
      expect(seen.length).toBeGreaterThanOrEqual(whole.length);
    }),
  );
});

test('behavior: a page has at most the bytes that it may have, as object and as text', () => {
  const data = {
    funds: Array.from({ length: 300 }, (_, at) => ({
      name: `"${at}" ünd`,
      points: Array.from({ length: at % 40 }, (__, i) => ({ at: i, value: i / 7 })),
    })),
    count: 300,
  };
  let from: ResultPosition | null = null;
  const points: number[] = [];
  let pages = 0;
  do {
    const page = pageOfResult(data, from, 20_000);
    expect(bytesOf(page.data)).toBeLessThanOrEqual(20_000);
    expect(page.data).toMatchObject({ count: 300 });
    const { funds } = page.data as typeof data;
    points.push(...funds.flatMap((fund) => fund.points.map(({ value }) => value)));
    from = page.next;
    pages += 1;
  } while (from !== null);
  expect(pages).toBeGreaterThan(20);
  expect(points).toEqual(data.funds.flatMap((fund) => fund.points.map(({ value }) => value)));
});

test('default: a small result is one page', () => {
  const data = { list: [1, 2, [3]], of: { more: [{ a: 'b' }] } };
  expect(pageOfResult(data, null)).toEqual({ data, next: null });
});

test('behavior: a position beyond a list leaves the rest of the document', () => {
  const data = { a: [1, 2], b: [3] };
  expect(pageOfResult(data, ['a', 9])).toEqual({ data: { a: [], b: [3] }, next: null });
  expect(pageOfResult(data, ['none', 0])).toEqual({ data: { a: [], b: [] }, next: null });
});
