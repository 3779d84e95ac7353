import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FaucetChains, startFaucetChains, startRpcGate } from '../support/faucet-chains.ts';
import { startGateway } from '../support/gateway.ts';
import { randomAddress } from '../support/random-address.ts';

let chains: FaucetChains;
beforeAll(async () => {
  chains = await startFaucetChains();
});
afterAll(() => chains[Symbol.asyncDispose]());

test('behavior: payments that wait for a slow chain are not begun any more when the gateway stops', async () => {
  await using node = await startRpcGate(String(chains.env.L3_RPC_URL), { delay: 300 });
  const gateway = await startGateway({ ...chains.env, L3_RPC_URL: node.url });
  const leaving = new AbortController();
  const asked = Array.from({ length: 30 }, () =>
    gateway
      .post('/faucet', { address: randomAddress() }, { signal: leaving.signal })
      .catch(() => 'left'),
  );
  await expect.poll(() => node.sent.length, { timeout: 10_000 }).toBe(1);
  leaving.abort();
  expect(new Set(await Promise.all(asked))).toEqual(new Set(['left']));
  const before = performance.now();
  await gateway[Symbol.asyncDispose]();
  expect(performance.now() - before).toBeLessThan(3000);
  const count = node.asked.length;
  await pause(1000);
  expect(node.asked.length).toBe(count);
});
