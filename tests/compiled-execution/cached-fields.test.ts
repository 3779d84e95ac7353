import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  startTestNode,
  type TestNode,
  testNow,
} from '../../sandbox/data-node/testing/test-node.ts';
import { startGateway, type TestGateway } from '../support/gateway.ts';

let stack: AsyncDisposableStack;
let node: TestNode;
let gateway: TestGateway;

beforeAll(async () => {
  stack = new AsyncDisposableStack();
  node = stack.use(await startTestNode());
  const clock = { now: () => testNow };
  gateway = stack.use(
    await startGateway({ DATA_NODE_URL: node.url.spec, COMPILED_EXECUTION: 'on' }, { clock }),
  );
});
afterAll(() => stack.disposeAsync());

/**
 * A way to each encoded field that leads through no other. Those of sources, whose health depends on the
 * time, are never at hand.
 */
const ways: Readonly<Record<string, string>> = {
  Query__dtfs: 'dtfs { totalCount }',
  Dtf__holdings: 'dtf(id: "$ID") { holdings { weight } }',
  Dtf__navSeries: 'dtf(id: "$ID") { navSeries { nav } }',
  Asset__heldBy: 'asset(symbol: "BTC") { heldBy { weight } }',
  Query__assets: 'assets(first: 2) { totalCount }',
  Query__marketHistory: 'marketHistory(source: "crypto", asset: "bitcoin") { value }',
  Asset__priceHistory: 'asset(symbol: "BTC") { priceHistory { value } }',
  MarketSnapshot__prices: 'snapshot(sourceId: "crypto") { prices(first: 2) { totalCount } }',
};

async function hitsOf(field: string): Promise<number> {
  const text = await (await fetch(`${gateway.url}/metrics`)).text();
  const label = `{field="${field}",outcome="HIT"} `;
  const line = text.split('\n').find((one) => one.includes(label));
  return Number(line?.split(' ').at(-1) ?? 0);
}

test.each(Object.keys(ways))(
  'behavior: what is selected below %s is encoded once',
  async (field) => {
    const way = ways[field]?.replace('$ID', node.state.book.dtfs()[0]?.itpId ?? '');
    for (let count = 0; count < 8; count += 1) {
      const { errors } = await gateway.query(
        `query($tag: String!) { probe: asset(symbol: $tag) { symbol } ${way} }`,
        { tag: `none${count}` },
      );
      expect(errors).toBeUndefined();
    }
    expect(await hitsOf(field)).toBeGreaterThan(2);
  },
);
