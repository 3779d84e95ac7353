import { getAddress, type Hex, keccak256, toHex } from 'viem';
import { createHttpService } from '../../lib/http-service.ts';
import { type BatchConfig, hashBatchConfig } from '../../oracle/markets/batch-config.ts';
import { createLivePrices } from '../../world/live-prices.ts';
import { loadHistoryWithUpcoming } from '../../world/load-history.ts';
import { computeNavWei, WEI_PER_UNIT } from '../../world/nav.ts';
import { computeTradeTime, planFunds } from '../../world/plan-funds.ts';
import type { ChainMirror } from '../chain/chain-mirror.ts';
import { createLendingLog } from '../chain/lending-log.ts';
import { RpcError } from '../chain/rpc-client.ts';
import { createShareLedger, type ShareLedger } from '../chain/share-ledger.ts';
import { createDataNodeState } from '../create-data-node-state.ts';
import { createDataNodeRoutes } from '../data-node-routes.ts';
import type { DataNodeState } from '../data-node-state.ts';
import { deriveAssetAddress } from '../dtf/dtf-valuer.ts';
import type { BatchConfigs } from '../vision/batch-configs.ts';

/** A parsed response of a data node. */
export type TestResponse = {
  readonly status: number;
  readonly type: string;
  // biome-ignore lint/suspicious/noExplicitAny: the tests look into bodies of every shape
  readonly body: any;
};

/**
 * A data node for tests: both wire formats on real sockets, with trades from the plan and without a
 * chain.
 */
export type TestDataNode = AsyncDisposable & {
  readonly state: DataNodeState;
  readonly url: Readonly<Record<'spec' | 'wild', string>>;
  readonly spec: (path: string, headers?: Record<string, string>) => Promise<TestResponse>;
  readonly wild: (path: string, headers?: Record<string, string>) => Promise<TestResponse>;
  /** Sets the world's time in milliseconds. */
  readonly setNow: (ms: number) => void;
};

/** The world's time when a test data node starts. */
export const testNow = Date.parse('2026-03-11T10:17:42.500Z');
export const testToken = 'test-token';

const seed = 20_200_101;

/** Returns the account of a wallet of the funds plan. */
export function testWallet(number: number): Hex {
  return getAddress(`0x${keccak256(toHex(`wallet ${number}`)).slice(-40)}`);
}

/** Starts a test data node. */
export async function startTestDataNode(): Promise<TestDataNode> {
  let now = testNow;
  const { history, upcoming } = loadHistoryWithUpcoming({ seed, endDate: '2026-03-10' });
  const { priceAt } = createLivePrices({ history, upcoming, now: () => now });
  const shareLedger = createShareLedger();
  fillShareLedger(shareLedger, { history, priceAt });
  const state = createDataNodeState({
    history,
    priceAt,
    now: () => now,
    mirror: createSilentChainMirror(shareLedger),
    seed,
  });
  const services = new AsyncDisposableStack();
  const listen = async (wireFormat: 'spec' | 'wild') => {
    const head = { number: 5, hash: '0x' as const, at: 0 };
    const mirror = { head: () => head, isFollowing: () => true };
    const batches = oneBatch(testBatch);
    const options = {
      state,
      mirror,
      batches,
      wireFormat,
      seed,
      explorerToken: testToken,
      oracleUrls: [],
      stopping: new AbortController().signal,
    };
    const routes = createDataNodeRoutes(options);
    const service = services.use(createHttpService({ name: wireFormat, routes }));
    return service.listen({ host: '127.0.0.1', port: 0 });
  };
  const url = { spec: await listen('spec'), wild: await listen('wild') };
  return {
    state,
    url,
    spec: (path, headers) => read(url.spec + path, headers),
    wild: (path, headers) => read(url.wild + path, headers),
    setNow: (ms) => {
      now = ms;
    },
    [Symbol.asyncDispose]: () => services.disposeAsync(),
  };
}

async function read(url: string, headers: Record<string, string> = {}): Promise<TestResponse> {
  const response = await fetch(url, { headers });
  const type = response.headers.get('content-type') ?? '';
  const text = await response.text();
  return { status: response.status, type, body: type.includes('json') ? JSON.parse(text) : text };
}

/** Creates a chain mirror whose chain never responds. */
function createSilentChainMirror(
  shareLedger: ShareLedger,
): Pick<ChainMirror, 'shareLedger' | 'lendingLog' | 'rpc' | 'contractAddresses'> {
  const call = () => Promise.reject(new RpcError('no chain in this test'));
  const address = testWallet(1_000);
  const deployment = { Index: address, L3_WUSDC: address, MULTICALL3: address };
  return {
    shareLedger,
    lendingLog: createLendingLog(),
    rpc: { call },
    contractAddresses: () => deployment,
  };
}

/** A batch of two coins and one asset that no source has. */
export const testBatch: BatchConfig = {
  source_id: 'crypto',
  tick_duration: 60,
  lock_offset: 5,
  markets: ['bitcoin', 'ethereum', 'nothing'].map((asset_id) => ({
    asset_id,
    symbol: asset_id.slice(0, 3).toUpperCase(),
    name: asset_id,
    resolution_type: 0,
    threshold_bps: 0,
  })),
};

/** Creates configs of a single batch with id 7. For batch 503 the chain does not respond. */
function oneBatch(config: BatchConfig): BatchConfigs {
  const own = hashBatchConfig(config);
  return {
    findConfig: async (hash) => (hash === own ? config : undefined),
    findHash: async (batchId) => {
      if (batchId === 503) throw new RpcError('no chain in this test');
      return batchId === 7 ? own : undefined;
    },
  };
}

type Prices = Parameters<typeof createDataNodeState>[0];

function fillShareLedger(
  shareLedger: ShareLedger,
  { history, priceAt }: Pick<Prices, 'history' | 'priceAt'>,
): void {
  const plan = planFunds(history);
  for (const [number, fund] of plan.funds.entries()) {
    shareLedger.apply({
      kind: 'created',
      at: (history.firstDay + fund.createdDay) * 86_400 + fund.createdSecond,
      txHash: keccak256(toHex(`fund ${number}`)),
      itpId: fund.id,
      creator: testWallet(fund.creator),
      name: fund.name,
      symbol: fund.symbol,
      assets: fund.assets.map((column) => deriveAssetAddress(history.assets[column]?.id ?? '')),
      quantities: fund.quantities,
    });
  }
  for (const [number, trade] of plan.trades.entries()) {
    const fund = plan.funds[trade.fund];
    if (fund === undefined) continue;
    const ms = computeTradeTime(history, trade);
    const prices = fund.assets.map((column) => priceAt(column, ms));
    const pricePerShare = computeNavWei(fund.quantities, prices).nav;
    const total = (trade.shares * pricePerShare) / WEI_PER_UNIT;
    shareLedger.apply({
      kind: trade.kind === 'mint' ? 'buy' : 'sell',
      at: Math.floor(ms / 1000),
      txHash: keccak256(toHex(`trade ${number}`)),
      itpId: fund.id,
      account: testWallet(trade.wallet),
      shares: trade.shares,
      pricePerShare,
      total,
      fee: total / 1000n,
    });
  }
}
