import { execute, getIntrospectionQuery, getOperationAST, isScalarType, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { domainModules, exampleOperations } from '../../domains/index.ts';
import { createSchema } from '../schema.ts';
import { collectFragments } from '../validation/collect-fragments.ts';
import { documentLimits } from '../validation/document-limits.ts';
import { prepareCost } from './cost.ts';
import { addCostHints, scalarBytes } from './cost-hints.ts';
import { defaultCostLimits } from './cost-limits.ts';
import type { Cost } from './cost-tree.ts';

const schema = createSchema(domainModules);

function costOf(source: string, variables: Record<string, unknown> = {}): Cost {
  const document = parse(source);
  const operation = getOperationAST(document);
  if (!operation) throw new Error('no operation');
  return prepareCost({ schema, operation, fragments: collectFragments(document) }).of(variables);
}

const cost = (source: string, variables?: Record<string, unknown>): number =>
  costOf(source, variables).objects;

const representations = (count: number) => ({
  r: Array.from({ length: count }, () => ({ __typename: 'Asset', symbol: 'BTC' })),
});
const entities = (selection: string) =>
  `query($r: [_Any!]!) { _entities(representations: $r) { ... on Asset { ${selection} } } }`;

describe('lengths of lists', () => {
  test('error: a hint about a field or type that the schema lacks', () => {
    for (const hints of [
      { listLengths: { 'Dtf.none': 1 } },
      { objectWeights: { None: 1 } },
      { leafBytes: { 'Dtf.holdings': 1 } },
    ]) {
      expect(() => addCostHints(schema, [hints])).toThrow('cost hints name what the schema lacks');
    }
  });

  test('default: every scalar of the schema has a size', () => {
    const types = Object.values(schema.getTypeMap()).filter(
      ({ name }) => !/^(_|federation|link)/.test(name),
    );
    const scalars = types.filter(isScalarType).map(({ name }) => name);
    expect(scalars.filter((name) => !(name in scalarBytes))).toEqual([]);
  });

  test.each([
    [
      'twenty funds with all below them',
      '{ dtfs(first: 20) { edges { node { id name symbol nav { wei source } aumUsd holdings { weight asset { symbol price } } navSeries(range: D30) { timestamp nav } } } } }',
    ],
    [
      'a fund with its series',
      '{ dtf(id: "x") { nav { usd } holdings { weight asset { symbol price } } a: navSeries(range: D1) { nav } b: navSeries(range: Y1) { nav } enrichment { holdings { marketCapUsd } funding { topInvestors { label } } } } }',
    ],
    [
      'a hundred funds',
      '{ dtfs(first: 100) { edges { node { nav { wei } holdings { asset { price } } navSeries { nav } } } } }',
    ],
    [
      'all contracts of all deployments',
      '{ deployments { file chainId contracts { index all { name value address } } } }',
    ],
    ['a hundred assets', '{ assets(first: 100) { edges { node { symbol price } } } }'],
    [
      'a portfolio',
      '{ portfolio(address: "x") { history { valueUsd } positions { dtf { name navSeries { nav } } } trades(first: 100) { edges { node { dtf { symbol } } } } } }',
    ],
    ['ten runs', '{ compareSimulations(ids: [1,2,3,4,5,6,7,8,9,10]) { navSeries { date nav } } }'],
    [
      'fifty runs of fewer points',
      '{ simulationResults(first: 50) { edges { node { navSeries(maxPoints: 200) { nav } } } } }',
    ],
    [
      'a page of markets with their windows',
      '{ batch(id: 1) { markets { edges { node { value history { value } } } } } }',
    ],
  ])('behavior: ordinary queries stay well below the limit: %s', (_what, query = '') => {
    expect(cost(query)).toBeLessThan(documentLimits.objects * 0.75);
    expect(costOf(query).bytes).toBeLessThan(defaultCostLimits.bytes * 0.75);
  });

  test.each(exampleOperations)('behavior: so do the examples: $query', ({ query, variables }) => {
    expect(cost(query, variables)).toBeLessThan(documentLimits.objects * 0.75);
    expect(costOf(query, variables).bytes).toBeLessThan(defaultCostLimits.bytes * 0.75);
  });

  test.each([
    [
      'whole histories of a hundred assets',
      '{ assets(first: 100) { edges { node { priceHistory(from: 1577836800) { value } } } } }',
    ],
    [
      'series of a hundred runs',
      '{ simulationResults(first: 100) { edges { node { navSeries { nav } } } } }',
    ],
    [
      'holders of what a hundred funds hold',
      '{ dtfs(first: 100) { edges { node { holdings { asset { heldBy { weight } } } } } } }',
    ],
  ])('behavior: a very long response is above the limits: %s', (_what, query) => {
    expect(cost(query)).toBeGreaterThan(documentLimits.objects);
  });

  test('behavior: the maximum number of compared runs is within the limits', () => {
    const ids = Array.from({ length: 50 }, (_, index) => index + 1).join();
    const query = `{ compareSimulations(ids: [${ids}]) { stats { sharpeRatio } navSeries { date nav } } }`;
    expect(cost(query)).toBeLessThanOrEqual(documentLimits.objects);
  });

  test('behavior: full pages of the predictions of 100 bitmaps are within the limits', () => {
    const page = 'totalCount pageInfo { hasNextPage endCursor }';
    const market = 'id marketId symbol displayName sourceId';
    const query = `{ batch(id: 1) { tick(tickId: 1) {
      outcomes(first: 100) { ${page} edges { cursor node { outcome changePct market { ${market} } } } }
      reveal { bitmaps { predictions(first: 100) { ${page} edges { node { direction market { marketId } } } } } }
    } } }`;
    expect(cost(query)).toBeLessThan(documentLimits.objects / 2);
    expect(costOf(query).bytes).toBeLessThan(defaultCostLimits.bytes / 2);
  });

  test('behavior: a page has at most as many elements as its filter has keys', () => {
    const dtfs = (args: string) => `{ dtfs(${args}) { edges { node { itpId } } } }`;
    expect(cost(dtfs('first: 100, filter: { ids: ["a", "b"] }'))).toBe(cost(dtfs('first: 2')));
    expect(cost(dtfs('first: 1, filter: { ids: ["a", "b"] }'))).toBe(cost(dtfs('first: 1')));
    expect(cost(dtfs('first: 3, filter: { search: "a" }'))).toBe(cost(dtfs('first: 3')));
    const byVariable =
      'query($f: DtfFilter) { dtfs(first: 100, filter: $f) { edges { node { itpId } } } }';
    expect(cost(byVariable, { f: { ids: ['a'] } })).toBe(cost(dtfs('first: 1')));
  });

  test('behavior: representations count their number', () => {
    expect(cost(entities('symbol'), representations(7))).toBe(7.07);
  });

  test('behavior: a leaf that may wait for an upstream costs ten times as much', () => {
    expect(cost(entities('price'), representations(7))).toBe(7.7);
    const selection = 'heldBy { weight dtf { name holdings { weight quantity } } }';
    expect(cost(entities(selection), representations(100))).toBeGreaterThan(documentLimits.objects);
    expect(cost(entities(selection), representations(5))).toBeLessThan(documentLimits.objects);
  });

  test('behavior: a range counts its points, two leaves and the point a hundredth each', () => {
    const query = 'query($r: NavRange! = D30) { dtf(id: "x") { navSeries(range: $r) { nav } } }';
    expect(cost(query)).toBeCloseTo(0.1 + 32 * 0.02);
    expect(cost(query, { r: 'D90' })).toBeCloseTo(0.1 + 92 * 0.02);
    for (const r of ['constructor', { toString: 1 }, 5]) expect(cost(query, { r })).toBe(7.5);
    expect(cost('{ dtf(id: "x") { navSeries { nav } } }')).toBeCloseTo(0.1 + 32 * 0.02);
  });

  test('behavior: a window counts its days, and at least the points of a short window', () => {
    const history = (window: string) =>
      Math.round(cost(`{ asset(symbol: "BTC") { priceHistory${window} { value } } }`) / 0.02);
    expect(history('')).toBeGreaterThan(2000);
    expect(history('(from: 1577836800)')).toBeGreaterThan(2500);
    expect(history('(from: 1577836800, to: 1577923200)')).toBeLessThan(800);
    expect(history('(from: 1577836800, to: 1672531200)')).toBeGreaterThan(1096);
  });

  test('behavior: a series has at most maxPoints points', () => {
    const run = (points: string) =>
      costOf(`{ simulations(ids: [1]) { navSeries${points} { date nav } } }`).bytes;
    expect(run('(maxPoints: 100)')).toBeLessThan(10_000);
    expect(run('(maxPoints: 10000)')).toBe(run(''));
  });

  test.each([
    getIntrospectionQuery(),
    getIntrospectionQuery({ descriptions: false }),
    '{ _service { sdl } }',
    '{ __type(name: "Query") { fields { args { name description defaultValue } type { fields { description } } } } }',
    '{ __schema { types { name fields { args { name type { name } } type { name fields { name } } } possibleTypes { name fields { name } } } } }',
    '{ __schema { directives { name locations args { name defaultValue } } types { enumValues { description } inputFields { name } } } }',
  ])('behavior: introspection is bounded, and within the limits: %#', async (source) => {
    const { data, errors } = await execute({ schema, document: parse(source) });
    expect(errors).toBeUndefined();
    const { bytes, objects } = costOf(source);
    expect(bytes).toBeGreaterThan(JSON.stringify({ data }).length);
    expect(bytes).toBeLessThan(defaultCostLimits.bytes * 0.75);
    expect(objects).toBeLessThan(documentLimits.objects * 0.75);
  });

  test('error: repeated introspection is over the limit', () => {
    const types = 'types { fields { type { fields { type { fields { description } } } } } }';
    const again = Array.from({ length: 30 }, (_, at) => `a${at}: __schema { ${types} }`);
    expect(costOf(`{ ${again.join(' ')} }`).bytes).toBeGreaterThan(defaultCostLimits.bytes);
  });
});
