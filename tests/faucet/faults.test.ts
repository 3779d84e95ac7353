import { parseEther } from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type FaucetChains,
  faucetAccount,
  pollEventually,
  type RpcGate,
  startFaucetChains,
  startRpcGate,
} from '../support/faucet-chains.ts';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { randomAddress } from '../support/random-address.ts';

let chains: FaucetChains;
let gate: RpcGate;
let gateway: TestGateway;

beforeAll(async () => {
  chains = await startFaucetChains();
});
afterAll(() => chains[Symbol.asyncDispose]());
beforeEach(async () => {
  gate = await startRpcGate(String(chains.env.L3_RPC_URL));
  gateway = await startGateway({ ...chains.env, L3_RPC_URL: gate.url });
});
afterEach(async () => {
  await gateway[Symbol.asyncDispose]();
  await gate[Symbol.asyncDispose]();
});

const ask = (body: unknown) => gateway.post('/faucet', body);
const nonce = () => chains.l3.getTransactionCount({ address: faucetAccount.address });

test('behavior: the response to the transaction is lost: the same bytes again, one payment', async () => {
  const address = randomAddress();
  const before = await nonce();
  gate.fate = 'lose answer';
  const pending = ask({ address });
  await pollEventually(() => gate.sent.length).toBeGreaterThan(0);
  gate.fate = 'pass';
  expect((await pending).status).toBe(200);
  expect(new Set(gate.sent).size).toBe(1);
  expect(await nonce()).toBe(before + 1);
  expect(await chains.usdcOf(address)).toBe(parseEther('100'));
});

test('behavior: every response to the transaction is lost: 500, and the next request first sends the same bytes', async () => {
  const [first, second] = [randomAddress(), randomAddress()];
  const before = await nonce();
  await chains.l3.setAutomine(false);
  gate.fate = 'lose answer';
  expect((await ask({ address: first })).status).toBe(500);
  gate.fate = 'pass';
  await chains.l3.setAutomine(true);
  expect((await ask({ address: second })).status).toBe(200);
  await chains.l3.mine({ blocks: 1 });
  expect((await ask({ address: first })).status).toBe(200);
  expect(new Set(gate.sent).size).toBe(2);
  expect(await nonce()).toBe(before + 2);
  for (const address of [first, second])
    expect(await chains.usdcOf(address)).toBe(parseEther('100'));
});

test('behavior: a pool that forgets is given the same bytes again', async () => {
  const address = randomAddress();
  await chains.l3.setAutomine(false);
  const pending = ask({ address });
  await pollEventually(async () => Number((await chains.l3.getTxpoolStatus()).pending)).toBe(1);
  const [raw] = gate.sent;
  const block = await chains.l3.getBlock({ blockTag: 'pending', includeTransactions: true });
  const hash = block.transactions[0]?.hash ?? '0x';
  await chains.l3.dropTransaction({ hash });
  await chains.l3.setAutomine(true);
  const other = await ask({ address: randomAddress() });
  expect(other.status).toBe(200);
  expect((await pending).status).toBe(200);
  expect(gate.sent.filter((sent) => sent === raw).length).toBeGreaterThan(1);
  expect(await chains.usdcOf(address)).toBe(parseEther('100'));
});

test('behavior: another transaction takes the nonce: that payment is made with the next one', async () => {
  const address = randomAddress();
  await chains.l3.setAutomine(false);
  const taken = await nonce();
  const pending = ask({ address });
  await pollEventually(() => gate.sent.length).toBe(1);
  const pool = await chains.l3.getTxpoolContent();
  const [own] = Object.values(pool.pending).flatMap((byNonce) => Object.values(byNonce));
  await chains.l3.dropTransaction({ hash: own?.hash ?? '0x' });
  await chains.l3.sendTransaction({
    account: faucetAccount.address,
    to: randomAddress(),
    value: 1n,
    nonce: taken,
    chain: null,
  });
  await chains.l3.mine({ blocks: 1 });
  await chains.l3.setAutomine(true);
  expect((await ask({ address: randomAddress() })).status).toBe(200);
  expect((await pending).status).toBe(500);
  expect((await ask({ address })).status).toBe(200);
  expect(await chains.usdcOf(address)).toBe(parseEther('100'));
});

test('behavior: no response shows what is behind the gateway', async () => {
  gate.fate = 'lose answer';
  await chains.l3.setAutomine(false);
  const response = await (await ask({ address: randomAddress() })).text();
  await chains.l3.setAutomine(true);
  expect(response).toBe('{"error":"transaction failed"}');
});
