import { expect, test } from 'vitest';
import { startGatewayProcess } from '../support/gateway-process.ts';
import { postJson } from '../support/post-json.ts';

const heapMb = 256;
const documents = 2000;
/** A document is compiled when it comes for the third time. */
const times = 3;
const atOnce = 4;

const basket = 'name nav { wei source } holdings { weight asset { symbol } }';
const query = (number: number) =>
  `query Q${number} { ${Array.from({ length: 8 }, (_, at) => `a${at}: dtf(id: "0x${number}") { id ${basket} }`).join(' ')} }`;

test('behavior: 2,000 documents, each compiled, leave a heap of 256 MB below its limit', async () => {
  await using gateway = await startGatewayProcess({
    NODE_OPTIONS: `--max-old-space-size=${heapMb}`,
  });
  let next = 0;
  const send = async () => {
    while (next < documents) {
      const text = query(next);
      next += 1;
      for (let time = 0; time < times; time += 1) {
        const response = await postJson(`${gateway.url}/graphql`, { query: text });
        expect(response.status).toBe(200);
        await response.arrayBuffer();
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, send));
  const metrics = await (await fetch(`${gateway.url}/metrics`)).text();
  const used = Number(/^nodejs_heap_size_used_bytes (\S+)$/m.exec(metrics)?.[1]);
  expect(used).toBeGreaterThan(0);
  expect(used).toBeLessThan(heapMb * 1024 * 1024);
}, 600_000);
