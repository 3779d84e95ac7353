import { isCompositeType, isObjectType, Kind, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { slices } from '../../domains/index.ts';
import { exampleTabs } from '../graphiql.ts';
import { createSchema } from '../schema.ts';
import { operationCost } from './cost.ts';
import { documentLimits } from './limits.ts';
import { known } from './list-lengths.ts';

const schema = createSchema(slices);

function cost(source: string, variables: Record<string, unknown> = {}): number {
  const [operation] = parse(source).definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('no operation');
  return operationCost({ schema, operation, fragments: {}, variables });
}

const representations = (count: number) => ({
  r: Array.from({ length: count }, () => ({ __typename: 'Asset', symbol: 'BTC' })),
});
const entities = (selection: string) =>
  `query($r: [_Any!]!) { _entities(representations: $r) { ... on Asset { ${selection} } } }`;

describe('lengths of lists', () => {
  test('default: every field and type that is known is in the schema', () => {
    for (const name of known.fields) {
      const [type = '', field = ''] = name.split('.');
      const owner = schema.getType(type);
      expect(isObjectType(owner) && owner.getFields()[field], name).toBeTruthy();
    }
    for (const name of known.types) expect(isCompositeType(schema.getType(name)), name).toBe(true);
  });

  test.each([
    [
      'twenty funds with all below them',
      '{ dtfs(first: 20) { edges { node { id name symbol nav { wei source } aumUsd holdings { weight asset { symbol price } } navSeries(range: D30) { timestamp nav } } } } }',
    ],
    ...exampleTabs.map((tab, index) => [`tab ${index}`, tab]),
    [
      'a fund with its series',
      '{ dtf(id: "x") { nav { usd } holdings { weight asset { symbol price } } a: navSeries(range: D1) { nav } b: navSeries(range: Y1) { nav } enrichment { holdings { marketCapUsd } funding { topInvestors { label } } } } }',
    ],
    [
      'a hundred funds',
      '{ dtfs(first: 100) { edges { node { nav { wei } holdings { asset { price } } navSeries { nav } } } } }',
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
    expect(cost(query)).toBeLessThan(documentLimits.cost * 0.75);
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
      'years of a hundred funds and what they hold',
      '{ dtfs(first: 100) { edges { node { holdings { asset { price } } navSeries(range: Y1) { nav } } } } }',
    ],
  ])('behavior: what is very long is too much: %s', (_what, query) => {
    expect(cost(query)).toBeGreaterThan(documentLimits.cost);
  });

  test('behavior: as many runs as may be compared at once fit, whole', () => {
    const ids = Array.from({ length: 50 }, (_, index) => index + 1).join();
    const query = `{ compareSimulations(ids: [${ids}]) { stats { sharpeRatio } navSeries { date nav } } }`;
    expect(cost(query)).toBeLessThanOrEqual(documentLimits.cost);
  });

  test('behavior: as many predictions as the schema tells fit, and what it allows as most does not', () => {
    const type = schema.getType('RevealedBitmap');
    const field = isObjectType(type) ? type.getFields().predictions : undefined;
    const told = field?.args.find(({ name }) => name === 'first')?.description ?? '';
    const [most = 0, alone = 0, withMarkets = 0] = [...told.matchAll(/\d{3,}/g)].map(Number);
    const predictions = (first: number, market = '') =>
      `{ batch(id: 1) { tick(tickId: 1) { reveal { bitmaps { predictions(first: ${first}) { direction ${market} } } } } } }`;
    expect(cost(predictions(alone))).toBeLessThanOrEqual(documentLimits.cost);
    const markets = predictions(withMarkets, 'market { marketId }');
    expect(cost(markets)).toBeLessThanOrEqual(documentLimits.cost);
    expect(Math.min(alone, withMarkets)).toBeGreaterThan(0);
    expect(cost(predictions(most))).toBeGreaterThan(documentLimits.cost);
  });

  test('behavior: representations count their number', () => {
    expect(cost(entities('price'), representations(7))).toBe(7);
    const selection = 'heldBy { weight dtf { name holdings { weight quantity } } }';
    expect(cost(entities(selection), representations(100))).toBeGreaterThan(documentLimits.cost);
    expect(cost(entities(selection), representations(5))).toBeLessThan(documentLimits.cost);
  });

  test('behavior: a range counts its points, ten of them as an object', () => {
    const query = 'query($r: NavRange! = D30) { dtf(id: "x") { navSeries(range: $r) { nav } } }';
    expect(cost(query)).toBe(1 + 3);
    expect(cost(query, { r: 'D90' })).toBe(1 + 9);
    for (const r of ['constructor', { toString: 1 }, 5]) expect(cost(query, { r })).toBe(38);
    expect(cost('{ dtf(id: "x") { navSeries { nav } } }')).toBe(1 + 3);
  });
});
