import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { type GatewayOnNode, startGatewayOnNode } from '../support/data-node-formats.ts';

/** Requests of one measurement, on one connection, which has 1,000 at most. */
const requests = 900;

test('behavior: to refuse a request takes little CPU beside a cached response', async () => {
  const path = '/aum-ranking';
  await using limited = await startGatewayOnNode({ RATE_LIMIT_REST_PER_MINUTE: '1' });
  await using free = await startGatewayOnNode();
  for (const { gateway } of [limited, limited, free, free]) await gateway.rest(path);
  /** CPU time of a request in µs, of the gateway and of its client together. */
  async function measure({ gateway }: GatewayOnNode, status: number): Promise<number> {
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1').setNoDelay(true);
    const before = process.cpuUsage();
    for (let i = 0; i < requests; i++) {
      socket.write(`GET /api${path} HTTP/1.1\r\nHost: gateway\r\n\r\n`);
      const [head] = (await once(socket, 'data')) as [Buffer];
      if (i === 0) expect(head.toString()).toContain(`HTTP/1.1 ${status} `);
    }
    const { user, system } = process.cpuUsage(before);
    socket.destroy();
    return (user + system) / requests;
  }
  const refused: number[] = [];
  const cached: number[] = [];
  // The first rounds also pay for compiling the code, of which a refusal has more.
  for (let round = 0; round < 12; round++) {
    refused.push(await measure(limited, 429));
    cached.push(await measure(free, 200));
  }
  // A refusal passes the router, a cached response is sent before it.
  expect(Math.min(...refused)).toBeLessThan(3 * Math.min(...cached));
});
