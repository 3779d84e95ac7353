import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type FaucetChains, startFaucetChains } from '../support/faucet-chains.ts';
import {
  startGateway,
  startUpstream,
  type TestGateway,
  unreachableUrl,
} from '../support/gateway.ts';
import { randomAddress } from '../support/random-address.ts';

let chains: FaucetChains;
let gateway: TestGateway | undefined;

beforeAll(async () => {
  chains = await startFaucetChains();
});
afterAll(() => chains[Symbol.asyncDispose]());
afterEach(async () => {
  await gateway?.[Symbol.asyncDispose]();
  gateway = undefined;
});

const ask = async (body: unknown, headers: Record<string, string> = {}) => {
  const response = await gateway?.post('/faucet', body, { headers });
  if (!response) throw new Error('no gateway');
  const retryAfter = Number(response.headers.get('retry-after'));
  return {
    status: response.status,
    retryAfter,
    body: (await response.json()) as { error?: string },
  };
};

describe('limits', () => {
  test('error: an address is paid so many times an hour, also after a restart', async () => {
    const env = { ...chains.env, FAUCET_LIMIT_ADDRESS_PER_HOUR: '2' };
    const address = randomAddress();
    gateway = await startGateway(env);
    for (const amount of ['1', '2']) expect((await ask({ address, amount })).status).toBe(200);
    const refused = await ask({ address, amount: '3' });
    expect(refused).toMatchObject({
      status: 429,
      body: { error: expect.stringContaining('address') },
    });
    expect(refused.retryAfter).toBeGreaterThan(3590);
    expect((await ask({ address: randomAddress() })).status).toBe(200);
    await gateway[Symbol.asyncDispose]();
    gateway = await startGateway(env);
    expect((await ask({ address, amount: '3' })).status).toBe(429);
  });

  test('error: all together are paid so many times an hour', async () => {
    gateway = await startGateway({
      ...chains.env,
      STATE_DIR: `${chains.env.STATE_DIR}-total`,
      FAUCET_LIMIT_TOTAL_PER_HOUR: '2',
    });
    const responses = await Promise.all([1, 2, 3, 4].map(() => ask({ address: randomAddress() })));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429]);
  });

  test('error: a client has so many requests a minute, whatever they are; others go on', async () => {
    gateway = await startGateway({
      ...chains.env,
      FAUCET_LIMIT_CLIENT_PER_MINUTE: '2',
      TRUSTED_PROXIES: '127.0.0.1',
    });
    const from = (address: string) =>
      ask({ address: randomAddress() }, { 'x-forwarded-for': address });
    expect((await from('2001:db8:1:2::1')).status).toBe(200);
    expect((await from('2001:db8:1:2:ffff::2')).status).toBe(200);
    const refused = await from('2001:db8:1:2:aaaa:bbbb:cccc:dddd');
    expect(refused).toMatchObject({
      status: 429,
      body: { error: expect.stringContaining('client') },
    });
    expect(refused.retryAfter).toBeGreaterThan(0);
    expect(refused.retryAfter).toBeLessThanOrEqual(60);
    expect((await from('2001:db8:1:3::1')).status).toBe(200);
    expect((await from('192.0.2.7')).status).toBe(200);
  });

  test('behavior: a header of an untrusted proxy does not change the client', async () => {
    gateway = await startGateway({ ...chains.env, FAUCET_LIMIT_CLIENT_PER_MINUTE: '1' });
    expect(
      (await ask({ address: randomAddress() }, { 'x-forwarded-for': '192.0.2.1' })).status,
    ).toBe(200);
    expect(
      (await ask({ address: randomAddress() }, { 'x-forwarded-for': '192.0.2.2' })).status,
    ).toBe(429);
  });

  test('error: GraphQL says the same as a user error', async () => {
    gateway = await startGateway({ ...chains.env, FAUCET_LIMIT_CLIENT_PER_MINUTE: '1' });
    const mutation = `mutation ($address: String!) {
      requestFaucet(input: { address: $address }) { success userErrors { code retryAfter } }
    }`;
    await gateway.query(mutation, { address: randomAddress() });
    const { data } = await gateway.query(mutation, { address: randomAddress() });
    expect(data).toEqual({
      requestFaucet: {
        success: false,
        userErrors: [{ code: 'RATE_LIMITED', retryAfter: expect.any(Number) }],
      },
    });
  });
});

describe('configuration', () => {
  test('error: no key is 503, after the input was looked at', async () => {
    gateway = await startGateway({ ...chains.env, FAUCET_PRIVATE_KEY: '' });
    expect(await ask({ address: randomAddress() })).toMatchObject({
      status: 503,
      body: { error: 'FAUCET_PRIVATE_KEY is not configured' },
    });
    expect((await ask({ address: 'x' })).status).toBe(400);
  });

  test('error: a deployment without the token is 503', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'deployment-'));
    const deployment = { chainId: 111_222_333, contracts: { Index: randomAddress() } };
    await writeFile(join(dir, 'active-deployment.json'), JSON.stringify(deployment));
    gateway = await startGateway({ ...chains.env, DEPLOYMENTS_DIR: dir });
    const response = await ask({ address: randomAddress() });
    await rm(dir, { recursive: true });
    expect(response).toMatchObject({
      status: 503,
      body: { error: 'the deployment names no L3_WUSDC' },
    });
  });

  test('error: without a deployment it is 503 as well', async () => {
    const nothing = join(tmpdir(), 'no-such-deployment');
    const env = { DEPLOYMENTS_DIR: nothing, PUBLIC_DEPLOYMENT_FILE: join(nothing, 'public.json') };
    gateway = await startGateway({ ...chains.env, ...env });
    expect(await ask({ address: randomAddress() })).toMatchObject({
      status: 503,
      body: { error: 'there is no active deployment' },
    });
  });

  test('error: an L3 chain that cannot be reached is 500 without its address', async () => {
    gateway = await startGateway({ ...chains.env, L3_RPC_URL: unreachableUrl });
    const response = await ask({ address: randomAddress() });
    expect(response).toMatchObject({ status: 500, body: { error: 'transaction failed' } });
  });

  test('error: a settlement chain that cannot be reached fails the gas alone', async () => {
    gateway = await startGateway({ ...chains.env, SETTLEMENT_RPC_URL: unreachableUrl });
    const response = await ask({ address: randomAddress(), gas: true });
    expect(response).toMatchObject({ status: 200, body: { gas: { error: 'transaction failed' } } });
  });

  test('error: another chain than the deployment’s behind the URL is not paid on', async () => {
    const { L3_RPC_URL, SETTLEMENT_RPC_URL } = chains.env;
    gateway = await startGateway({
      ...chains.env,
      L3_RPC_URL: String(SETTLEMENT_RPC_URL),
      SETTLEMENT_RPC_URL: String(L3_RPC_URL),
    });
    const nonces = () =>
      Promise.all(
        [chains.l3, chains.settlement].map((chain) =>
          chain.getTransactionCount({
            address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
          }),
        ),
      );
    const before = await nonces();
    expect((await ask({ address: randomAddress(), gas: true })).status).toBe(500);
    expect(await nonces()).toEqual(before);
  });

  test('error: a published key on a chain that is no development chain stops the start', async () => {
    await using real = await startFaucetChains({ l3: 8453, settlement: 14_601 });
    await expect(startGateway(real.env)).rejects.toThrow('published development key');
  });

  test('error: so it does while the other chain cannot be reached, or does not respond', async () => {
    await using real = await startFaucetChains({ l3: 1, settlement: 8453 });
    await using mute = await startUpstream(() => {});
    const refused = 'published development key';
    for (const other of [unreachableUrl, mute.url]) {
      for (const name of ['L3_RPC_URL', 'SETTLEMENT_RPC_URL']) {
        await expect(startGateway({ ...real.env, [name]: other })).rejects.toThrow(refused);
      }
    }
  });
});
