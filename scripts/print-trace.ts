import { startTestDataNode, testNow } from '../sandbox/data-node/testing/test-data-node.ts';
import {
  type CollectedSpan,
  startTraceCollector,
} from '../src/telemetry/testing/trace-collector.ts';
import { forwardGet } from '../tests/support/counting-proxy.ts';
import { startGateway, startUpstream } from '../tests/support/gateway.ts';

/**
 * Usage: `npm run trace`
 *
 * Sends a nested query to a gateway whose data node aborts its first response about holdings, and
 * prints the spans that the gateway exports.
 */
const query =
  'query Funds { dtfs(first: 2) { edges { node { symbol nav { usd } holdings { weight } } } } }';

await using collector = await startTraceCollector();
await using node = await startTestDataNode();
let hasFailed = false;
await using dataNode = await startUpstream((request, response) => {
  if (hasFailed || !request.url?.startsWith('/snapshot')) {
    return forwardGet(node.url.spec, request, response);
  }
  hasFailed = true;
  request.socket.destroy();
});
{
  await using gateway = await startGateway(
    { DATA_NODE_URL: dataNode.url, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
    { clock: { now: () => testNow } },
  );
  await gateway.query(query);
}
const begin = Math.min(...collector.spans.map(startOf));
for (const span of collector.spans.filter(({ kind }) => kind === 2)) printSpan(span, 0);
process.exit();

/** Converts a time in nanoseconds to milliseconds since the epoch. */
function toMillis(unixNano: string): number {
  return Number(BigInt(unixNano) / 1000n) / 1000;
}

function startOf({ startTimeUnixNano }: CollectedSpan): number {
  return toMillis(startTimeUnixNano);
}

/** Prints a span with its attributes and events, then its child spans. */
function printSpan(span: CollectedSpan, depth: number): void {
  const indent = '  '.repeat(depth);
  const end = toMillis(span.endTimeUnixNano);
  const from = (startOf(span) - begin).toFixed(1);
  console.log(`${indent}${span.name}  ${from} to ${(end - begin).toFixed(1)} ms`);
  for (const [name, value] of Object.entries(span.attributes)) {
    console.log(`${indent}    ${name}: ${value}`);
  }
  for (const { name, attributes } of span.events) {
    console.log(`${indent}    event ${name}: ${Object.values(attributes).join(' ')}`);
  }
  const below = collector.spans.filter(({ parentSpanId }) => parentSpanId === span.spanId);
  for (const child of below.sort((one, other) => startOf(one) - startOf(other))) {
    printSpan(child, depth + 1);
  }
}
