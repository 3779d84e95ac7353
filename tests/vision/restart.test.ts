import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { keccak256 } from 'viem';
import { expect, test } from 'vitest';
import { nowhere } from '../support/gateway.ts';
import { startOracle } from './support/fake-oracle.ts';
import { alice } from './support/market-model.ts';

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const secret = '0xb2c4d6e8';
const submission = {
  player: alice,
  batch_id: 7,
  bitmap_hex: secret,
  expected_hash: keccak256(secret),
};

/** The gateway in a process of its own; its origin is in the line that says ready. */
async function spawnGateway(stack: AsyncDisposableStack, env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const ready = Promise.withResolvers<string>();
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      output += `${line}\n`;
      const origin = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
      if (origin && line.includes('ready')) ready.resolve(origin);
    });
  }
  const exited = once(child, 'exit');
  void exited.then(() => ready.reject(new Error(`the gateway ended\n${output}`)));
  const kill = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await exited;
  };
  stack.defer(kill);
  return { origin: await ready.promise, kill, output: () => output };
}

test('behavior: a gateway that is killed after its answer delivers the bitmap in its next life', async () => {
  await using stack = new AsyncDisposableStack();
  const stateDir = await mkdtemp(join(tmpdir(), 'restart-'));
  stack.defer(() => rm(stateDir, { recursive: true, force: true, maxRetries: 3 }));
  const oracles = [await startOracle(), await startOracle(), await startOracle()] as const;
  for (const oracle of oracles) stack.use(oracle);
  const third = oracles[2];
  third.decide = () => ({ fate: 'reset' });
  const env = {
    PATH: process.env.PATH ?? '',
    PORT: '0',
    ORACLE_URLS: oracles.map(({ url }) => url).join(','),
    DATA_NODE_URL: nowhere,
    L3_RPC_URL: nowhere,
    SETTLEMENT_RPC_URL: nowhere,
    MARKET_DATA_URL: nowhere,
    STATE_DIR: stateDir,
    LOG_LEVEL: 'debug',
  };

  const first = await spawnGateway(stack, env);
  const response = await fetch(`${first.origin}/api/vision/bitmap`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(submission),
  });
  expect(response.status).toBe(200);
  expect(((await response.json()) as { acceptedCount: number }).acceptedCount).toBe(2);
  await first.kill();
  const kept = await Promise.all(
    (await readdir(stateDir)).map((name) => readFile(join(stateDir, name))),
  );
  expect(kept.some((file) => file.includes(Buffer.from(secret.slice(2), 'hex')))).toBe(true);

  third.received.length = 0;
  third.decide = () => ({});
  const second = await spawnGateway(stack, env);
  await expect.poll(() => third.received, { timeout: 15_000 }).toHaveLength(1);
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
  for (const { output } of [first, second]) {
    expect(output()).not.toContain(secret.slice(2));
  }
}, 60_000);
