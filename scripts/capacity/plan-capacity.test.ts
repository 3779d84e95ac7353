import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { measuredFigures } from './measured-figures.ts';
import { defaultCapacityInput, planCapacity } from './plan-capacity.ts';

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);

test('default: a small load needs one gateway and no Redis', () => {
  const plan = planCapacity({ ...defaultCapacityInput, subscribers: 100, rps: 100 });
  expect(plan).toMatchObject({ replicas: 1, redisOperations: 0, redisShards: 0 });
});

test('default: a million subscribers need as many gateways as their tightest limit says', () => {
  const plan = planCapacity({ ...defaultCapacityInput, subscribers: 1_000_000, rps: 20_000 });
  // 1,000,000 · 0.5 · 22.6 µs are 11.3 cores, and 20,000 requests a second 0.3.
  expect(plan.cores).toBeCloseTo(11.57, 1);
  expect(plan.replicasBy).toEqual({ cpu: 24, memory: 59, streams: 100, network: 4 });
  expect(plan.replicas).toBe(100);
  expect(plan.firstLimit).toBe('streams of a gateway');
  // 8 · (20,000 · 2,000 + 500,000 · 400) bits.
  expect(plan.megabitsOut).toBe(1920);
  expect(plan.upstreamCalls).toBe(400);
  // 400 · 205 µs, and one run.
  expect(plan.dataNodeCores).toBeCloseTo(0.09, 3);
  expect(plan.redisShards).toBe(Math.ceil(plan.redisOperations / 25_000));
});

test('behavior: the first limit is where the load is nearest to what is there', () => {
  const limited = { ...defaultCapacityInput, subscribers: 10, upstreamLimit: 300 };
  expect(planCapacity(limited).firstLimit).toBe('calls that upstreams allow');
  expect(planCapacity({ ...limited, upstreamLimit: 1e6, runs: 100 }).firstLimit).toBe(
    'CPU of the data node',
  );
  const busy = { ...defaultCapacityInput, subscribers: 0, rps: 49_000, upstreamLimit: 1e6 };
  expect(planCapacity({ ...busy, responseBytes: 10 }).firstLimit).toBe('CPU of the gateways');
});

test('default: the command prints the plan, and the page has every figure with its command', async () => {
  const script = join(root, 'scripts/capacity.ts');
  const { stdout } = await run(process.execPath, [script, '--subscribers', '1000000']);
  expect(stdout).toMatch(/^Gateways +100 /m);
  expect(stdout).toContain('First limit   streams of a gateway');
  await expect(run(process.execPath, [script, '--rps', 'many'])).rejects.toThrow(
    '--rps must be a number, not negative',
  );
  const page = readFileSync(join(root, 'docs/capacity.md'), 'utf8');
  for (const { value, unit, command, assumes } of Object.values(measuredFigures)) {
    const shown = value.toLocaleString('en');
    expect(page).toContain(`| ${shown} ${unit} | ${assumes} | \`${command}\` |`);
  }
});
