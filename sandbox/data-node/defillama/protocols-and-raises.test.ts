import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDataNode, type TestDataNode } from '../testing/test-data-node.ts';
import type { DefillamaProtocol, DefillamaRaise } from './protocols-and-raises.ts';

let node: TestDataNode;
beforeAll(async () => {
  node = await startTestDataNode();
});
afterAll(() => node[Symbol.asyncDispose]());

test('default: protocols are the assets with a TVL, the largest first', async () => {
  const { body } = await node.spec('/defillama/protocols');
  const protocols: DefillamaProtocol[] = body;
  const ids = new Set(node.state.history.assets.map(({ id }) => id));
  const tvls = protocols.map(({ tvl }) => tvl);
  expect(protocols.length).toBeGreaterThan(20);
  expect(tvls).toEqual(tvls.toSorted((a, b) => b - a));
  for (const protocol of protocols) {
    expect(ids.has(protocol.gecko_id)).toBe(true);
    expect(protocol).toMatchObject({
      name: expect.any(String),
      symbol: expect.any(String),
      category: expect.any(String),
      chains: expect.any(Array),
    });
  }
});

test('behavior: changes are percent against a day and a week before', async () => {
  const { body } = await node.wild('/defillama/protocols');
  const { assets, days, defi } = node.state.history;
  const [protocol]: DefillamaProtocol[] = body;
  const start = assets.findIndex(({ id }) => id === protocol?.gecko_id) * days;
  const at = (back: number) => defi.tvl[start + days - 1 - back] ?? Number.NaN;
  expect(protocol?.tvl).toBe(at(0));
  expect(protocol?.change_1d).toBeCloseTo((at(0) / at(1) - 1) * 100, 3);
  expect(protocol?.change_7d).toBeCloseTo((at(0) / at(7) - 1) * 100, 3);
});

test('behavior: raises are the rounds of the dataset, newest first, the lead apart', async () => {
  const { body } = await node.spec('/defillama/raises');
  const raises: DefillamaRaise[] = body.raises;
  const { rounds, assets } = node.state.history;
  expect(raises.length).toBe(rounds.length);
  const last = rounds.at(-1);
  expect(raises[0]).toMatchObject({
    name: assets[last?.asset ?? 0]?.name,
    defillamaId: assets[last?.asset ?? 0]?.id,
    round: last?.type,
    leadInvestors: last?.investors.slice(0, 1),
    otherInvestors: last?.investors.slice(1),
  });
  const dates = raises.map(({ date }) => date);
  expect(dates).toEqual(dates.toSorted((a, b) => b - a));
  for (const { amount, valuation } of raises) {
    expect(amount === null || amount > 0).toBe(true);
    expect(valuation === null || valuation > 0).toBe(true);
  }
});
