import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestDataNode } from '../../sandbox/data-node/testing/test-data-node.ts';
import { type GatewayOnNode, startGatewayOnNode } from '../support/data-node-formats.ts';
import type { TestGateway } from '../support/gateway.ts';

let world: GatewayOnNode;
let node: TestDataNode;
let gateway: TestGateway;
beforeAll(async () => {
  world = await startGatewayOnNode({ COMPILED_EXECUTION: 'on' });
  ({ node, gateway } = world);
}, 60_000);
afterAll(() => world[Symbol.asyncDispose]());

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
    const way = ways[field]?.replace('$ID', node.state.shareLedger.dtfs()[0]?.itpId ?? '');
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
