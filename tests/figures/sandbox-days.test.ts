import { afterAll, beforeAll, expect, test } from 'vitest';
import { testNow } from '../../sandbox/data-node/testing/test-data-node.ts';
import type { TestGateway } from '../support/gateway.ts';
import { queryData, startFiguresGateway } from './support/figures-gateway.ts';

// The data node and the simulator are of one world here, as in the sandbox.
const stack = new AsyncDisposableStack();
let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startFiguresGateway(stack, { isOneWorld: true });
}, 60_000);
afterAll(() => stack.disposeAsync());

const query = (text: string) => queryData(gateway, text);

const from = Math.floor(testNow / 1000) - 300 * 86_400;

test('default: a fund that is mostly bitcoin moves with bitcoin', async () => {
  const { dtfs } = await query(`{ dtfs(first: 100) { edges { node {
    name holdings { asset { symbol } weight }
    performance { versus(benchmark: { coin: BTC }) { days betaToBenchmark correlation } }
  } } } }`);
  type Held = { readonly asset: { readonly symbol: string }; readonly weight: number };
  const compared = dtfs.edges.flatMap(({ node }: { node: { holdings: Held[] } }) =>
    node.holdings.some(({ asset, weight }) => asset.symbol === 'BTC' && weight > 0.5) ? [node] : [],
  );
  expect(compared.length).toBeGreaterThan(0);
  for (const { name, performance } of compared) {
    const { days, betaToBenchmark, correlation } = performance.versus;
    expect(days, name).toBeGreaterThan(30);
    expect(correlation, name).toBeGreaterThan(0.8);
    expect(betaToBenchmark, name).toBeGreaterThan(0.6);
    expect(betaToBenchmark, name).toBeLessThan(1.6);
  }
});

test('default: the daily prices of an asset are those of its benchmark', async () => {
  const { asset } = await query(`{ asset(symbol: "BTC") { performance(from: ${from}) {
    versus(benchmark: { coin: BTC }) { days betaToBenchmark correlation excessReturnPct }
  } } }`);
  const { days, betaToBenchmark, correlation, excessReturnPct } = asset.performance.versus;
  expect(days).toBeGreaterThan(200);
  expect(betaToBenchmark).toBeCloseTo(1, 6);
  expect(correlation).toBeCloseTo(1, 6);
  expect(excessReturnPct).toBeCloseTo(0, 3);
});
