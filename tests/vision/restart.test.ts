import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { keccak256 } from 'viem';
import { expect, test } from 'vitest';
import { startGatewayProcess } from '../support/gateway-process.ts';
import { postJson } from '../support/post-json.ts';
import { startOracle } from './support/fake-oracle.ts';
import { alice } from './support/market-model.ts';

const secret = '0xb2c4d6e8';
const submission = {
  player: alice,
  batch_id: 7,
  bitmap_hex: secret,
  expected_hash: keccak256(secret),
};

test('behavior: a gateway that is killed after its response delivers the bitmap after its restart', async () => {
  await using stack = new AsyncDisposableStack();
  const stateDir = await mkdtemp(join(tmpdir(), 'restart-'));
  stack.defer(() => rm(stateDir, { recursive: true, force: true, maxRetries: 3 }));
  const oracles = [await startOracle(), await startOracle(), await startOracle()] as const;
  for (const oracle of oracles) stack.use(oracle);
  const third = oracles[2];
  third.decide = () => ({ fate: 'reset' });
  const env = {
    ORACLE_URLS: oracles.map(({ url }) => url).join(','),
    STATE_DIR: stateDir,
    LOG_LEVEL: 'debug',
  };

  const first = stack.use(await startGatewayProcess(env));
  const response = await postJson(`${first.url}/api/vision/bitmap`, submission);
  expect(response.status).toBe(200);
  expect(((await response.json()) as { acceptedCount: number }).acceptedCount).toBe(2);
  await first.kill();
  const kept = await Promise.all(
    (await readdir(stateDir)).map((name) => readFile(join(stateDir, name))),
  );
  expect(kept.some((file) => file.includes(Buffer.from(secret.slice(2), 'hex')))).toBe(true);

  third.received.length = 0;
  third.decide = () => ({});
  const second = stack.use(await startGatewayProcess(env));
  await expect.poll(() => third.received).toHaveLength(1);
  expect(third.received[0]).toEqual({ ...submission, player: alice.toLowerCase() });
  for (const oracle of oracles.slice(0, 2)) expect(oracle.received).toHaveLength(1);

  // Delivered once, told to nobody, and gone from the disk.
  await sleep(1500);
  expect(third.received).toHaveLength(1);
  const left = await Promise.all(
    (await readdir(stateDir)).map((name) => readFile(join(stateDir, name))),
  );
  expect(left.length).toBeGreaterThan(0);
  expect(left.filter((file) => file.includes(Buffer.from(secret.slice(2), 'hex')))).toEqual([]);
  for (const { written } of [first, second]) {
    expect(written()).not.toContain(secret.slice(2));
  }
}, 60_000);
