import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  at,
  batches,
  idOf,
  type ListName,
  type ListWorld,
  lists,
  type Page,
  rankings,
  startListWorld,
  stateOf,
  wallet,
  wei,
  wideIds,
} from './support/list-world.ts';
import * as model from './support/market-model.ts';

let world: ListWorld;
beforeAll(async () => {
  world = await startListWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const keysOf = async (name: ListName, args = '') => (await world.pageOf(name, args)).keys;
const order = (field: string, direction?: string) =>
  `orderBy: { field: ${field}${direction ? `, direction: ${direction}` : ''} }`;

const address = (index: number) => expect.stringMatching(new RegExp(`^${wallet(index)}$`, 'i'));
const assets = (...indexes: readonly number[]) => indexes.map((index) => `weather-${index}`);
const [bitcoin = '', ethereum = '', flatcoin = ''] = model.marketIds;

// biome-ignore format: one line a case
const cases: readonly (readonly [ListName, string, readonly unknown[]])[] = [
  ['batches', '', [9, 7, 6, 5, 4, 3]],
  ['batches', order('ID', 'ASC'), [3, 4, 5, 6, 7, 9]],
  ['batches', order('TVL'), [6, 7, 9, 4, 5, 3]],
  ['batches', order('TVL', 'ASC'), [3, 4, 5, 7, 9, 6]],
  ['batches', order('PLAYER_COUNT'), [9, 5, 3, 6, 4, 7]],
  ['batches', order('NEXT_TICK'), [5, 3, 6, 4, 9, 7]],
  ['batches', `filter: { sourceId: "weather" }`, [6, 4]],
  ['batches', `filter: { sourceId: "${idOf('DataSource', 'weather')}", paused: false }`, [6, 4]],
  ['batches', 'filter: { paused: true }', [5]],
  ['batches', `filter: { minTvl: "${wei(30)}" }`, [9, 7, 6]],
  ['batches', `filter: { player: "${wallet(0xa1)}" }`, [7, 5]],
  ['batches', `filter: { player: "${idOf('Portfolio', wallet(0xa0))}" }, ${order('NEXT_TICK')}`, [5, 4, 7]],
  ['markets', '', [ethereum, bitcoin, flatcoin, 'rain-6']],
  ['markets', order('SYMBOL', 'DESC'), ['rain-6', flatcoin, bitcoin, ethereum]],
  ['markets', order('CHANGE'), [bitcoin, flatcoin, ethereum, 'rain-6']],
  ['markets', order('CHANGE', 'ASC'), [flatcoin, bitcoin, ethereum, 'rain-6']],
  ['markets', 'filter: { search: "BITCOIN m" }', [bitcoin]],
  ['markets', 'filter: { search: "AIN-6" }', ['rain-6']],
  ['markets', 'filter: { search: "rain", sourceId: "weather" }', ['rain-6']],
  ['markets', `filter: { sourceId: "${idOf('DataSource', 'crypto')}" }`, [ethereum, bitcoin, flatcoin]],
  ['batchMarkets', '', [bitcoin, ethereum, flatcoin]],
  ['batchMarkets', order('BIT', 'DESC'), [flatcoin, ethereum, bitcoin]],
  ['batchMarkets', order('SYMBOL'), [ethereum, bitcoin, flatcoin]],
  ['batchMarkets', order('CHANGE'), [bitcoin, flatcoin, ethereum]],
  ['batchMarkets', 'filter: { search: "alpha" }', [ethereum]],
  ['batchMarkets', 'filter: { sourceId: "weather" }', []],
  ['batchMarkets', 'filter: { sourceId: "crypto" }', [bitcoin, ethereum, flatcoin]],
  ['players', '', [0, 1, 2, 3, 4, 5].map((index) => address(0xa0 + index))],
  ['players', order('BALANCE'), [4, 1, 0, 2, 3, 5].map((index) => address(0xa0 + index))],
  ['players', order('STAKE', 'ASC'), [1, 4, 2, 3, 0, 5].map((index) => address(0xa0 + index))],
  ['players', 'filter: { hasBitmap: false }', [1, 3, 5].map((index) => address(0xa0 + index))],
  ['players', `filter: { address: "${idOf('Portfolio', wallet(0xa2))}" }`, [address(0xa2)]],
  ['ticks', '', [4, 3, 2, 1]],
  ['ticks', order('TICK', 'ASC'), [1, 2, 3, 4]],
  ['ticks', 'filter: { from: 1790000020, to: 1790000030 }', [3, 2]],
  ['ticks', `filter: { tickIds: [1, "4", "${idOf('Tick', '7 2')}", "${idOf('Tick', '3 3')}"] }`, [4, 2, 1]],
  ['leaderboard', '', [0, 1, 2, 3, 4].map((index) => address(0xb0 + index))],
  ['leaderboard', order('PNL', 'ASC'), [4, 3, 2, 1, 0].map((index) => address(0xb0 + index))],
  ['leaderboard', order('WIN_RATE'), [4, 1, 2, 0, 3].map((index) => address(0xb0 + index))],
  ['leaderboard', order('ROI'), [2, 0, 3, 4, 1].map((index) => address(0xb0 + index))],
  ['leaderboard', order('VOLUME'), [1, 2, 4, 3, 0].map((index) => address(0xb0 + index))],
  ['leaderboard', `filter: { address: "${wallet(0xb3)}" }`, [address(0xb3)]],
  ['sources', '', ['Alps', 'crypto', 'none', 'weather']],
  ['sources', order('ASSET_COUNT'), ['Alps', 'weather', 'crypto', 'none']],
  ['sources', order('LAST_SYNC'), ['weather', 'crypto', 'Alps', 'none']],
  ['sources', order('LAST_SYNC', 'ASC'), ['Alps', 'crypto', 'weather', 'none']],
  ['sources', 'filter: { search: "SNOW" }', ['Alps']],
  ['sources', 'filter: { search: "wea" }', ['weather']],
  ['sources', 'filter: { status: STALE }', ['Alps']],
  ['sources', 'filter: { category: "nature", status: HEALTHY }', ['weather']],
  ['assets', '', assets(0, 1, 2, 3)],
  ['assets', order('DEFAULT', 'DESC'), assets(3, 2, 1, 0)],
  ['assets', order('SYMBOL'), assets(2, 1, 0, 3)],
  ['assets', order('VALUE'), assets(2, 3, 0, 1)],
  ['assets', order('VALUE', 'ASC'), assets(0, 2, 3, 1)],
  ['assets', order('CHANGE'), assets(1, 2, 0, 3)],
  ['assets', order('VOLUME'), assets(3, 0, 1, 2)],
  ['assets', order('MARKET_CAP'), assets(3, 2, 0, 1)],
  ['assets', 'filter: { category: "rain" }', assets(0, 2)],
  ['assets', 'filter: { search: "ASSET 3" }', assets(3)],
  ['assets', `filter: { assetIds: ["weather-1", "${idOf('SourceAsset', 'weather weather-2')}", "none"] }`, assets(1, 2)],
  ['prices', `filter: { assetIds: ["${idOf('SourceAsset', 'crypto weather-2')}", "bitcoin"] }`, [bitcoin]],
  ['prices', `${order('VALUE')}, first: 2`, assets(2, 3)],
  ['outcomes', '', [bitcoin, ethereum, flatcoin]],
  ['outcomes', order('BIT', 'DESC'), [flatcoin, ethereum, bitcoin]],
  ['outcomes', 'filter: { outcome: DOWN }', [ethereum]],
  ['outcomes', `filter: { marketIds: ["bitcoin", "${idOf('PredictionMarket', 'flatcoin')}"] }`, [bitcoin, flatcoin]],
  ['predictions', '', [bitcoin, ethereum, flatcoin]],
  ['predictions', 'filter: { direction: DOWN }', [ethereum]],
  ['predictions', `filter: { marketIds: ["bitcoin"], direction: UP }, ${order('BIT', 'DESC')}`, [bitcoin]],
];

test.each(cases)('behavior: %s(%s)', async (name, args, expected) => {
  const { keys, totalCount } = await world.pageOf(name, args);
  expect(keys).toEqual(expected);
  if (!args.includes('first')) expect(totalCount).toBe(expected.length);
});

test.each(Object.keys(lists) as ListName[])('behavior: %s in pages, both ways', async (name) => {
  const all = await keysOf(name);
  const ahead: unknown[] = [];
  for (let after: string | null = null; ahead.length < all.length; ) {
    const range: string = after === null ? 'first: 2' : `first: 2, after: "${after}"`;
    const page: Page = await world.pageOf(name, range);
    ahead.push(...page.keys);
    expect(page.pageInfo.hasNextPage).toBe(ahead.length < all.length);
    after = page.pageInfo.endCursor;
  }
  const back: unknown[] = [];
  for (let before: string | null = null; back.length < all.length; ) {
    const range: string = before === null ? 'last: 2' : `last: 2, before: "${before}"`;
    const page: Page = await world.pageOf(name, range);
    back.unshift(...page.keys);
    expect(page.pageInfo.hasPreviousPage).toBe(back.length < all.length);
    before = page.pageInfo.startCursor;
  }
  expect([ahead, back]).toEqual([all, all]);
});

/** The upstream calls of a query when nothing is cached. */
async function coldCalls(query: string): Promise<number> {
  world.expireCaches();
  const before = world.calls();
  const { errors } = await world.gateway.query(query);
  expect(errors).toBeUndefined();
  return world.calls() - before;
}

test.each([
  [
    '{ batches LIST { edges { node { batchId } } } }',
    ['sourceId: "weather"', 'minTvl: "1"'],
    'TVL',
    1,
  ],
  [
    '{ markets LIST { edges { node { symbol sourceId changePct } } } }',
    ['search: "a"', 'sourceId: "crypto"'],
    'CHANGE',
    5,
  ],
  [
    '{ batch(id: 7) { markets LIST { edges { node { symbol changePct } } } } }',
    ['search: "a"', 'sourceId: "crypto"'],
    'CHANGE',
    4,
  ],
  [
    '{ batch(id: 7) { players LIST { edges { node { balance } } } } }',
    ['hasBitmap: true'],
    'BALANCE',
    2,
  ],
  ['{ batch(id: 9) { ticks LIST { edges { node { tickId } } } } }', ['from: 1'], 'TICK', 2],
  [
    '{ leaderboard { entries LIST { edges { node { rank } } } } }',
    [`address: "${wallet(1)}"`],
    'ROI',
    1,
  ],
  [
    '{ sources LIST { edges { node { name } } } }',
    ['search: "a"', 'category: "nature"'],
    'LAST_SYNC',
    2,
  ],
  ['{ snapshot { prices LIST { edges { node { value } } } } }', ['category: "rain"'], 'VALUE', 2],
] as const)(
  'behavior: filters and orders cost no further upstream call: %s',
  async (query, filters, field, most) => {
    const plain = await coldCalls(query.replace('LIST', '(first: 50)'));
    expect(plain).toBeLessThanOrEqual(most);
    for (const filter of filters) {
      const args = `(first: 50, filter: { ${filter} }, orderBy: { field: ${field} })`;
      expect(await coldCalls(query.replace('LIST', args))).toBeLessThanOrEqual(plain);
    }
  },
);

test('behavior: the state of each batch is read once, for orders and filters that need it', async () => {
  const query = `{ batches(filter: { player: "${wallet(0xa0)}" }, orderBy: { field: NEXT_TICK }) { totalCount } }`;
  expect(await coldCalls(query)).toBe(1 + batches.length + 1);
  const before = world.calls();
  await world.gateway.query(query);
  expect(world.calls()).toBe(before);
});

test('behavior: 25 bitmaps of 2,000 markets are read in full pages', async () => {
  const query = `query ($after: String) { batch(id: 9) { tick(tickId: 2) {
    outcomes(first: 100) { totalCount edges { node { outcome } } }
    reveal { bitmaps { predictions(first: 100, after: $after) {
      totalCount pageInfo { hasNextPage endCursor }
      edges { node { direction market { marketId symbol } } }
    } } }
  } } }`;
  type Wide = {
    pageInfo: { hasNextPage: boolean; endCursor: string };
    edges: { node: { direction: string; market: { marketId: string } } }[];
  };
  const read: { direction: string; market: { marketId: string } }[][] = [];
  const before = world.calls();
  for (let after: string | null = null, pages = 1; ; pages += 1) {
    type Data = { batch: { tick: { reveal: { bitmaps: { predictions: Wide }[] } } } };
    const response: { data: Data; errors?: unknown } = await world.gateway.query<Data>(query, {
      after,
    });
    expect(response.errors).toBeUndefined();
    const { bitmaps } = response.data.batch.tick.reveal;
    for (const [index, { predictions }] of bitmaps.entries()) {
      read[index] = [...(read[index] ?? []), ...predictions.edges.map((edge) => edge.node)];
    }
    const info: Wide['pageInfo'] | undefined = bitmaps[0]?.predictions.pageInfo;
    after = info?.endCursor ?? null;
    if (!info?.hasNextPage) {
      expect(pages).toBe(20);
      break;
    }
  }
  expect(read).toHaveLength(25);
  const bits = wideIds.map((_, bit) => ((0xa5 >> (7 - (bit % 8))) & 1 ? 'UP' : 'DOWN'));
  for (const predictions of read) {
    expect(predictions.map(({ market }) => market.marketId)).toEqual(wideIds);
    expect(predictions.map(({ direction }) => direction)).toEqual(bits);
  }
  expect(world.calls() - before).toBeLessThan(8);
});

test('error: a query that is too expensive says its cost, the limit and the most expensive field', async () => {
  const { errors } = await world.gateway.query(`{ batch(id: 9) { ticks(first: 100) { edges { node {
    reveal { bitmaps { predictions(first: 100) { edges { node { direction } } } } }
  } } } } }`);
  expect(errors?.[0]?.message).toMatch(
    /^the document costs too much: up to [\d,]+ bytes and [\d,]+ objects, where [\d,]+ bytes and 5,000 objects are allowed; the most expensive field is .*predictions\.edges\.node, up to 600,000 of \d+ bytes each: reduce the argument first of predictions/,
  );
});

test.each([
  ['batches(filter: { player: "x" })', 'filter.player must be a global id of a portfolio'],
  ['batches(after: "x")', 'after must be a cursor of this list and order (batches ID DESC)'],
  ['markets(first: 1, last: 1)', 'first and after select a page forwards'],
  ['sources(last: 101)', 'last must be from 1 to 100'],
])('error: %s', async (call, message) => {
  const { errors } = await world.gateway.query(`{ ${call} { totalCount } }`);
  expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT' } }]);
  expect(errors?.[0]?.message).toContain(message);
});

test('error: ids of ticks and wallets that are malformed', async () => {
  const { data, errors } = await world.gateway.query(`{ batch(id: 7) {
    tick(tickId: "x") { tickId }
    ticks(filter: { tickIds: ["1x"] }) { totalCount }
    players(filter: { address: "0x1" }) { totalCount }
  } }`);
  expect(data).toEqual({ batch: { tick: null, ticks: null, players: null } });
  expect(errors?.map(({ message }) => message).sort()).toEqual([
    'filter.address must be a global id of a portfolio, or 0x followed by 40 hex digits',
    'filter.tickIds must be a whole number, or the global id of a tick',
    'tickId must be a whole number, or the global id of a tick',
  ]);
});

/** A list whose upstream elements a test changes: which key and which ordered value each has. */
type Element = { readonly key: number; readonly value: number };
const changing: Readonly<
  Record<
    string,
    {
      readonly name: ListName;
      readonly order: string;
      tell: (all: readonly Element[]) => void;
      keyOf: (key: number) => unknown;
    }
  >
> = {
  batches: {
    name: 'batches',
    order: order('TVL'),
    tell: (all) => {
      const rows = all.map(({ key, value }) => ({ ...model.batchEntry(key), tvl: wei(value) }));
      world.tell('/vision/batches', { batches: rows });
    },
    keyOf: (key) => key,
  },
  players: {
    name: 'players',
    order: order('BALANCE', 'ASC'),
    tell: (all) => {
      const rows = all.map(({ key, value }) => ({
        ...model.state.players[0],
        ...{ address: wallet(key), balance: wei(value) },
      }));
      world.tell('/vision/batches', { batches: [model.batchEntry(7)] });
      world.tell('/vision/batch/7/state', { ...stateOf(7), players: rows });
    },
    keyOf: (key) => wallet(key),
  },
  leaderboard: {
    name: 'leaderboard',
    order: order('ROI'),
    tell: (all) => {
      const rows = all.map(({ key, value }) => ({
        ...rankings[0],
        ...{ rank: key, walletAddress: wallet(key), roi: value },
      }));
      world.tell('/vision/leaderboard', { leaderboard: rows, updatedAt: at });
    },
    keyOf: (key) => wallet(key),
  },
};

test.each(Object.entries(changing))(
  'behavior: other %s that come and go between two pages lose and repeat nothing',
  async (_name, { name, order: orderBy, tell: publish, keyOf }) => {
    const element = fc.record({ key: fc.integer({ min: 1, max: 60 }), value: fc.nat(4) });
    const elements = fc.uniqueArray(element, { maxLength: 20, selector: ({ key }) => key });
    const edit = fc.record({ remove: fc.nat(), add: fc.boolean(), value: fc.nat(4) });
    const property = fc.asyncProperty(
      elements,
      fc.integer({ min: 1, max: 5 }),
      fc.boolean(),
      fc.infiniteStream(edit),
      async (all, size, isForward, edits) => {
        let current: readonly Element[] = all;
        const stayed = new Set(all.map(({ key }) => String(keyOf(key))));
        const seen: string[] = [];
        const [count, where] = isForward ? ['first', 'after'] : ['last', 'before'];
        for (let cursor: string | null = null, added = 100; added < 120; ) {
          publish(current);
          world.expireCaches();
          const from: string = cursor === null ? '' : `, ${where}: "${cursor}"`;
          const page: Page = await world.pageOf(name, `${count}: ${size}${from}, ${orderBy}`);
          const keys = page.keys.map((key) => String(key).toLowerCase());
          seen.push(...(isForward ? keys : keys.reverse()));
          const { pageInfo } = page;
          if (!(isForward ? pageInfo.hasNextPage : pageInfo.hasPreviousPage)) break;
          cursor = isForward ? pageInfo.endCursor : pageInfo.startCursor;
          const { remove, add, value } = edits.next().value;
          const gone = current[remove % Math.max(1, current.length)];
          if (gone) stayed.delete(String(keyOf(gone.key)));
          current = current.filter((one) => one !== gone);
          added += 1;
          if (add) current = [{ key: added, value }, ...current];
        }
        expect(new Set(seen).size).toBe(seen.length);
        expect(seen).toEqual(expect.arrayContaining([...stayed]));
      },
    );
    await fc.assert(property, { numRuns: 15 });
  },
);
