import { startUnaskedServer } from '@dtf-graph/http1-client/testing/unasked-server.ts';
import { expect, test } from 'vitest';
import { startGateway } from '../support/gateway.ts';

const lanes = 8;
const perLane = 19;

test.each([0, 1, 5])(
  'behavior: of 152 requests all get their own price from a data node that responds again %i ms later',
  { timeout: 60_000 },
  async (delay) => {
    await using node = await startUnaskedServer(delay);
    await using gateway = await startGateway({ DATA_NODE_URL: node.origin });
    const wrong: unknown[] = [];
    const lane = async (name: number) => {
      for (let number = 0; number < perLane; number += 1) {
        const asset = `A${name}B${number}`;
        const response = await gateway.rest(`/price?asset=${asset}`);
        const body = (await response.json()) as { readonly asset?: string };
        if (response.status !== 200 || body.asset !== asset) wrong.push([asset, body]);
      }
    };
    await Promise.all(Array.from({ length: lanes }, (_, name) => lane(name)));
    expect(wrong).toEqual([]);
    const metrics = await (await fetch(`${gateway.url}/metrics`)).text();
    expect(metrics).toMatch(/gateway_upstream_distrusts_total\{upstream="data node"\} [1-9]/);
  },
);
