import { describe, expect, test } from 'vitest';
import { parseWeightingOrNull } from '../../src/domains/sim/parameters/weighting.ts';
import type { TestGateway } from '../support/gateway.ts';
import { getJson } from '../support/get-json.ts';
import {
  categories,
  comparedRun,
  type FakeDataNode,
  listedRun,
  publicSeries,
  resultEvent,
  upstreamHolding,
  upstreamSeries,
} from './support/fake-data-node.ts';
import { withFakeDataNode } from './support/with-fake-data-node.ts';

const base = 'category_id=all&top_n=5&weighting=equal&rebalance_days=30';

let node: FakeDataNode;
let gateway: TestGateway;
withFakeDataNode((world) => {
  ({ node, gateway } = world);
});

const get = (path: string) => getJson(gateway, path);

describe('what is known of finished runs', () => {
  const sentBenchmarks = [
    { symbol: 'BTC', coin_id: 'bitcoin', nav_series: [{ nav_date: '2021-01-01', nav: 1 }] },
  ];

  test('default: /sim/categories', async () => {
    const { status, body, headers } = await get('/sim/categories');
    expect(status).toBe(200);
    expect(body).toEqual({ categories });
    expect(headers.get('cache-control')).toBe('public, s-maxage=60, stale-while-revalidate=300');
  });

  test('default: /sim/holdings shows weight and price in both spellings', async () => {
    node.answers['/sim/holdings'] = (query) => ({
      body: { holdings: query.get('date') === '2021-01-02' ? [upstreamHolding] : [] },
    });
    const { body } = await get('/sim/holdings?run_id=7&date=2021-01-02');
    expect(body).toEqual({ holdings: [{ ...upstreamHolding, weight_pct: 25, price: 100 }] });
  });

  test('behavior: a known run without holdings on a day is an empty list', async () => {
    node.answers['/sim/holdings'] = { body: { holdings: [] } };
    node.answers['/sim/compare'] = { body: { simulations: [comparedRun] } };
    expect(await get('/sim/holdings?run_id=7')).toMatchObject({
      status: 200,
      body: { holdings: [] },
    });
  });

  test('error: an unknown run is a 404, whatever the data node says', async () => {
    node.answers['/sim/holdings'] = { body: { holdings: [] } };
    node.answers['/sim/compare'] = { body: { simulations: [] } };
    expect(await get('/sim/holdings?run_id=8')).toMatchObject({
      status: 404,
      body: { error: 'run 8 does not exist' },
    });
    node.answers['/sim/holdings'] = { status: 404, body: { error: 'unknown run_id' } };
    expect(await get('/sim/holdings?run_id=9')).toMatchObject({ status: 404 });
  });

  test.each([
    ['/sim/holdings', 'run_id is required'],
    ['/sim/holdings?run_id=0', 'run_id must be'],
    ['/sim/holdings?run_id=7&run_id=8', 'run_id must be given once'],
    ['/sim/holdings?run_id=7&date=2021-02-30', 'date must be a date'],
    ['/sim/compare', 'run_ids is required'],
    ['/sim/compare?run_ids=', 'run_ids must be'],
    [`/sim/compare?run_ids=${'1,'.repeat(50)}1`, 'run_ids must be'],
    ['/sim/results?category_id=', 'category_id must not be empty'],
    ['/sim/results?category_id=%20', 'category_id must not be empty'],
    ['/sim/benchmarks', 'start_date is required'],
    ['/sim/benchmarks?start_date=yesterday', 'start_date must be a date'],
    ['/sim/benchmarks?start_date=2021-01-02&end_date=2021-01-01', 'end_date must not be before'],
  ])('error: %s', async (path, message) => {
    const { status, body } = await get(path);
    expect(status).toBe(400);
    expect(body.error).toContain(message);
  });

  test('default: /sim/compare leaves out what is no run', async () => {
    node.answers['/sim/compare'] = (query) => {
      expect(query.get('run_ids')).toBe('7,8');
      return { body: { simulations: [comparedRun] } };
    };
    const { body } = await get('/sim/compare?run_ids=7,x,8,-1,7,');
    expect(body).toEqual({ simulations: [{ ...comparedRun, nav_series: publicSeries }] });
    expect((await get('/sim/compare?run_ids=x')).body).toEqual({ simulations: [] });
  });

  test('default: /sim/results, all or of one category', async () => {
    node.answers['/sim/results'] = (query) => ({
      body: { results: query.get('category_id') === 'other' ? [] : [{ ...listedRun(), extra: 1 }] },
    });
    // The shape is known, so the unknown field is dropped.
    expect((await get('/sim/results')).body).toEqual({ results: [listedRun()] });
    expect((await get('/sim/results?category_id=other')).body).toEqual({ results: [] });
  });

  test('default: /sim/benchmarks', async () => {
    node.answers['/sim/benchmarks'] = { body: { benchmarks: sentBenchmarks } };
    const { body } = await get('/sim/benchmarks?start_date=2021-01-01');
    expect(body).toEqual({ benchmarks: sentBenchmarks });
  });

  test.each([
    ['/sim/categories', '/sim/categories'],
    ['/sim/holdings?run_id=1', '/sim/holdings'],
    ['/sim/compare?run_ids=1', '/sim/compare'],
    ['/sim/results', '/sim/results'],
    ['/sim/benchmarks?start_date=2021-01-01', '/sim/benchmarks'],
  ])('error: %s with an answer of unknown shape is a 502', async (path, upstreamPath) => {
    node.answers[upstreamPath] = { body: { something: 'else' } };
    expect(await get(path)).toMatchObject({
      status: 502,
      body: { error: 'the data node answered in an unknown shape' },
    });
  });

  test('default: GraphQL shows a run with all that belongs to it', async () => {
    node.answers['/sim/results'] = { body: { results: [listedRun()] } };
    node.answers['/sim/compare'] = (query) => ({
      body: { simulations: query.get('run_ids')?.split(',').includes('7') ? [comparedRun] : [] },
    });
    node.answers['/sim/holdings'] = { body: { holdings: [upstreamHolding] } };
    node.answers['/sim/benchmarks'] = (query) => {
      expect(query.toString()).toBe('start_date=2021-01-01&end_date=2021-01-03');
      return { body: { benchmarks: sentBenchmarks } };
    };
    const { data, errors } = await gateway.query<Record<string, never>>(`{
      simulations(ids: [7, 8]) {
        id runId cached computedAt
        config { categoryId topN weighting rebalanceDays baseFeePct }
        stats { totalReturnPct totalTrades startDate }
        navSeries { date nav drawdownPct }
        few: navSeries(maxPoints: 4) { nav }
        holdings { asset { symbol } weight price rebalanceDate }
        category { slug coinCount }
        benchmark { symbol navSeries { date nav } }
        none: benchmark(symbol: ETH) { symbol }
      }
      simulationResults { totalCount edges { node { runId } } }
      compareSimulations(ids: [7, 8]) { runId stats { sharpeRatio } navSeries { nav } }
      simulationCategories { slug name source marketCap }
    }`);
    expect(errors).toBeUndefined();
    const id = Buffer.from('SimulationRun:7').toString('base64url');
    expect(data).toEqual({
      simulations: [
        {
          id,
          runId: 7,
          cached: true,
          computedAt: '2026-01-01T00:00:00Z',
          config: {
            categoryId: 'all',
            topN: 5,
            weighting: 'equal',
            rebalanceDays: 30,
            baseFeePct: 0.1,
          },
          stats: { totalReturnPct: 20, totalTrades: 12, startDate: '2021-01-01' },
          navSeries: upstreamSeries.map(({ nav_date, nav, drawdown_pct }) => ({
            date: nav_date,
            nav,
            drawdownPct: drawdown_pct,
          })),
          few: upstreamSeries.map(({ nav }) => ({ nav })),
          holdings: [
            { asset: { symbol: 'BTC' }, weight: 0.25, price: 100, rebalanceDate: '2021-01-02' },
          ],
          category: { slug: 'all', coinCount: 200 },
          benchmark: { symbol: 'BTC', navSeries: [{ date: '2021-01-01', nav: 1 }] },
          none: null,
        },
        null,
      ],
      simulationResults: { totalCount: 1, edges: [{ node: { runId: 7 } }] },
      compareSimulations: [
        {
          runId: 7,
          stats: { sharpeRatio: 0.5 },
          navSeries: upstreamSeries.map(({ nav }) => ({ nav })),
        },
      ],
      simulationCategories: categories.map(({ id, name, source, market_cap }) => ({
        slug: id,
        name,
        source: source.toUpperCase(),
        marketCap: market_cap,
      })),
    });
    const again = await gateway.query<{ node: unknown; _entities: unknown }>(
      `query ($id: ID!, $run: [_Any!]!) {
        node(id: $id) { ... on SimulationRun { runId } }
        _entities(representations: $run) { ... on SimulationRun { runId stats { totalTrades } } }
      }`,
      { id, run: [{ __typename: 'SimulationRun', runId: 7 }] },
    );
    expect(again.data).toEqual({
      node: { runId: 7 },
      _entities: [{ runId: 7, stats: { totalTrades: 12 } }],
    });
    // Each list is read once, however many runs ask for it.
    const asked = node.requests.map((url) => url.split('?')[0]);
    expect(asked.filter((path) => path === '/sim/results')).toHaveLength(1);
    expect(asked.filter((path) => path === '/sim/holdings')).toHaveLength(1);
  });

  test('default: GraphQL computes what REST computes, and says what is wrong in its own words', async () => {
    const source = `query ($input: SimulationInput!) {
      simulation(input: $input) { runId cached computedInMs stats { sharpeRatio } navSeries { nav } }
    }`;
    const input = { categoryId: 'all', topN: 5, weighting: 'EQUAL', rebalanceDays: 30 };
    const both = [gateway.query(source, { input }), gateway.rest(`/sim/run?${base}`)] as const;
    const run = await node.nextRun();
    await expect.poll(() => node.openRuns()).toBe(1);
    run.send(resultEvent);
    expect((await both[0]).data).toEqual({
      simulation: {
        runId: 7,
        cached: false,
        computedInMs: 42,
        stats: { sharpeRatio: 0.5 },
        navSeries: upstreamSeries.map(({ nav }) => ({ nav })),
      },
    });
    expect((await both[1]).status).toBe(200);
    expect(node.requests.filter((url) => url.startsWith('/sim/run'))).toHaveLength(1);
    const again = await gateway.query<{ simulation: object }>(source, { input });
    expect(again.data.simulation).toMatchObject({ cached: true, computedInMs: 0 });
    const wrong = await gateway.query(source, { input: { ...input, rebalanceDays: 0 } });
    expect(wrong.errors?.[0]).toMatchObject({
      message: 'rebalanceDays must be a whole number from 1 to 3650',
      extensions: { code: 'INVALID_INPUT' },
    });
  });

  /** Five runs, newest first; those of `dl-dexes` are weighted by TVL. */
  const listedRuns = [
    { id: 15, topN: 5, category: 'all', weighting: 'equal', sharpe: 0.1, day: '2026-01-05' },
    {
      id: 14,
      topN: 20,
      category: 'dl-dexes',
      weighting: 'tvl_cap10',
      sharpe: 0.9,
      day: '2026-01-04',
    },
    { id: 13, topN: 5, category: 'all', weighting: 'mcap_cap25', sharpe: 0.5, day: '2026-01-03' },
    { id: 12, topN: 5, category: 'dl-dexes', weighting: 'equal', sharpe: 0.5, day: '2026-01-02' },
    { id: 11, topN: 10, category: 'all', weighting: 'mcap', sharpe: -0.2, day: '2026-01-01' },
  ].map(({ id, topN, category, weighting, sharpe, day }) => ({
    ...listedRun(id),
    ...{ top_n: topN, category_id: category, weighting, sharpe_ratio: sharpe },
    ...{ total_return_pct: id, max_drawdown_pct: -id, computed_at: `${day}T00:00:00Z` },
  }));
  const dexes = Buffer.from('SimulationCategory:dl-dexes').toString('base64url');
  const seconds = (day: string) => Date.parse(day) / 1000;

  test.each([
    ['', [15, 14, 13, 12, 11]],
    ['(last: 2)', [12, 11]],
    ['(orderBy: { field: COMPUTED_AT, direction: ASC })', [11, 12, 13, 14, 15]],
    ['(orderBy: { field: SHARPE })', [14, 12, 13, 15, 11]],
    ['(orderBy: { field: TOTAL_RETURN, direction: ASC }, first: 2)', [11, 12]],
    ['(orderBy: { field: MAX_DRAWDOWN })', [11, 12, 13, 14, 15]],
    ['(filter: { category: "dl-dexes" })', [14, 12]],
    [`(filter: { category: "${dexes}", topN: 5 })`, [12]],
    [`(categoryId: "${dexes}")`, [14, 12]],
    ['(categoryId: "dl-dexes", filter: { category: "all" })', []],
    ['(filter: { weightings: ["Capped_MCAP_25", "mcap"] })', [13, 11]],
    ['(filter: { weightings: [] })', []],
    [`(filter: { from: ${seconds('2026-01-02')}, to: ${seconds('2026-01-04')} })`, [14, 13, 12]],
  ])('behavior: GraphQL filters and orders runs: %s', async (args, ids) => {
    node.answers['/sim/results'] = (query) => {
      const category = query.get('category_id');
      return {
        body: {
          results: listedRuns.filter((run) => category === null || run.category_id === category),
        },
      };
    };
    const { data, errors } = await gateway.query<{
      simulationResults: { totalCount: number; edges: { node: { runId: number } }[] };
    }>(`{ simulationResults${args} { totalCount edges { node { runId } } } }`);
    expect(errors).toBeUndefined();
    expect(data.simulationResults.edges.map((edge) => edge.node.runId)).toEqual(ids);
    expect(node.requests.filter((url) => url.startsWith('/sim/results'))).toHaveLength(1);
  });

  test.each([
    ['filter: { category: " " }', 'filter.category must not be empty'],
    ['categoryId: ""', 'categoryId must not be empty'],
    ['filter: { weightings: ["best"] }', 'filter.weightings must each be one of equal, mcap,'],
  ])('error: GraphQL refuses a list of runs with %s', async (args, message) => {
    node.answers['/sim/results'] = { body: { results: listedRuns } };
    const { errors } = await gateway.query(`{ simulationResults(${args}) { totalCount } }`);
    expect(errors?.[0]?.message).toContain(message);
    expect(errors?.[0]?.extensions?.code).toBe('INVALID_INPUT');
  });

  test('default: GraphQL shows every parameter of a run that the data node keeps', async () => {
    const query = gateway.query(
      `query ($input: SimulationInput!) { simulation(input: $input) { config {
        categoryId topN weighting rebalanceDays baseFeePct spreadMultiplier startDate thresholdPct
        fngMode fngFearThreshold fngGreedThreshold fngCashPct domMode domLookback
        vcMode vcInvestors vcMinAmountM vcRoundTypes delistHaircut
      } } }`,
      {
        input: { categoryId: dexes, topN: 5, weighting: 'equal', rebalanceDays: 30 },
      },
    );
    const run = await node.nextRun();
    expect(run.query.get('category_id')).toBe('dl-dexes');
    const config = {
      ...{ category_id: 'dl-dexes', top_n: 5, weighting: 'equal', rebalance_days: 30 },
      ...{ base_fee_pct: 0.1, spread_multiplier: 1, start_date: null, threshold_pct: 3 },
      ...{ fng_mode: 'both', fng_fear_threshold: 25, fng_greed_threshold: 75, fng_cash_pct: 0.4 },
      ...{ dom_mode: 'eth', dom_lookback: 30, vc_mode: 'fresh_6', vc_investors: ['beta fund'] },
      ...{ vc_min_amount_m: 1.5, vc_round_types: [], delist_haircut: 0 },
    };
    run.send({ ...resultEvent, config });
    const { data, errors } = await query;
    expect(errors).toBeUndefined();
    expect(data).toEqual({
      simulation: {
        config: {
          ...{ categoryId: 'dl-dexes', topN: 5, weighting: 'equal', rebalanceDays: 30 },
          ...{ baseFeePct: 0.1, spreadMultiplier: 1, startDate: null, thresholdPct: 3 },
          ...{ fngMode: 'BOTH', fngFearThreshold: 25, fngGreedThreshold: 75, fngCashPct: 0.4 },
          ...{ domMode: 'ETH', domLookback: 30, vcMode: 'fresh_6', vcInvestors: ['beta fund'] },
          ...{ vcMinAmountM: 1.5, vcRoundTypes: null, delistHaircut: 0 },
        },
      },
    });
  });

  type Scheme = {
    readonly pattern: string;
    readonly parameter: Record<'name' | 'unit', string> & Record<'min' | 'max' | 'default', number>;
    readonly categories: readonly string[];
  };

  test('default: GraphQL lists the weighting schemes, with bounds that hold', async () => {
    const { data, errors } = await gateway.query<Record<'all' | 'plain' | 'defi', Scheme[]>>(`{
      all: simulationWeightings {
        pattern label description parameter { name min max default unit } categories
      }
      plain: simulationWeightings(categoryId: "all") { pattern }
      defi: simulationWeightings(categoryId: "${dexes}") { pattern }
    }`);
    expect(errors).toBeUndefined();
    expect(data.all).toHaveLength(20);
    expect(data.plain).toHaveLength(11);
    expect(data.defi.map(({ pattern }) => pattern)).toEqual(data.all.map(({ pattern }) => pattern));
    expect(data.all.filter(({ categories }) => categories.includes('COINGECKO'))).toHaveLength(11);
    expect(data.all.find(({ pattern }) => pattern === 'mcap_cap{P}')).toEqual({
      pattern: 'mcap_cap{P}',
      label: 'Market cap, capped',
      description: expect.any(String),
      parameter: { name: 'P', min: 1, max: 100, default: 10, unit: 'percent' },
      categories: ['COINGECKO', 'DEFILLAMA'],
    });
    for (const { pattern, parameter } of data.all) {
      for (const number of parameter ? [parameter.min, parameter.max, parameter.default] : ['']) {
        const name = pattern.replace(`{${parameter?.name}}`, String(number));
        expect(parseWeightingOrNull(name)?.name).toBe(name);
      }
      if (!parameter) continue;
      for (const number of [parameter.min - 1, parameter.max + 1]) {
        expect(
          parseWeightingOrNull(pattern.replace(`{${parameter.name}}`, String(number))),
        ).toBeNull();
      }
    }
    expect(node.requests).toEqual([]);
  });

  test('error: GraphQL refuses too many ids and points', async () => {
    const ids = Array.from({ length: 51 }, (_, index) => index + 1);
    const many = await gateway.query(`{ simulations(ids: [${ids}]) { runId } }`);
    expect(many.errors?.[0]?.message).toBe('ids must be at most 50');
    node.answers['/sim/compare'] = { body: { simulations: [comparedRun] } };
    const few = await gateway.query(
      '{ compareSimulations(ids: [7]) { navSeries(maxPoints: 3) { nav } } }',
    );
    expect(few.errors?.[0]?.message).toBe('maxPoints must be from 4 to 10000');
  });
});
