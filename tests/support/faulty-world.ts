import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generatePrivateKey } from 'viem/accounts';
import { type Fault, type FaultyUpstream, startFaultyUpstream } from './faulty-upstream.ts';
import { startGateway, type TestGateway } from './gateway.ts';
import { createChainResponder } from './world/chain-responses.ts';
import { dataNodeResponse, wallet } from './world/data-node-responses.ts';
import { oracleResponse } from './world/oracle-responses.ts';
import { defiDataBodies, marketDataBodies, providerResponse } from './world/provider-responses.ts';

/** What lies behind the gateway; the oracles misbehave together. */
export const upstreamNames = [
  'dataNode',
  'oracles',
  'l3',
  'settlement',
  'marketData',
  'defiData',
] as const;
export type UpstreamName = (typeof upstreamNames)[number];

/** The upstreams of a small world that can be made to misbehave, and what a gateway on them needs. */
export type FaultyUpstreams = AsyncDisposable & {
  readonly of: (name: UpstreamName) => readonly FaultyUpstream[];
  readonly all: readonly FaultyUpstream[];
  /** Makes an upstream misbehave, on one path alone when one is given; `null` takes it back. */
  readonly setFault: (name: UpstreamName, fault: Fault | null, path?: string) => void;
  /** Waits until no request is under way, at most a second. */
  readonly areIdle: () => Promise<boolean>;
  readonly env: Readonly<Record<string, string>>;
  /** What no answer may show: keys, the token, folders, where the upstreams are. */
  readonly secrets: readonly string[];
};

/** Starts them on free ports. */
export async function startFaultyUpstreams(): Promise<FaultyUpstreams> {
  const stack = new AsyncDisposableStack();
  const dir = await mkdtemp(join(tmpdir(), 'faults-'));
  stack.defer(() => rm(dir, { recursive: true, force: true, maxRetries: 3 }));
  const start = async (
    name: string,
    response: Parameters<typeof startFaultyUpstream>[0]['answer'],
  ) =>
    stack.use(
      await startFaultyUpstream({
        basePath: `/inner-${name}-91c4`,
        key: `key-${name}-b07e`,
        answer: response,
      }),
    );
  const chain = (chainId: number) => {
    const response = createChainResponder(chainId);
    return ({ body }: { readonly body: string }) => response(body);
  };
  const upstreams: Readonly<Record<UpstreamName, readonly FaultyUpstream[]>> = {
    dataNode: [await start('node', ({ path, query }) => dataNodeResponse(path, query))],
    oracles: [
      await start('oracle-1', ({ path, body }) => oracleResponse(path, body)),
      await start('oracle-2', ({ path, body }) => oracleResponse(path, body)),
      await start('oracle-3', ({ path, body }) => oracleResponse(path, body)),
    ],
    l3: [await start('l3', chain(111_222_333))],
    settlement: [await start('settlement', chain(14_601))],
    marketData: [await start('market', ({ path }) => providerResponse(marketDataBodies, path))],
    defiData: [await start('defi', ({ path }) => providerResponse(defiDataBodies, path))],
  };
  const files = {
    'active-deployment.json': {
      chainId: 111_222_333,
      settlementChainId: 14_601,
      contracts: { Index: wallet, L3_WUSDC: wallet, L3_WUSDC_DECIMALS: '18' },
    },
    'coin-map.json': { BTC: { id: 'bitcoin' }, ETH: { id: 'ethereum' } },
    'founders.json': { bitcoin: [{ age: 44, gender: 'Female', nationality: 'Elbonia' }] },
  };
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(dir, name), JSON.stringify(content));
  }
  const env = {
    DATA_NODE_URL: urlOf(upstreams.dataNode),
    ORACLE_URLS: urlOf(upstreams.oracles),
    L3_RPC_URL: urlOf(upstreams.l3),
    SETTLEMENT_RPC_URL: urlOf(upstreams.settlement),
    MARKET_DATA_URL: urlOf(upstreams.marketData),
    DEFI_DATA_URL: urlOf(upstreams.defiData),
    DEPLOYMENTS_DIR: dir,
    COIN_MAP_FILE: join(dir, 'coin-map.json'),
    FOUNDERS_FILE: join(dir, 'founders.json'),
    STATE_DIR: join(dir, 'state-of-this-gateway'),
    EXPLORER_TOKEN: 'token-5f0c7d21e6',
    FAUCET_PRIVATE_KEY: generatePrivateKey(),
    FAUCET_LIMIT_ADDRESS_PER_HOUR: '1000000',
    FAUCET_LIMIT_CLIENT_PER_MINUTE: '1000000',
    FAUCET_LIMIT_TOTAL_PER_HOUR: '1000000',
  };
  const all = Object.values(upstreams).flat();
  return {
    of: (name) => upstreams[name],
    all,
    setFault: (name, fault, path) => {
      for (const upstream of upstreams[name]) {
        upstream.faultOf = (asked) => ((path ?? asked.path) === asked.path ? fault : null);
      }
    },
    areIdle: async () => {
      for (let waited = 0; waited < 1000; waited += 10) {
        if (all.every((one) => one.open() === 0)) return true;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      return false;
    },
    env,
    secrets: [
      env.EXPLORER_TOKEN,
      env.FAUCET_PRIVATE_KEY.slice(2),
      dir,
      ...all.flatMap(({ port }) => [`:${port}`, `"${port}"`]),
      ...all.map(({ url }) => new URL(url).pathname.slice(1)),
      ...all.map(({ url }) => new URL(url).searchParams.get('apikey') ?? ''),
    ],
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

const urlOf = (upstreams: readonly FaultyUpstream[]) => upstreams.map(({ url }) => url).join(',');

/** A gateway on misbehaving upstreams, in this process; its time is moved by hand. */
export type FaultyWorld = FaultyUpstreams & {
  readonly gateway: TestGateway;
  /** Waits until the gateway has noticed that all upstreams are well: breakers try once a second. */
  readonly recover: () => Promise<void>;
  /** Moves the gateway's time on. */
  readonly pass: (milliseconds: number) => void;
  /** Lets everything that is cached become too old to be shown. */
  readonly forget: () => void;
};

/** Starts both. */
export async function startFaultyWorld(): Promise<FaultyWorld> {
  const stack = new AsyncDisposableStack();
  const upstreams = stack.use(await startFaultyUpstreams());
  let now = Date.parse('2026-03-11T10:17:42.500Z');
  const gateway = stack.use(await startGateway(upstreams.env, { clock: { now: () => now } }));
  const pass = (milliseconds: number) => {
    now += milliseconds;
  };
  return {
    ...upstreams,
    gateway,
    recover: async () => {
      for (;;) {
        const ready = await fetch(`${gateway.url}/readyz`);
        const { upstreams: states } = (await ready.json()) as { upstreams: Record<string, string> };
        if (Object.values(states).every((state) => state === 'up')) return;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    },
    pass,
    forget: () => pass(86_400_000),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}
