import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { type Address, createPublicClient, type Hex, http } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { indexAbi } from '../../generated/abi/index.ts';
import { lendingAbi } from '../../generated/abi/lending.ts';

/** A process of the sandbox, started in the same way as by the supervisor. */
type Started = { readonly ready: Record<string, string>; readonly stop: () => Promise<number> };

const running: Started[] = [];
let folder = '';
let chain: Started;
let node: Started;
let contracts: Record<'Index' | 'LENDING' | 'L3_WUSDC', Address>;

async function start(part: 'chain' | 'data-node', env: Record<string, string>): Promise<Started> {
  const file = join(import.meta.dirname, '..', part, 'main.ts');
  const child = spawn(process.execPath, [file], {
    env: { DEPLOYMENTS_DIR: folder, SANDBOX_STATE_DIR: folder, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let errors = '';
  child.stderr?.on('data', (chunk) => {
    errors += chunk;
  });
  const exited = once(child, 'exit');
  const [line] = await Promise.race([
    once(createInterface(child.stdout as Readable), 'line'),
    exited.then(() => Promise.reject(new Error(`${part} ended: ${errors}`))),
  ]);
  const stop = async () => {
    child.kill('SIGTERM');
    return (await exited)[0];
  };
  const started = { ready: JSON.parse(line), stop };
  running.push(started);
  return started;
}

const nodeEnv = () => ({ L3_RPC_URL: chain.ready.l3 ?? '', EXPLORER_TOKEN: 'token' });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'data-node-'));
  chain = await start('chain', { L3_PORT: '0', SETTLEMENT_PORT: '0' });
  contracts = JSON.parse(await readFile(join(folder, 'active-deployment.json'), 'utf8')).contracts;
  node = await start('data-node', nodeEnv());
}, 120_000);

afterAll(async () => {
  await Promise.all(running.map(({ stop }) => stop()));
  await rm(folder, { recursive: true });
}, 60_000);

// biome-ignore lint/suspicious/noExplicitAny: the tests look into bodies of every shape
type Body = any;

async function read(node: Started, path: string): Promise<{ status: number; body: Body }> {
  const response = await fetch(`${node.ready.url}${path}`);
  return { status: response.status, body: await response.json() };
}

function client() {
  return createPublicClient({ transport: http(chain.ready.l3) });
}

/** Returns the accounts that have ever minted. */
async function minters(): Promise<readonly Address[]> {
  const logs = await client().getContractEvents({
    address: contracts.Index,
    abi: indexAbi,
    eventName: 'Minted',
    fromBlock: 0n,
  });
  return [...new Set(logs.flatMap(({ args }) => args.account ?? []))];
}

test('default: baskets, supplies and shares are what the chain says', async () => {
  const { body: snapshots } = await read(node, '/snapshot');
  expect(snapshots.length).toBeGreaterThanOrEqual(12);
  for (const dtf of snapshots) {
    const [, supply, nav, assets, , quantities] = await client().readContract({
      address: contracts.Index,
      abi: indexAbi,
      functionName: 'getITPState',
      args: [dtf.itp_id],
    });
    expect(dtf.total_supply).toBe(String(supply));
    expect(dtf.assets.map(({ qty }: Body) => qty)).toEqual(quantities.map(String));
    expect(dtf.assets.length).toBe(assets.length);
    // The keeper has set the NAV from the same prices a few seconds earlier.
    expect(dtf.nav / (Number(nav) / 1e18)).toBeCloseTo(1, 1);
  }
  const wallets = await minters();
  expect(wallets.length).toBeGreaterThanOrEqual(25);
  for (const wallet of wallets.slice(0, 8)) {
    const { body } = await read(node, `/portfolio?address=${wallet}`);
    for (const { itp_id, shares, cost_basis_usd } of body.positions) {
      const held = await client().readContract({
        address: contracts.Index,
        abi: indexAbi,
        functionName: 'sharesOf',
        args: [itp_id, wallet],
      });
      expect(shares).toBe(String(held));
      expect(cost_basis_usd).toBeGreaterThan(0);
    }
    const { body: trades } = await read(node, `/portfolio/trades?address=${wallet}`);
    const receipt = await client().getTransactionReceipt({ hash: trades[0].tx_hash });
    expect(receipt.status).toBe('success');
  }
}, 60_000);

test('behavior: loans are read from the lending contract', async () => {
  const { body: markets } = await read(node, '/lending/markets');
  expect(markets.length).toBeGreaterThanOrEqual(12);
  const logs = await client().getContractEvents({
    address: contracts.LENDING,
    abi: lendingAbi,
    eventName: 'Borrow',
    fromBlock: 0n,
  });
  for (const { args } of logs.slice(0, 6)) {
    const borrower = args.onBehalf ?? '0x';
    const id = args.id ?? '0x';
    const { itp_id } = markets.find(({ market_id }: Body) => market_id === id);
    const { body } = await read(node, `/morpho-position?user=${borrower}&itp_id=${itp_id}`);
    const at = { address: contracts.LENDING, abi: lendingAbi, args: [id, borrower] } as const;
    const [debt, capacity] = await client().readContract({
      ...at,
      functionName: 'debtAndCapacity',
    });
    const [, shares, collateral] = await client().readContract({ ...at, functionName: 'position' });
    expect(body.debt_amount).toBe(String(debt));
    expect([body.borrow_shares, body.collateral]).toEqual([String(shares), String(collateral)]);
    if (debt > 0n) {
      const gap = Number(BigInt(body.max_borrow) - (capacity > debt ? capacity - debt : 0n));
      expect(Math.abs(gap) / Number(capacity)).toBeLessThan(0.05);
    } else expect(body.health_factor).toBe('Infinity');
    const { body: history } = await read(node, `/morpho-history?address=${borrower}`);
    const kinds = new Set(history.map(({ event_type }: Body) => event_type));
    expect(kinds.has('deposit') && kinds.has('borrow')).toBe(true);
    const { body: user } = await read(node, `/user-state?user=${borrower}&itp_id=${itp_id}`);
    expect(Object.values(user).every((value) => typeof value === 'string')).toBe(true);
  }
  const { body: vault } = await read(node, '/vault-balances');
  const { body: ranking } = await read(node, '/aum-ranking');
  const aum = ranking.reduce((sum: number, { aum_usd }: Body) => sum + aum_usd, 0);
  expect(vault.total_usd / aum).toBeCloseTo(1, 2);
}, 60_000);

test('behavior: collateral that came back costs what its owner had paid for it', async () => {
  let returned = 0;
  for (const wallet of await minters()) {
    const { body: portfolio } = await read(node, `/portfolio?address=${wallet}`);
    const { body: trades } = await read(node, `/portfolio/trades?address=${wallet}`);
    const { body: moves } = await read(node, `/morpho-history?address=${wallet}`);
    for (const { itp_id, shares, cost_basis_usd } of portfolio.positions) {
      const own: Body[] = trades.filter((trade: Body) => trade.itp_id === itp_id);
      const bought = own.reduce((sum, trade) => sum + BigInt(trade.shares), 0n);
      const isWhole = own.every(({ type }) => type === 'buy') && String(bought) === shares;
      if (!isWhole) continue;
      const paid = own.reduce((sum, trade) => sum + trade.total_usd, 0);
      expect(cost_basis_usd).toBeCloseTo(paid, 6);
      if (moves.some((move: Body) => move.itp_id === itp_id && move.event_type === 'withdraw')) {
        returned += 1;
      }
    }
  }
  expect(returned).toBeGreaterThan(2);
}, 60_000);

test('behavior: simulations run over the same history', async () => {
  const { body: categories } = await read(node, '/sim/categories');
  expect(JSON.stringify(categories)).toContain('layer-1');
  const query =
    'category_id=layer-1&top_n=5&weighting=mcap&rebalance_days=30&start_date=2025-01-01';
  const { status, body } = await read(node, `/sim/run?${query}`);
  expect(status).toBe(200);
  expect(body.nav_series[0].nav).toBe(1);
}, 60_000);

test('behavior: a new block is known soon', async () => {
  const mine = { method: 'evm_mine', params: [] };
  const head = async () => (await read(node, '/health')).body.chain_head as number;
  const before = await head();
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, ...mine });
  await fetch(chain.ready.l3 ?? '', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
  });
  await expect.poll(head).toBeGreaterThan(before);
}, 60_000);

test('behavior: SIGTERM stops it with 0', async () => {
  const another = await start('data-node', nodeEnv());
  expect(await another.stop()).toBe(0);
}, 60_000);

test('error: settings that cannot be are all named at once', async () => {
  const bad = { L3_RPC_URL: 'nowhere', SANDBOX_SPEED: 'fast' };
  const failed = start('data-node', bad);
  await expect(failed).rejects.toThrow(/SANDBOX_SPEED.*L3_RPC_URL/s);
}, 60_000);

test('behavior: when the chain goes away, what is known stays, and lending says 502', async () => {
  const [wallet = '0x' as Hex] = await minters();
  const { body: before } = await read(node, `/portfolio/trades?address=${wallet}`);
  await chain.stop();
  await expect
    .poll(async () => (await read(node, '/health')).body.status, { timeout: 20_000 })
    .toBe('degraded');
  expect((await read(node, `/portfolio/trades?address=${wallet}`)).body).toEqual(before);
  expect(await read(node, `/morpho-position?user=${wallet}`)).toMatchObject({
    status: 502,
    body: { error: 'the chain is unavailable' },
  });
}, 60_000);
