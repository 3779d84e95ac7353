import { describe, expect, test } from 'vitest';
import {
  type CollectedSpan,
  startTraceCollector,
} from '../../src/telemetry/testing/trace-collector.ts';
import { progressEvent, resultEvent, startFakeDataNode } from '../sim/support/fake-data-node.ts';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { hasRedis } from './support/redis-server.ts';
import { useEachTopology } from './support/topologies.ts';

const traced = (digit: string) => ({
  headers: { traceparent: `00-${digit.repeat(32)}-b7ad6b7169203331-01` },
});
const requestSpan = (spans: readonly CollectedSpan[], digit: string) =>
  spans.find(({ traceId, kind }) => traceId === digit.repeat(32) && kind === 2);

/** Lets two replicas do something at a data node, and returns their spans. */
async function collect(
  redisUrl: string,
  work: (
    a: TestGateway,
    b: TestGateway,
    node: Awaited<ReturnType<typeof startFakeDataNode>>,
  ) => Promise<void>,
) {
  await using node = await startFakeDataNode();
  await using collector = await startTraceCollector();
  {
    const env = {
      DATA_NODE_URL: node.url,
      REDIS_URL: redisUrl,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    };
    await using a = await startGateway(env);
    await using b = await startGateway(env);
    await work(a, b, node);
  }
  return collector.spans;
}

describe.skipIf(!hasRedis)('traces among replicas', () => {
  const onEachTopology = useEachTopology();

  test('behavior: a value of another replica is linked to the request that fetched it', () =>
    onEachTopology(async ({ redis }) => {
      const spans = await collect(redis.url, async (a, b) => {
        expect((await a.rest('/sim/categories', traced('a'))).status).toBe(200);
        expect((await b.rest('/sim/categories', traced('b'))).status).toBe(200);
      });
      const [first, second] = [requestSpan(spans, 'a'), requestSpan(spans, 'b')];
      expect(second?.events[0]?.attributes['dtf.cache.outcome']).toBe('SHARED');
      expect(second?.links).toMatchObject([{ traceId: first?.traceId, spanId: first?.spanId }]);
    }));

  test('behavior: a simulation that another replica runs is linked to the request that began it', () =>
    onEachTopology(async ({ redis }) => {
      const path = '/sim/run-stream?category_id=all&top_n=5&weighting=equal&rebalance_days=30';
      const spans = await collect(redis.url, async (a, b, node) => {
        const first = a.rest(path, traced('a'));
        const run = await node.nextRun();
        run.send(progressEvent(20));
        const second = await b.rest(path, traced('b'));
        const reader = second.body?.pipeThrough(new TextDecoderStream()).getReader();
        expect((await reader?.read())?.value).toContain('"pct":20');
        run.send(resultEvent);
        expect(await (await first).text()).toContain('"type":"result"');
        expect((await reader?.read())?.value).toContain('"type":"result"');
        await reader?.cancel();
      });
      const [first, second] = [requestSpan(spans, 'a'), requestSpan(spans, 'b')];
      expect(second?.links).toContainEqual(
        expect.objectContaining({ traceId: first?.traceId, spanId: first?.spanId }),
      );
      const calls = spans.filter(({ attributes }) => attributes['url.path'] === '/sim/run-stream');
      expect(calls.map(({ traceId }) => traceId)).toEqual([first?.traceId]);
    }));
});
