import { parseEther } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type FaucetChains,
  faucetAccount,
  pollEventually,
  startFaucetChains,
} from '../support/faucet-chains.ts';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { randomAddress } from '../support/random-address.ts';

let chains: FaucetChains;
let gateway: TestGateway;

beforeAll(async () => {
  chains = await startFaucetChains();
  gateway = await startGateway(chains.env);
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await chains[Symbol.asyncDispose]();
});
beforeEach(() => setBalances('1000', '1000'));

const { address: payer } = faucetAccount;
const setBalances = async (l3: string, settlement: string) => {
  await chains.l3.setBalance({ address: payer, value: parseEther(l3) });
  await chains.settlement.setBalance({ address: payer, value: parseEther(settlement) });
};
type Body = {
  readonly error?: string;
  readonly usdc?: { readonly hash: string };
  readonly gas?: { readonly hash?: string; readonly error?: string };
};
const ask = async (body: unknown): Promise<{ readonly status: number; readonly body: Body }> => {
  const response = await gateway.post('/faucet', body);
  return { status: response.status, body: (await response.json()) as Body };
};

const low = { error: 'Faucet deployer low on S — please try again later' };

test.each(['0', '0.499', '0.5'])(
  'error: a settlement balance of %s does not cover drip and fee; the USDC stays paid',
  async (balance) => {
    await setBalances('1000', balance);
    const address = randomAddress();
    const { status, body } = await ask({ address, gas: true });
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, to: address, gas: low });
    expect(await chains.usdcOf(address)).toBe(parseEther('100'));
    expect(await chains.settlement.getBalance({ address })).toBe(0n);
  },
);

test('behavior: a balance that covers one drip and its fee is enough for one', async () => {
  await setBalances('1000', '0.51');
  const address = randomAddress();
  expect((await ask({ address, gas: true })).body.gas).toMatchObject({ amount: '0.5 S' });
});

test('behavior: at once, as many drips as the balance covers and not one more', async () => {
  await setBalances('1000', '1.6');
  const addresses = Array.from({ length: 8 }, randomAddress);
  const responses = await Promise.all(addresses.map((address) => ask({ address, gas: true })));
  expect(responses.map(({ status }) => status)).toEqual(addresses.map(() => 200));
  expect(responses.filter(({ body }) => body.gas?.hash)).toHaveLength(3);
  expect(responses.filter(({ body }) => body.gas?.error === low.error)).toHaveLength(5);
  for (const address of addresses) expect(await chains.usdcOf(address)).toBe(parseEther('100'));
});

test('error: without money for fees on the L3 chain it is 500, and works again with it', async () => {
  await setBalances('0', '1000');
  const address = randomAddress();
  expect(await ask({ address })).toEqual({ status: 500, body: { error: 'transaction failed' } });
  await setBalances('1000', '1000');
  expect((await ask({ address })).status).toBe(200);
  expect(await chains.usdcOf(address)).toBe(parseEther('100'));
});

test('error: a mint that reverts in its block is 500; the next one is paid', async () => {
  const address = randomAddress();
  const code = await chains.l3.getCode({ address: chains.token });
  await chains.l3.setAutomine(false);
  const first = ask({ address });
  await pollEventually(async () => Number((await chains.l3.getTxpoolStatus()).pending)).toBe(1);
  await chains.l3.setCode({ address: chains.token, bytecode: '0x5f5ffd' });
  await chains.l3.mine({ blocks: 1 });
  expect(await first).toEqual({ status: 500, body: { error: 'transaction failed' } });
  await chains.l3.setCode({ address: chains.token, bytecode: code ?? '0x' });
  await chains.l3.setAutomine(true);
  expect((await ask({ address })).status).toBe(200);
  expect(await chains.usdcOf(address)).toBe(parseEther('100'));
});

test('error: a recipient that takes no coins leaves the USDC paid', async () => {
  const address = randomAddress();
  await chains.settlement.setCode({ address, bytecode: '0x5f5ffd' });
  const { status, body } = await ask({ address, gas: true });
  expect(status).toBe(200);
  expect(body.gas).toEqual({ error: 'transaction failed' });
});
