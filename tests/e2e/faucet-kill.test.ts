import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { parseEther } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  eventually,
  type FaucetChains,
  faucetAccount,
  startFaucetChains,
  startRpcGate,
} from '../support/faucet-chains.ts';
import { nowhere } from '../support/gateway.ts';

let chains: FaucetChains;
const children: ChildProcess[] = [];

beforeAll(async () => {
  chains = await startFaucetChains();
});
afterEach(async () => {
  for (const child of children.splice(0)) await kill(child);
});
afterAll(() => chains[Symbol.asyncDispose]());

const kill = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
};

const main = new URL('../../src/main.ts', import.meta.url).pathname;

/** The gateway as a process of its own. */
function spawnGateway(env: Readonly<Record<string, string>>): ChildProcess {
  const upstreams = { DATA_NODE_URL: nowhere, ORACLE_URLS: nowhere, MARKET_DATA_URL: nowhere };
  const child = spawn(process.execPath, [main], {
    env: { PORT: '0', LOG_LEVEL: 'info', ...upstreams, ...chains.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  return child;
}

/** The gateway as a process that is ready, and all that it has written. */
async function startProcess(env: Readonly<Record<string, string>> = {}) {
  const child = spawnGateway(env);
  const written: string[] = [];
  const ready = Promise.withResolvers<string>();
  if (!child.stdout) throw new Error('no output');
  createInterface(child.stdout).on('line', (line) => {
    written.push(line);
    if (line.includes('"ready"')) ready.resolve((JSON.parse(line) as { url: string }).url);
  });
  return { child, written, url: await ready.promise };
}

const ask = (url: string, body: unknown): Promise<Response> =>
  fetch(`${url}/api/faucet`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const someone = () => privateKeyToAddress(generatePrivateKey());
const nonce = () => chains.l3.getTransactionCount({ address: faucetAccount.address });
const pooled = async () => Number((await chains.l3.getTxpoolStatus()).pending);

test('behavior: killed between sending and answering: asking again gives the payment that was sent', async () => {
  const address = someone();
  const before = await nonce();
  const first = await startProcess();
  await chains.l3.setAutomine(false);
  const lost = ask(first.url, { address, gas: true }).catch(() => 'cut off');
  await eventually(pooled).toBe(1);
  await kill(first.child);
  expect(await lost).toBe('cut off');
  await chains.l3.mine({ blocks: 1 });
  await chains.l3.setAutomine(true);

  const second = await startProcess();
  const answer = await ask(second.url, { address, gas: true });
  const body = (await answer.json()) as { usdc: { hash: `0x${string}` } };
  expect(answer.status).toBe(200);
  expect(body).toMatchObject({ usdc: { amount: '100 USDC' }, gas: { amount: '0.5 S' } });
  const { blockNumber } = await chains.l3.getTransactionReceipt({ hash: body.usdc.hash });
  expect(blockNumber).toBeLessThanOrEqual(await chains.l3.getBlockNumber());
  expect(await nonce()).toBe(before + 1);
  expect(await chains.usdcOf(address)).toBe(parseEther('100'));
  expect(await chains.settlement.getBalance({ address })).toBe(parseEther('0.5'));
});

test('behavior: killed between signing and sending: the next process sends it, nobody pays twice', async () => {
  const address = someone();
  const before = await nonce();
  const gate = await startRpcGate(String(chains.env.L3_RPC_URL));
  gate.fate = 'swallow';
  const first = await startProcess({ L3_RPC_URL: gate.url });
  ask(first.url, { address }).catch(() => undefined);
  await eventually(() => gate.sent.length).toBe(1);
  await kill(first.child);
  expect(await chains.usdcOf(address)).toBe(0n);

  gate.fate = 'pass';
  const second = await startProcess({ L3_RPC_URL: gate.url });
  await eventually(() => chains.usdcOf(address)).toBe(parseEther('100'));
  expect((await ask(second.url, { address })).status).toBe(200);
  expect(new Set(gate.sent).size).toBe(1);
  expect(await nonce()).toBe(before + 1);
  expect(await chains.usdcOf(address)).toBe(parseEther('100'));
  await gate.close();
});

test('behavior: killed at any moment of 20 payments: after asking again each is paid once', async () => {
  const addresses = Array.from({ length: 20 }, someone);
  const answered = new Set<string>();
  for (const delay of [80, 250]) {
    const { child, url } = await startProcess();
    const asked = addresses
      .filter((address) => !answered.has(address))
      .map(async (address) => {
        const answer = await ask(url, { address }).catch(() => undefined);
        const body = answer?.ok ? await answer.text().catch(() => undefined) : undefined;
        if (body !== undefined) answered.add(address);
      });
    setTimeout(() => child.kill('SIGKILL'), delay);
    await Promise.all(asked);
    await kill(child);
  }
  const { url } = await startProcess();
  const rest = addresses.filter((address) => !answered.has(address));
  const answers = await Promise.all(rest.map((address) => ask(url, { address })));
  expect(answers.map(({ status }) => status)).toEqual(rest.map(() => 200));
  for (const address of addresses) expect(await chains.usdcOf(address)).toBe(parseEther('100'));
});

test('behavior: neither the key nor signed bytes are in anything the process writes', async () => {
  const { child, written, url } = await startProcess();
  expect((await ask(url, { address: someone(), gas: true })).status).toBe(200);
  const metrics = await (await fetch(`${url}/metrics`)).text();
  child.kill('SIGTERM');
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
  const everything = written.join('\n') + metrics;
  expect(everything).toContain('faucet payment');
  expect(everything).not.toContain(String(chains.env.FAUCET_PRIVATE_KEY).slice(2));
  expect(everything).not.toMatch(/0x[0-9a-f]{150}/);
});

test('error: a published key on a real chain is refused in plain words, with exit code 1', async () => {
  await using real = await startFaucetChains({ l3: 8453, settlement: 14_601 });
  const child = spawnGateway({ ...real.env });
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const [code] = await once(child, 'exit');
  expect(code).toBe(1);
  expect(said).toContain('published development key');
});
