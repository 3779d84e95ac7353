import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as anywhere, expect, onTestFinished } from 'vitest';
import { canListProcesses } from '../support/processes.ts';
import { type StartProcess, spawnStart } from '../support/start-process.ts';

/** Without a list of processes nobody can tell whether one was left. */
const test = anywhere.skipIf(!canListProcesses);
const readyTimeout = 60_000;

async function untilReady(start: StartProcess): Promise<string> {
  await expect
    .poll(() => start.origin() !== null || start.output().includes('exited with'), {
      timeout: readyTimeout,
    })
    .toBe(true);
  const origin = start.origin();
  expect(origin, start.output()).not.toBeNull();
  return origin ?? '';
}

async function untilGone(start: StartProcess, timeout = 10_000): Promise<void> {
  await expect.poll(() => start.processes(), { timeout }).toEqual([]);
}

/** The part's own process, by its entry. */
function partOf(start: StartProcess, entry: string): number {
  const found = start.processes().find(({ command }) => command.includes(entry));
  return found?.pid ?? Number.NaN;
}

test('default: npm start responds, SIGTERM to npm ends everything', async () => {
  const before = performance.now();
  const start = await spawnStart('npm start');
  const origin = await untilReady(start);
  console.log(`ready after ${((performance.now() - before) / 1000).toFixed(1)} s`);
  const ready = await fetch(`${origin}/readyz`);
  expect(ready.status, await ready.text()).toBe(200);
  const ranking = await fetch(`${origin}/api/aum-ranking`);
  expect(ranking.status).toBe(200);
  expect(start.processes().length).toBeGreaterThan(8);
  start.signal('SIGTERM');
  await start.exited;
  await untilGone(start);
});

test('error: when npm is killed outright, nothing is left behind', async () => {
  const start = await spawnStart('npm start');
  await expect.poll(() => partOf(start, 'chain/main.ts'), { timeout: 30_000 }).toBeGreaterThan(0);
  start.signal('SIGKILL');
  await untilGone(start);
});

test('behavior: Ctrl-C during start-up, twice, leaves nothing behind', async () => {
  const start = await spawnStart('npm start');
  await expect.poll(() => partOf(start, 'chain/main.ts')).toBeGreaterThan(0);
  start.ctrlC();
  setTimeout(() => start.processes().length > 0 && start.ctrlC(), 200);
  await start.exited;
  await untilGone(start, 2_000);
  expect(start.output()).not.toContain('ready at');
});

test('behavior: the script ends with exit code 0 after two SIGINT when it is ready', async () => {
  const start = await spawnStart('script');
  await untilReady(start);
  start.ctrlC();
  start.ctrlC();
  expect(await start.exited).toBe(0);
  await untilGone(start, 2_000);
});

test('behavior: a start on the files of an earlier run is ready, on chains of its own', async () => {
  const first = await spawnStart('script');
  await untilReady(first);
  first.signal('SIGTERM');
  expect(await first.exited).toBe(0);
  const second = await spawnStart('script', {
    SANDBOX_STATE_DIR: join(first.dir, 'state'),
    DEPLOYMENTS_DIR: join(first.dir, 'deployments'),
  });
  const origin = await untilReady(second);
  const batches = await fetch(`${origin}/api/vision/batches`);
  expect(batches.status, await batches.text()).toBe(200);
  second.signal('SIGTERM');
  expect(await second.exited).toBe(0);
});

test('behavior: a world of two coins from a file is one to play in', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'two-coins-'));
  onTestFinished(() => rm(dir, { recursive: true }));
  const prices = `date,asset,price,market_cap
2024-01-01,BTC,100,1000
2024-01-02,BTC,110,1100
2024-01-01,ETH,10,100
2024-01-02,ETH,11,110
`;
  await writeFile(join(dir, 'prices.csv'), prices);
  const start = await spawnStart('script', { DATA_DIR: dir });
  const origin = await untilReady(start);
  const response = await fetch(`${origin}/api/vision/batches`);
  expect(response.status).toBe(200);
  expect(((await response.json()) as { batches: unknown[] }).batches).not.toEqual([]);
});

test('error: a second start on the same files is refused, with the owner and what to set', async () => {
  const first = await spawnStart('script');
  const origin = await untilReady(first);
  const shared = {
    SANDBOX_STATE_DIR: join(first.dir, 'state'),
    DEPLOYMENTS_DIR: join(first.dir, 'deployments'),
  };
  const second = await spawnStart('script', shared);
  expect(await second.exited).toBe(1);
  expect(second.output()).toMatch(/state is in use by another sandbox \(process \d+, ports /);
  expect(second.output()).toContain('SANDBOX_STATE_DIR');
  expect((await fetch(`${origin}/api/aum-ranking`)).status).toBe(200);
  // The lock of a process that was killed keeps no other out.
  first.signal('SIGKILL');
  await first.exited;
  await untilGone(first);
  await untilReady(await spawnStart('script', shared));
});

test('args: PORT_BASE moves all ports', async () => {
  const base = 20_000 + (process.pid % 10_000);
  const unset = ['PORT', 'L3_PORT', 'SETTLEMENT_PORT', 'DATA_NODE_PORT', 'PROVIDERS_PORT'].map(
    (name) => (name === 'PORT' ? name : `SANDBOX_${name}`),
  );
  const start = await spawnStart('script', {
    ...Object.fromEntries([...unset, 'SANDBOX_ORACLE_PORTS'].map((name) => [name, ''])),
    PORT_BASE: `${base}`,
  });
  expect(await untilReady(start)).toBe(`http://127.0.0.1:${base}`);
  for (let port = base + 1; port <= base + 7; port++)
    expect(start.output()).toContain(`http://127.0.0.1:${port}`);
});

test('error: a part that is killed is named, everything ends with a failure', async () => {
  const start = await spawnStart('script');
  await untilReady(start);
  process.kill(partOf(start, 'data-node/main.ts'), 'SIGKILL');
  expect(await start.exited).toBe(137);
  expect(start.output()).toContain('data-node was killed by SIGKILL');
  await untilGone(start, 2_000);
});

test('error: when the parent is killed, its children end by themselves', async () => {
  const start = await spawnStart('script');
  await untilReady(start);
  start.signal('SIGKILL');
  expect(await start.exited).toBe('SIGKILL');
  await untilGone(start);
});

test.each([100, 400, 700, 1000, 1600])(
  'error: nothing is left when the parent is killed %i ms after its start',
  async (delay) => {
    const start = await spawnStart('script');
    await new Promise((resolve) => setTimeout(resolve, delay));
    start.signal('SIGKILL');
    await start.exited;
    await untilGone(start);
  },
);

test('error: half-configured upstreams are all named, nothing is started', async () => {
  const start = await spawnStart('script', { L3_RPC_URL: 'nonsense', LOG_LEVEL: 'loud' });
  expect(await start.exited).toBe(1);
  const names = ['DATA_NODE_URL', 'ORACLE_URLS', 'L3_RPC_URL', 'SETTLEMENT_RPC_URL', 'LOG_LEVEL'];
  for (const name of names) expect(start.output()).toContain(`${name}: `);
  expect(start.processes()).toEqual([]);
});

test('error: all ports in use are named with the variables that move them, the gateway’s as well', async () => {
  await using held = new AsyncDisposableStack();
  const hold = async () => {
    const holder = held.use(createServer());
    await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
    const address = holder.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  };
  const [gateway, dataNode, oracle] = [await hold(), await hold(), await hold()];
  const start = await spawnStart('script', {
    PORT: `${gateway}`,
    SANDBOX_DATA_NODE_PORT: `${dataNode}`,
    SANDBOX_ORACLE_PORTS: `0,${oracle},0`,
  });
  expect(await start.exited).toBe(1);
  const taken = [
    [`port ${gateway} (the gateway) is in use`, 'set PORT'],
    [`port ${dataNode} (the data node) is in use`, 'set SANDBOX_DATA_NODE_PORT'],
    [`port ${oracle} (oracle 2) is in use`, 'set SANDBOX_ORACLE_PORTS'],
  ];
  for (const words of taken.flat()) expect(start.output()).toContain(words);
  expect(start.processes()).toEqual([]);
});
