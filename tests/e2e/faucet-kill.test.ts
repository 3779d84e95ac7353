import { setTimeout as sleep } from 'node:timers/promises';
import { parseEther } from 'viem';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  type FaucetChains,
  faucetAccount,
  pollEventually,
  startFaucetChains,
  startRpcGate,
} from '../support/faucet-chains.ts';
import { type GatewayProcess, startGatewayProcess } from '../support/gateway-process.ts';
import { postJson } from '../support/post-json.ts';
import { randomAddress } from '../support/random-address.ts';

let chains: FaucetChains;
const gateways: GatewayProcess[] = [];

beforeAll(async () => {
  chains = await startFaucetChains();
});
afterEach(async () => {
  for (const gateway of gateways.splice(0)) await gateway.kill();
});
afterAll(() => chains[Symbol.asyncDispose]());

/** The gateway as a process of its own. */
async function start(env: Readonly<Record<string, string>> = {}): Promise<GatewayProcess> {
  const gateway = await startGatewayProcess({ LOG_LEVEL: 'info', ...chains.env, ...env });
  gateways.push(gateway);
  return gateway;
}

const ask = (url: string, body: unknown): Promise<Response> => postJson(`${url}/api/faucet`, body);
const nonce = () => chains.l3.getTransactionCount({ address: faucetAccount.address });
const pooled = async () => Number((await chains.l3.getTxpoolStatus()).pending);

test('behavior: killed between sending and answering: asking again gives the payment that was sent', async () => {
  const address = randomAddress();
  const before = await nonce();
  const first = await start();
  await chains.l3.setAutomine(false);
  const lost = ask(first.url, { address, gas: true }).catch(() => 'cut off');
  await pollEventually(pooled).toBe(1);
  await first.kill();
  expect(await lost).toBe('cut off');
  await chains.l3.mine({ blocks: 1 });
  await chains.l3.setAutomine(true);

  const second = await start();
  const response = await ask(second.url, { address, gas: true });
  const body = (await response.json()) as { usdc: { hash: `0x${string}` } };
  expect(response.status).toBe(200);
  expect(body).toMatchObject({ usdc: { amount: '100 USDC' }, gas: { amount: '0.5 S' } });
  const { blockNumber } = await chains.l3.getTransactionReceipt({ hash: body.usdc.hash });
  expect(blockNumber).toBeLessThanOrEqual(await chains.l3.getBlockNumber());
  expect(await nonce()).toBe(before + 1);
  expect(await chains.usdcOf(address)).toBe(parseEther('100'));
  expect(await chains.settlement.getBalance({ address })).toBe(parseEther('0.5'));
});

test('behavior: killed between signing and sending: the next process sends it, no address is paid twice', async () => {
  const address = randomAddress();
  const before = await nonce();
  await using gate = await startRpcGate(String(chains.env.L3_RPC_URL));
  gate.fate = 'swallow';
  const first = await start({ L3_RPC_URL: gate.url });
  ask(first.url, { address }).catch(() => undefined);
  await pollEventually(() => gate.sent.length).toBe(1);
  await first.kill();
  expect(await chains.usdcOf(address)).toBe(0n);

  gate.fate = 'pass';
  const second = await start({ L3_RPC_URL: gate.url });
  await pollEventually(() => chains.usdcOf(address)).toBe(parseEther('100'));
  expect((await ask(second.url, { address })).status).toBe(200);
  expect(new Set(gate.sent).size).toBe(1);
  expect(await nonce()).toBe(before + 1);
  expect(await chains.usdcOf(address)).toBe(parseEther('100'));
});

test('behavior: killed at any moment of 20 payments: after asking again each is paid once', async () => {
  const addresses = Array.from({ length: 20 }, randomAddress);
  const answered = new Set<string>();
  for (const delay of [80, 250]) {
    const { kill, url } = await start();
    const asked = addresses
      .filter((address) => !answered.has(address))
      .map(async (address) => {
        const response = await ask(url, { address }).catch(() => undefined);
        const body = response?.ok ? await response.text().catch(() => undefined) : undefined;
        if (body !== undefined) answered.add(address);
      });
    await Promise.all([sleep(delay).then(kill), ...asked]);
  }
  const { url } = await start();
  const rest = addresses.filter((address) => !answered.has(address));
  const responses = await Promise.all(rest.map((address) => ask(url, { address })));
  expect(responses.map(({ status }) => status)).toEqual(rest.map(() => 200));
  for (const address of addresses) expect(await chains.usdcOf(address)).toBe(parseEther('100'));
});

test('behavior: neither the key nor signed bytes are in anything the process writes', async () => {
  const { stop, written, url } = await start();
  expect((await ask(url, { address: randomAddress(), gas: true })).status).toBe(200);
  const metrics = await (await fetch(`${url}/metrics`)).text();
  expect(await stop()).toBe(0);
  const everything = written() + metrics;
  expect(everything).toContain('faucet payment');
  expect(everything).not.toContain(String(chains.env.FAUCET_PRIVATE_KEY).slice(2));
  expect(everything).not.toMatch(/0x[0-9a-f]{150}/);
});

test('error: a published key on a real chain is refused in plain words, with exit code 1', async () => {
  await using real = await startFaucetChains({ l3: 8453, settlement: 14_601 });
  await expect(start(real.env)).rejects.toThrow(/ended with 1\n.*published development key/s);
});
