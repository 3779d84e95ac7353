import { join } from 'node:path';
import { Redis } from 'ioredis';
import { parseEther } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FaucetChains, faucetAccount, startFaucetChains } from '../support/faucet-chains.ts';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { randomAddress } from '../support/random-address.ts';
import { hasRedis, type RedisServer } from './support/redis-server.ts';
import { pause, type Replica, startReplica, until } from './support/replica.ts';
import { topologies, useRedis } from './support/topologies.ts';

async function ask(gateway: TestGateway, body: unknown) {
  const response = await gateway.post('/faucet', body);
  const { error = '', usdc } = (await response.json()) as {
    error?: string;
    usdc?: { hash: string };
  };
  const retryAfter = Number(response.headers.get('retry-after'));
  return { status: response.status, hash: usdc?.hash, error, retryAfter };
}

describe.skipIf(!hasRedis).each(topologies)('the faucet of several replicas on %s', (topology) => {
  const startRedis = useRedis(topology);
  let chains: FaucetChains;
  beforeAll(async () => {
    chains = await startFaucetChains();
  });
  afterAll(() => chains[Symbol.asyncDispose]());

  let ledgers = 0;
  /** A replica with a ledger of its own. */
  const start = (redis: RedisServer, env: Readonly<Record<string, string>> = {}) => {
    ledgers += 1;
    const STATE_DIR = join(chains.env.STATE_DIR ?? '', `replica-${ledgers}`);
    return startGateway({ ...chains.env, STATE_DIR, REDIS_URL: redis.url, ...env });
  };

  test('default: they pay side by side, each nonce once', async () => {
    await using redis = await startRedis();
    await using a = await start(redis);
    await using b = await start(redis);
    const before = await chains.l3.getTransactionCount({ address: faucetAccount.address });
    const addresses = Array.from({ length: 16 }, randomAddress);
    const responses = await Promise.all(
      addresses.map((address, index) => ask(index % 2 ? a : b, { address, gas: true })),
    );
    expect(responses.map(({ status }) => status)).toEqual(addresses.map(() => 200));
    for (const address of addresses) expect(await chains.usdcOf(address)).toBe(parseEther('100'));
    const after = await chains.l3.getTransactionCount({ address: faucetAccount.address });
    expect(after).toBe(before + 16);
  });

  test('behavior: both replicas take the same mutex to pay, and pay nothing while it is held', async () => {
    await using redis = await startRedis();
    await using a = await start(redis);
    await using b = await start(redis);
    await using operators = new AsyncDisposableStack();
    const nodes = redis.nodeUrls.map((url) =>
      operators.adopt(new Redis(url), (client) => client.disconnect()),
    );
    /** The connections that asked for a mutex, by its key. */
    const asked = new Map<string, Set<string>>();
    /** The node that has the mutex. */
    let operator: Redis | undefined;
    for (const node of nodes) {
      const monitor = operators.adopt(await node.monitor(), (client) => client.disconnect());
      monitor.on('monitor', (_time, args: string[], source: string) => {
        const mutex = args.find((arg) => arg.includes(':mutex:'));
        if (mutex === undefined || !/^eval/i.test(args[0] ?? '')) return;
        operator = node;
        asked.set(mutex, (asked.get(mutex) ?? new Set()).add(source));
      });
    }
    const pay = () => Promise.all([a, b].map((one) => ask(one, { address: randomAddress() })));
    for (const { status } of await pay()) expect(status).toBe(200);
    await until(() => [...asked.values()].some(({ size }) => size === 2));
    expect(asked.size).toBe(1);
    const [mutex = ''] = asked.keys();
    asked.clear();
    const paidBefore = await chains.l3.getTransactionCount({ address: faucetAccount.address });
    await operator?.set(mutex, 'another replica', 'PX', 60_000);
    const payments = pay();
    await until(() => asked.get(mutex)?.size === 2);
    expect(await chains.l3.getTransactionCount({ address: faucetAccount.address })).toBe(
      paidBefore,
    );
    await operator?.del(mutex);
    for (const { status } of await payments) expect(status).toBe(200);
  });

  test('behavior: the same request at two replicas at once is paid once, both tell it', async () => {
    await using redis = await startRedis();
    await using a = await start(redis);
    await using b = await start(redis);
    const address = randomAddress();
    const [one, two] = await Promise.all([ask(a, { address }), ask(b, { address })]);
    expect(one).toMatchObject({ status: 200 });
    expect(two).toEqual(one);
    expect(await chains.usdcOf(address)).toBe(parseEther('100'));
    // Once its outcome was received the same again is a new request, wherever it comes.
    for (const [gateway, sum] of [[b, '200'] as const, [a, '300'] as const]) {
      await until(async () => {
        expect((await ask(gateway, { address })).status).toBe(200);
        return (await chains.usdcOf(address)) === parseEther(sum);
      });
    }
  });

  test('race: who waits at another replica and looks when the outcome was received is told it', async () => {
    await using redis = await startRedis();
    await using a = await startReplica(redis.url);
    await using b = await startReplica(redis.url);
    const never = new AbortController().signal;
    const claim = ({ cluster }: Replica, owner: string) =>
      cluster.idempotency.claim('a request', owner, never);
    expect(await claim(a, 'a')).toBeNull();
    const waiting = claim(b, 'b');
    await pause(100);
    a.cluster.idempotency.setOutcome('a request', 'a', 'paid');
    a.cluster.idempotency.markReceived('a request', 'a');
    expect(await waiting).toBe('paid');
    expect(await claim(b, 'b')).toBeNull();
  });

  test('behavior: a repeated request at another replica before it is mined is paid once', async () => {
    await using redis = await startRedis();
    await using a = await start(redis);
    await using b = await start(redis);
    const address = randomAddress();
    await chains.l3.setAutomine(false);
    try {
      const first = ask(a, { address });
      await until(async () => (await chains.l3.getTxpoolStatus()).pending === 1);
      const second = ask(b, { address });
      await new Promise((resolve) => setTimeout(resolve, 500));
      expect((await chains.l3.getTxpoolStatus()).pending).toBe(1);
      await chains.l3.mine({ blocks: 1 });
      expect(await second).toEqual(await first);
      expect((await first).status).toBe(200);
    } finally {
      await chains.l3.setAutomine(true);
    }
    expect(await chains.usdcOf(address)).toBe(parseEther('100'));
  });

  test('behavior: limits are counted together', async () => {
    await using redis = await startRedis();
    const env = { FAUCET_LIMIT_ADDRESS_PER_HOUR: '2', FAUCET_LIMIT_CLIENT_PER_MINUTE: '7' };
    await using a = await start(redis, env);
    await using b = await start(redis, env);
    const address = randomAddress();
    const amounts = ['1', '2', '3'];
    const statuses = [];
    for (const amount of amounts)
      statuses.push(await ask(amount === '2' ? b : a, { address, amount }));
    expect(statuses.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(statuses[2]?.retryAfter).toBeGreaterThan(3590);
    // Who was refused for the address has not used up the limit of others.
    expect((await ask(b, { address: randomAddress() })).status).toBe(200);
    const others = [];
    for (const gateway of [a, b, a, b]) others.push(await ask(gateway, { address: 'nobody' }));
    expect(others.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
    for (const gateway of [a, b, a]) await ask(gateway, { address: randomAddress() });
    const last = await ask(b, { address: randomAddress() });
    expect(last).toMatchObject({ status: 429, error: expect.stringContaining('client') });
  });

  test('behavior: a refusal for an address does not use up the total limit, also after Redis lost its data', async () => {
    await using redis = await startRedis();
    const env = { FAUCET_LIMIT_ADDRESS_PER_HOUR: '1', FAUCET_LIMIT_TOTAL_PER_HOUR: '3' };
    await using a = await start(redis, env);
    const address = randomAddress();
    expect((await ask(a, { address })).status).toBe(200);
    await redis.restart();
    await until(async () => (await ask(a, { address, amount: '2' })).status === 429);
    for (const amount of ['3', '4', '5']) {
      expect(await ask(a, { address, amount })).toMatchObject({ status: 429 });
    }
    expect(await ask(a, { address: randomAddress() })).toMatchObject({ status: 200 });
  });

  test('behavior: a repeated request at another replica after the first was delivered is paid again', async () => {
    await using redis = await startRedis();
    await using a = await start(redis);
    await using b = await start(redis);
    const address = randomAddress();
    const hashes = [];
    for (const gateway of [a, b, a]) hashes.push((await ask(gateway, { address })).hash);
    expect(new Set(hashes).size).toBe(3);
    expect(await chains.usdcOf(address)).toBe(parseEther('300'));
  });

  test('error: while Redis is away nothing is paid, and it is said when to come again', async () => {
    await using redis = await startRedis();
    await using a = await start(redis);
    const address = randomAddress();
    await redis.kill();
    const refused = await ask(a, { address });
    expect(refused).toMatchObject({ status: 503 });
    expect(refused.retryAfter).toBeGreaterThan(0);
    expect(await chains.usdcOf(address)).toBe(0n);
    await redis.restart();
    await until(async () => (await ask(a, { address })).status === 200);
    expect(await chains.usdcOf(address)).toBe(parseEther('100'));
  });

  test('behavior: a shutdown waits neither for the claim nor for the lock of another replica', async () => {
    await using redis = await startRedis();
    await using a = await startReplica(redis.url);
    await using b = await startReplica(redis.url);
    const never = new AbortController().signal;
    const stopping = new AbortController();
    const claim = (replica: Replica, signal: AbortSignal) =>
      replica.cluster.idempotency.claim('a request', String(replica === a), signal);
    expect(await claim(a, never)).toBeNull();
    await a.cluster.runExclusively(
      'wallet',
      async () => {
        const begun = performance.now();
        const waiting = [
          claim(b, stopping.signal),
          b.cluster.runExclusively('wallet', async () => 'paid', stopping.signal),
        ];
        setTimeout(() => stopping.abort(new Error('the service is stopping')), 100);
        const ends = await Promise.allSettled(waiting);
        expect(ends).toMatchObject([
          { reason: { message: 'the service is stopping' } },
          { reason: { message: 'the service is stopping' } },
        ]);
        expect(performance.now() - begun).toBeLessThan(2000);
      },
      never,
    );
  });
});
