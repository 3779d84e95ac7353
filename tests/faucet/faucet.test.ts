import { parseEther } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

const post = (body: unknown): Promise<Response> => gateway.post('/faucet', body);
type Body = {
  readonly usdc: { readonly hash: `0x${string}`; readonly amount: string };
  readonly gas: { readonly hash: `0x${string}`; readonly error?: string };
};
const paid = async (body: unknown): Promise<Body> => {
  const response = await post(body);
  expect(response.status).toBe(200);
  return (await response.json()) as Body;
};
const hash = expect.stringMatching(/^0x[0-9a-f]{64}$/);

describe('POST /faucet', () => {
  test('default: 100 USDC are minted, and the response has no other field', async () => {
    const address = randomAddress();
    const response = await post({ address });
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const body = (await response.json()) as Body;
    expect(body).toEqual({ success: true, to: address, usdc: { hash, amount: '100 USDC' } });
    expect(await chains.usdcOf(address)).toBe(parseEther('100'));
    const receipt = await chains.l3.getTransactionReceipt({ hash: body.usdc.hash });
    expect(receipt.status).toBe('success');
  });

  test('default: with gas, 0.5 of the settlement chain’s coin as well', async () => {
    const address = randomAddress();
    const body = await paid({ address, amount: '0.000000000000000001', gas: true });
    expect(body).toEqual({
      success: true,
      to: address,
      usdc: { hash, amount: '0.000000000000000001 USDC' },
      gas: { hash, amount: '0.5 S' },
    });
    expect(await chains.usdcOf(address)).toBe(1n);
    expect(await chains.settlement.getBalance({ address })).toBe(parseEther('0.5'));
  });

  test.each([
    ['20000', '10000'],
    ['9'.repeat(60), '10000'],
    ['10000.000000000000000001', '10000'],
    ['9999.999999999999999999', '9999.999999999999999999'],
    ['007.50', '7.5'],
    [12.5, '12.5'],
  ])('behavior: amount %s pays exactly %s', async (amount, expected) => {
    const address = randomAddress();
    expect((await paid({ address, amount })).usdc.amount).toBe(`${expected} USDC`);
    expect(await chains.usdcOf(address)).toBe(parseEther(expected));
  });

  test('behavior: a lower-case or upper-case address is paid, and returned with its checksum', async () => {
    const address = randomAddress();
    const upper = `0x${address.slice(2).toUpperCase()}`;
    expect(await paid({ address: address.toLowerCase() })).toMatchObject({ to: address });
    expect(await paid({ address: upper, amount: '1' })).toMatchObject({ to: address });
  });

  test('behavior: equal requests that run together are one payment, later ones another', async () => {
    const address = randomAddress();
    const together = await Promise.all([1, 2, 3, 4, 5].map(() => paid({ address, gas: true })));
    expect(new Set(together.map(({ usdc }) => usdc.hash)).size).toBe(1);
    expect(await chains.usdcOf(address)).toBe(parseEther('100'));
    const later = await paid({ address, gas: true });
    expect(later.usdc.hash).not.toBe(together[0]?.usdc.hash);
    expect(await chains.usdcOf(address)).toBe(parseEther('200'));
  });

  test('behavior: a client that leaves is paid, and asking again gives that payment', async () => {
    const address = randomAddress();
    await chains.l3.setAutomine(false);
    const leaving = new AbortController();
    const first = gateway.post('/faucet', { address, amount: '3' }, { signal: leaving.signal });
    await pollEventually(async () => Number((await chains.l3.getTxpoolStatus()).pending)).toBe(1);
    leaving.abort();
    await expect(first).rejects.toThrow();
    await chains.l3.setAutomine(true);
    await chains.l3.mine({ blocks: 1 });
    await pollEventually(() => chains.usdcOf(address)).toBe(parseEther('3'));
    await paid({ address, amount: '3' });
    expect(await chains.usdcOf(address)).toBe(parseEther('3'));
  });

  test('behavior: 50 at once are 50 payments on both chains, by 50 nonces', {
    timeout: 60_000,
  }, async () => {
    const [l3Before, settlementBefore] = await Promise.all(
      [chains.l3, chains.settlement].map((chain) => chain.getTransactionCount(faucetAccount)),
    );
    const addresses = Array.from({ length: 50 }, randomAddress);
    const begun = performance.now();
    const bodies = await Promise.all(addresses.map((address) => paid({ address, gas: true })));
    const seconds = (performance.now() - begun) / 1000;
    process.stdout.write(`50 at once: ${seconds.toFixed(2)} s\n`);
    expect(new Set(bodies.map(({ usdc }) => usdc.hash)).size).toBe(50);
    expect(new Set(bodies.map(({ gas }) => gas.hash)).size).toBe(50);
    for (const address of addresses) {
      expect(await chains.usdcOf(address)).toBe(parseEther('100'));
      expect(await chains.settlement.getBalance({ address })).toBe(parseEther('0.5'));
    }
    expect(await chains.l3.getTransactionCount(faucetAccount)).toBe((l3Before ?? 0) + 50);
    expect(await chains.settlement.getTransactionCount(faucetAccount)).toBe(
      (settlementBefore ?? 0) + 50,
    );
  });

  test('behavior: transactions of the same key from elsewhere do not collide', async () => {
    const ours = Promise.all(Array.from({ length: 10 }, () => paid({ address: randomAddress() })));
    for (let others = 0; others < 10; others += 1) {
      const transfer = {
        account: faucetAccount.address,
        to: randomAddress(),
        value: 1n,
        chain: null,
      };
      // The node gives the same nonce twice when it is hurried; that is not what is looked at here.
      await chains.l3.sendTransaction(transfer).catch(() => undefined);
    }
    expect(new Set((await ours).map(({ usdc }) => usdc.hash)).size).toBe(10);
  });
});

describe('mutation requestFaucet', () => {
  const mutation = `mutation ($input: RequestFaucetInput!) {
    requestFaucet(input: $input) {
      success to usdc { hash amount } gas { hash amount error }
      userErrors { code message field retryAfter }
    }
  }`;

  test('default: pays as the REST route does', async () => {
    const address = randomAddress();
    const { data } = await gateway.query(mutation, { input: { address, amount: '5', gas: true } });
    expect(data).toEqual({
      requestFaucet: {
        success: true,
        to: address,
        usdc: { hash, amount: '5 USDC' },
        gas: { hash, amount: '0.5 S', error: null },
        userErrors: [],
      },
    });
    expect(await chains.usdcOf(address)).toBe(parseEther('5'));
  });

  test.each([
    [{ address: 'x' }, 'INVALID_ADDRESS', 'address'],
    [{ address: `0x${'a'.repeat(40)}`, amount: '-1' }, 'INVALID_AMOUNT', 'amount'],
  ])('error: %j is a user error, not a failure', async (input, code, field) => {
    const { data, errors } = await gateway.query(mutation, { input });
    expect(errors).toBeUndefined();
    expect(data).toEqual({
      requestFaucet: {
        success: false,
        to: null,
        usdc: null,
        gas: null,
        userErrors: [
          {
            code,
            message: expect.stringContaining(field),
            field: ['input', field],
            retryAfter: null,
          },
        ],
      },
    });
  });
});
