import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startGateway, type TestGateway } from '../support/gateway.ts';

/** Its data node refuses connections. */
let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway[Symbol.asyncDispose]());

const run = 'category_id=all&top_n=5&weighting=equal&rebalance_days=30';
const crossed = 'fng_mode=both&fng_fear_threshold=80&fng_greed_threshold=20';
const thresholds = 'fng_fear_threshold must not be above fng_greed_threshold when fng_mode is both';
const categories = 'categories is required when sweep is category';

describe('parameters that are wrong whatever the data node knows', () => {
  test.each([
    [`/sim/run?${run}&${crossed}`, thresholds],
    [`/sim/run-stream?${run}&${crossed}`, thresholds],
    [`/sim/sweep-stream?sweep=top_n&category_id=all&${crossed}`, thresholds],
    ['/sim/sweep-stream?sweep=category&category_id=all', categories],
  ])('error: %s is 400 while the data node is down, to HEAD as well', async (path, error) => {
    const response = await gateway.rest(path);
    expect([response.status, await response.json()]).toEqual([400, { error }]);
    expect((await gateway.rest(path, { method: 'HEAD' })).status).toBe(400);
  });

  test('error: the graph says the same', async () => {
    const { errors } = await gateway.query(
      `query { simulation(input: {
        categoryId: "all", topN: 5, weighting: "equal", rebalanceDays: 30,
        fngMode: BOTH, fngFearThreshold: 80, fngGreedThreshold: 20
      }) { runId } }`,
    );
    expect(errors?.[0]?.extensions.code).toBe('INVALID_INPUT');
  });

  test('default: HEAD of a stream whose parameters are sound opens nothing', async () => {
    const response = await gateway.rest(`/sim/run-stream?${run}`, { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
  });
});
