import { describe, expect, test } from 'vitest';
import type { TestGateway } from '../support/gateway.ts';
import {
  type FakeDataNode,
  progressEvent,
  publicSeries,
  variantEvent,
} from './support/fake-data-node.ts';
import { readEvents } from './support/read-events.ts';
import { withFakeDataNode } from './support/with-fake-data-node.ts';

const query = 'sweep=top_n&category_id=all';
const shownVariant = (index: number, total: number) => ({
  ...variantEvent(index, total),
  nav_series: publicSeries,
});
const failure = {
  type: 'variant_error',
  variant: 'top_n=1',
  variant_index: 1,
  total_variants: 3,
  error: 'not enough coins: 0 available, 1 required',
};

let node: FakeDataNode;
let gateway: TestGateway;
withFakeDataNode((world) => {
  ({ node, gateway } = world);
});

const stream = (search = query) => readEvents(`${gateway.url}/api/sim/sweep-stream?${search}`);

describe('a sweep as a stream', () => {
  test('behavior: the categories to be compared may be written in any case', async () => {
    await stream('sweep=category&category_id=ALL&categories=DL-Dexes,All,dl-dexes,Small');
    const { query: sent } = await node.nextRun();
    expect(sent.get('categories')).toBe('dl-dexes,all,Small');
  });

  test('default: variants as they finish, then all of them once more', async () => {
    const client = await stream();
    const run = await node.nextRun();
    expect(Object.fromEntries(run.query)).toEqual({
      category_id: 'all',
      rebalance_days: '30',
      sweep: 'top_n',
      top_n: '10',
      weighting: 'equal',
    });
    const progress = {
      ...progressEvent(5),
      variant: 'top_n=0',
      variant_index: 0,
      total_variants: 2,
    };
    const shownProgress = { ...progress, message: 'top_n=0: 2021-01-02' };
    run.send(progress);
    await expect.poll(() => client.events()).toEqual([shownProgress]);
    run.send(variantEvent(0, 2));
    await expect.poll(() => client.events()).toHaveLength(2);
    const all = [variantEvent(0, 2), variantEvent(1, 2)];
    run.send(variantEvent(1, 2), { type: 'sweep_done', total_variants: 2, simulations: all });
    expect(await client.ended).toEqual({ clean: true });
    const shown = [shownVariant(0, 2), shownVariant(1, 2)];
    expect(client.events()).toEqual([
      shownProgress,
      ...shown,
      { type: 'sweep_done', total_variants: 2, simulations: shown },
    ]);
  });

  test('behavior: a variant that fails does not end the sweep', async () => {
    const client = await stream();
    const run = await node.nextRun();
    run.send(variantEvent(0, 3), failure, variantEvent(2, 3));
    run.send({ type: 'sweep_done', total_variants: 3, simulations: [] });
    await client.ended;
    expect(client.events().map(({ type }) => type)).toEqual([
      'variant_done',
      'variant_error',
      'variant_done',
      'sweep_done',
    ]);
    expect(client.events()[1]).toEqual({ ...failure, message: failure.error });
    expect(client.events()[3]).toMatchObject({
      simulations: [shownVariant(0, 3), shownVariant(2, 3)],
    });
  });

  test('behavior: a late joiner gets the finished variants at once', async () => {
    const first = await stream();
    const run = await node.nextRun();
    run.send(variantEvent(0, 3), variantEvent(1, 3), progressEvent(70));
    await expect.poll(() => first.events()).toHaveLength(3);
    const late = await stream('category_id=ALL&sweep=TOP_N&top_n=10');
    await expect
      .poll(() => late.events())
      .toEqual([
        shownVariant(0, 3),
        shownVariant(1, 3),
        { ...progressEvent(70), message: '2021-01-02' },
      ]);
    run.send(variantEvent(2, 3), { type: 'sweep_done', total_variants: 3, simulations: [] });
    await Promise.all([first.ended, late.ended]);
    expect(late.events().slice(-2)).toEqual(first.events().slice(-2));
    expect(node.requests.filter((url) => url.startsWith('/sim/sweep'))).toHaveLength(1);
  });

  test('behavior: a complete sweep is cached, a failed one is not', async () => {
    const broken = await stream();
    let run = await node.nextRun();
    run.send(variantEvent(0, 3), failure, variantEvent(2, 3));
    run.send({ type: 'sweep_done', total_variants: 3, simulations: [] });
    await broken.ended;
    const whole = await stream();
    run = await node.nextRun();
    run.send(variantEvent(0, 1), { type: 'sweep_done', total_variants: 1, simulations: [] });
    await whole.ended;
    const kept = await stream();
    await kept.ended;
    const cached = { ...shownVariant(0, 1), cached: true };
    expect(kept.events()).toEqual([
      cached,
      { type: 'sweep_done', total_variants: 1, simulations: [cached] },
    ]);
  });

  test('behavior: a client that does not read costs the others nothing, and gets all in the end', async () => {
    const slow = await stream();
    slow.pause();
    const quick = await stream();
    const run = await node.nextRun();
    const wide = Array.from({ length: 2000 }, (_, day) => ({
      nav_date: `2021-01-${String((day % 28) + 1).padStart(2, '0')}`,
      nav: 1 + day / 1000,
      drawdown_pct: 0,
    }));
    const total = 20;
    for (let index = 0; index < total; index += 1) {
      run.send({ ...progressEvent(index), variant: `v${index}` });
      run.send({ ...variantEvent(index, total), nav_series: wide });
    }
    run.send({ type: 'sweep_done', total_variants: total, simulations: [] });
    expect(await quick.ended).toEqual({ clean: true });
    slow.resume();
    expect(await slow.ended).toEqual({ clean: true });
    const variants = slow.events().filter(({ type }) => type === 'variant_done');
    expect(variants.map(({ variant_index }) => variant_index)).toEqual([...Array(total).keys()]);
    expect(slow.events().at(-1)?.type).toBe('sweep_done');
  });

  test('error: the data node dies: one error event and a clean end', async () => {
    const client = await stream();
    const run = await node.nextRun();
    run.send(variantEvent(0, 2));
    await expect.poll(() => client.events()).toHaveLength(1);
    run.cut();
    expect(await client.ended).toEqual({ clean: true });
    expect(client.events().map(({ type }) => type)).toEqual(['variant_done', 'error']);
  });

  test('behavior: a client that disconnects frees the data node within a second', async () => {
    const client = await stream();
    const run = await node.nextRun();
    const before = performance.now();
    client.disconnect();
    await run.closed;
    expect(performance.now() - before).toBeLessThan(1000);
  });

  test.each([
    ['sweep=colour&category_id=all', 400, 'sweep must be one of'],
    ['sweep=top_n', 400, 'category_id is required'],
    ['sweep=category&category_id=all', 400, 'categories is required'],
    ['sweep=top_n&sweep=top_n&category_id=all', 400, 'sweep must be given once'],
    ['sweep=top_n&category_id=all&weighting=tvl', 400, 'needs a DeFi category'],
    [
      'sweep=top_n&category_id=all&start_date=2999-01-01',
      400,
      'start_date must not be after today',
    ],
  ])('error: %s', async (search, status, message) => {
    const client = await stream(search);
    await client.ended;
    expect(client.status).toBe(status);
    expect(JSON.parse(client.text()).error).toContain(message);
    expect(node.requests.filter((url) => url.startsWith('/sim/sweep'))).toEqual([]);
  });
});
