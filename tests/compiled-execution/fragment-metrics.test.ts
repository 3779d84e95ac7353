import { expect, test } from 'vitest';
import { startTestDataNode, testNow } from '../../sandbox/data-node/testing/test-data-node.ts';
import { startGateway } from '../support/gateway.ts';

const query =
  'query($tag: String!) { probe: asset(symbol: $tag) { symbol } dtfs(first: 3) { edges { node { symbol holdings { weight } } } } }';

test('default: metrics show how many fragments are cached, and how often they are used', async () => {
  await using node = await startTestDataNode();
  await using gateway = await startGateway(
    { DATA_NODE_URL: node.url.spec, CACHE_MAX_MB: '8', COMPILED_EXECUTION: 'on' },
    { clock: { now: () => testNow } },
  );
  // Each asks for another unknown asset: no answer fits, all but the probe does.
  const ask = (tag: number) => gateway.query(query, { tag: `none${tag}` });
  const lines = async () => (await (await fetch(`${gateway.url}/metrics`)).text()).split('\n');

  expect(await lines()).toEqual(
    expect.arrayContaining([
      'gateway_cache_entries{cache="fragments"} 0',
      'gateway_cache_bytes{cache="fragments"} 0',
      `gateway_cache_max_bytes{cache="fragments"} ${1024 * 1024}`,
    ]),
  );
  // The document is compiled at its third use; the page of funds and three baskets are encoded then.
  for (let count = 0; count < 6; count += 1) await ask(count);
  const seen = await lines();
  expect(seen).toEqual(
    expect.arrayContaining([
      'gateway_cache_entries{cache="fragments"} 4',
      'gateway_fragment_cache_reads_total{field="Query__dtfs",outcome="MISS"} 1',
      'gateway_fragment_cache_reads_total{field="Dtf__holdings",outcome="MISS"} 3',
      'gateway_fragment_cache_reads_total{field="Query__dtfs",outcome="HIT"} 3',
    ]),
  );
  expect(seen.join('\n')).toMatch(/gateway_cache_bytes\{cache="fragments"\} [1-9]/);
});
