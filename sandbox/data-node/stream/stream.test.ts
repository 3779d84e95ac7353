import { EventSource } from 'eventsource';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDataNode, type TestDataNode, testNow } from '../testing/test-data-node.ts';
import { pollChanges } from './poll-changes.ts';

let node: TestDataNode;
beforeAll(async () => {
  node = await startTestDataNode();
});
afterAll(() => node[Symbol.asyncDispose]());

test.each(['spec', 'wild'] as const)(
  'default: NAVs are pushed at once and again when they changed, as numbers (%s)',
  async (wireFormat) => {
    const source = new EventSource(`${node.url[wireFormat]}/sse/stream?topics=nav,system`);
    const system = new Promise((resolve) => source.addEventListener('system-status', resolve));
    const navs: { itp_id: string; nav_per_share: number; aum_usd: number }[][] = [];
    const twice = Promise.withResolvers<void>();
    source.addEventListener('itp-nav', ({ data }) => {
      navs.push(JSON.parse(data));
      node.setNow(testNow + navs.length * 5_000);
      if (navs.length === 2) twice.resolve();
    });
    await Promise.all([twice.promise, system]);
    source.close();
    node.setNow(testNow);
    expect(navs[0]?.length).toBe(node.state.shareLedger.dtfs().length);
    expect(navs[0]?.[0]).toMatchObject({
      itp_id: expect.stringMatching(/^0x/),
      nav_per_share: expect.any(Number),
      total_supply: expect.stringMatching(/^\d+$/),
      aum_usd: expect.any(Number),
      settlement_address: null,
    });
    expect(navs[0]).not.toEqual(navs[1]);
  },
);

test('behavior: what has not changed is not sent again', async () => {
  const controller = new AbortController();
  const results = [1, 1, 1, 2, 2];
  const read = () => results.shift() ?? controller.abort();
  const seen: unknown[] = [];
  const options = { periodMs: 1, signal: controller.signal };
  for await (const { data } of pollChanges([{ event: 'x', read }], options)) seen.push(data);
  expect(seen.slice(0, 2)).toEqual([1, 2]);
});

test('error: a stream of no known topic is refused', async () => {
  for (const query of ['', '?topics=', '?topics=weather']) {
    expect((await node.spec(`/sse/stream${query}`)).status).toBe(400);
  }
});
