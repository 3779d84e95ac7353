import { getAddress } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FaucetChains, startFaucetChains } from '../support/faucet-chains.ts';
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

const post = (body: unknown): Promise<Response> => gateway.post('/faucet', body);

describe('bad input', () => {
  const address = randomAddress();
  const mixed = getAddress('0x52908400098527886e0f7030069857d2e4169ee7'.replace('52', 'ab'));
  const wrongCase = mixed.replace(/[a-f]/i, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );

  const amounts: readonly unknown[] = [
    'abc',
    '-1',
    '0',
    '0.0',
    '1e3',
    '0x10',
    '100.0000000000000000001',
    '',
    ' 1',
    '1 ',
    '+1',
    '.5',
    '5.',
    '1,5',
    'NaN',
    'Infinity',
    '١٢',
    '1\n',
    '1_000',
    null,
    [],
    ['1'],
    {},
    true,
    0,
    -1,
    1e30,
    1e-7,
    { toString: '1', valueOf: '1' },
  ];
  test.each(amounts.map((amount) => ({ amount })))(
    'args: amount $amount is 400 and names it',
    async ({ amount }) => {
      const response = await post({ address, amount });
      expect(response.status).toBe(400);
      const body = (await response.json()) as { error: string };
      expect(Object.keys(body)).toEqual(['error']);
      expect(body.error).toMatch(/^amount must be/);
    },
  );

  const addresses: readonly unknown[] = [
    '',
    '0x',
    'abc',
    address.slice(2),
    `${address}0`,
    address.slice(0, -1),
    `0x${'g'.repeat(40)}`,
    ` ${address}`,
    `${address}\n`,
    `0X${address.slice(2)}`,
    wrongCase,
    `0x${'0'.repeat(40)}`,
    'vitalik.eth',
    null,
    1,
    [],
    {},
    true,
    [address],
    { toString: address },
    `0x${'1'.repeat(200_000)}`,
  ];
  test.each(addresses.map((bad) => ({ bad })))(
    'args: address $bad is 400 and names it',
    async ({ bad }) => {
      const response = await post({ address: bad });
      expect(response.status).toBe(400);
      expect(((await response.json()) as { error: string }).error).toMatch(/^address/);
    },
  );

  test.each([
    ['{}', 400],
    ['', 400],
    ['[]', 400],
    ['null', 400],
    ['"x"', 400],
    ['{"address":', 400],
    ['{"__proto__":{"address":"x"}}', 400],
    [JSON.stringify({ address, gas: 'yes' }), 400],
    [JSON.stringify({ address, gas: 1 }), 400],
    [JSON.stringify({ address, pad: 'x'.repeat(300_000) }), 413],
  ])('args: body %.40j is %i', async (body, status) => {
    const response = await post(body);
    expect(response.status).toBe(status);
    expect(Object.keys((await response.json()) as object)).toEqual(['error']);
  });

  test('args: another content type is 415, another method 405', async () => {
    const form = await gateway.rest('/faucet', {
      method: 'POST',
      body: new URLSearchParams({ address }),
    });
    expect(form.status).toBe(415);
    const get = await gateway.rest(`/faucet?address=${address}`);
    expect(get.status).toBe(405);
    expect(get.headers.get('allow')).toContain('POST');
  });

  test('behavior: nothing was paid for any of it', async () => {
    expect(await chains.usdcOf(address)).toBe(0n);
  });
});
