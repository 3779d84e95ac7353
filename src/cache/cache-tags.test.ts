import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cacheTagHeader, isMarked, marksOfPurge, parseTag, tagOf } from './cache-tags.ts';

const fund = `0x${'00'.repeat(31)}Ab`;
const wallet = `0x${'C0'.repeat(20)}`;

test.each([
  ['nav', fund, `dtf-${fund.toLowerCase()}`],
  ['navSeries', `${fund} 7d`, `dtf-${fund.toLowerCase()}`],
  ['dtfSnapshot', 'all', 'dtf'],
  ['price', '/price BTC', 'price-BTC'],
  ['price', '/price A,B C', 'price-A%2CB%20C'],
  ['price', '/latest-prices', 'price'],
  ['portfolio', `/portfolio ${wallet}`, `wallet-${wallet.toLowerCase()}`],
  ['lending', `/morpho-position?user=${wallet}&itp_id=${fund}`, `wallet-${wallet.toLowerCase()}`],
  ['lending', '/lending/markets', 'lending'],
  ['batchState', '7', 'batch-7'],
  ['tickHistory', '7 days=30', 'batch-7'],
  ['tickHistory', '/vision/batch/7/history?days=30', 'batch-7'],
  ['reveal', '7 12', 'batch-7'],
  ['balance', `/vision/balance/7/${wallet}?from_tick=3`, 'batch-7'],
  ['leaderboard', '/vision/leaderboard?batch_id=7&source_id=x', 'batch-7'],
  ['leaderboard', '/vision/leaderboard', 'batch'],
  ['chain', `flows ${fund} 30`, `dtf-${fund.toLowerCase()}`],
  ['chain', `commitments 7 ${wallet}`, 'batch-7'],
  ['chain', 'active bots', 'chain'],
  ['chainTexts', `7 Vision 0x12345678${'0'.repeat(64)}`, 'batch-7'],
  ['simHoldings', '/sim/holdings?run_id=68&date=2026-01-01', 'run-68'],
  ['marketHistory', '["crypto","bitcoin",null]', 'source-crypto'],
  ['marketSnapshot', 'source=weather&limit=10', 'source-weather'],
  ['marketSnapshot', 'limit=10', 'source'],
] as const)('args: the value of %s with the key %s has the tag %s', (policy, key, tag) => {
  expect(tagOf(policy, key)).toBe(tag);
});

test('default: a purge of one resource takes its values and the lists of its kind, no other ones', () => {
  const marks = marksOfPurge('batch-7');
  const isPurged = (tag: string) => marks.some((mark) => isMarked(tag, mark));
  expect(['batch-7', 'batch'].filter(isPurged)).toEqual(['batch-7', 'batch']);
  expect(['batch-70', 'batch-8', 'dtf', 'run-7'].filter(isPurged)).toEqual([]);
});

test('default: a purge of a kind takes everything of it', () => {
  const marks = marksOfPurge('batch');
  const isPurged = (tag: string) => marks.some((mark) => isMarked(tag, mark));
  expect(['batch-7', 'batch', 'batch-8'].filter(isPurged)).toHaveLength(3);
  expect(['market', 'dtf-0x1'].filter(isPurged)).toEqual([]);
});

test.each([
  ['batch-7', 'batch-7'],
  ['dtf', 'dtf'],
  [`dtf-${fund}`, `dtf-${fund.toLowerCase()}`],
  ['price-A%2CB', 'price-A%2CB'],
  ['batches-7', null],
  ['', null],
  ['toString-1', null],
])('args: %j is read as %j', (text, tag) => {
  expect(parseTag(text)).toBe(tag);
});

test('behavior: too many ids of a kind are named by the kind, and others stay', () => {
  const batches = Array.from({ length: 64 }, (_, at) => `batch-${at}`);
  expect(cacheTagHeader(new Set(batches))['Cache-Tag']?.split(',')).toHaveLength(64);
  expect(cacheTagHeader(new Set([...batches, 'price-BTC']))).toEqual({
    'Cache-Tag': 'price-BTC,batch',
  });
  expect(cacheTagHeader(new Set())).toEqual({});
});

test('property: the header has at most 64 tags and 4 kB, and names each kind', () => {
  const kinds = ['dtf', 'price', 'batch', 'run', 'source'];
  const tag = fc.tuple(fc.constantFrom(...kinds), fc.stringMatching(/^[a-z0-9]{1,70}$/));
  fc.assert(
    fc.property(fc.array(tag, { maxLength: 300 }), (made) => {
      const tags = new Set(made.map((parts) => parts.join('-')));
      const header = cacheTagHeader(tags)['Cache-Tag'] ?? '';
      const named = header === '' ? [] : header.split(',');
      expect(named.length).toBeLessThanOrEqual(64);
      expect(header.length).toBeLessThanOrEqual(4096);
      for (const one of tags) {
        const kind = one.split('-', 1)[0] as string;
        expect(named.includes(one) || named.includes(kind)).toBe(true);
      }
    }),
  );
});
