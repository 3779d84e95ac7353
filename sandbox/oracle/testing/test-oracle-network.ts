import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Address, type Hex, keccak256, toHex } from 'viem';
import { oneToken } from '../../chain/testing/contract-fixtures.ts';
import {
  type ContractTestChain,
  createCallOptions,
  startContractTestChain,
} from '../../chain/testing/contract-test-chain.ts';
import { signConsensus } from '../../chain/vision/sign-consensus.ts';
import {
  createVisionFixture,
  type VisionFixture,
} from '../../chain/vision/testing/vision-fixture.ts';
import { hashCreateBatchMessage } from '../bls/hash-messages.ts';
import { type BatchConfig, hashBatchConfig, hashSourceId } from '../markets/batch-config.ts';
import { BATCH_CONFIG_FILE_NAME } from '../markets/batch-config-file.ts';
import { encodeBitmap } from '../settle/bitmap.ts';
import { startFakeDataNode, type TestPrices, testPrices } from './fake-data-node.ts';
import { findFreePorts, type OracleProcess, startOracleProcess } from './oracle-process.ts';

/** A parsed response of an oracle. */
export type TestResponse = { readonly status: number; readonly body: Record<string, unknown> };

/**
 * A chain, a data node and three oracles that communicate over sockets. Each oracle is a process of
 * its own.
 */
export type TestOracleNetwork = AsyncDisposable & {
  readonly testChain: ContractTestChain;
  readonly fixture: VisionFixture;
  readonly batchId: number;
  readonly configHash: Hex;
  readonly oracles: OracleProcess[];
  readonly startOracle: (index: number) => Promise<void>;
  readonly get: (oracle: number, path: string) => Promise<TestResponse>;
  readonly post: (oracle: number, path: string, body: unknown) => Promise<TestResponse>;
  /** Joins with 10 USDC and a stake of 1 USDC on each market; returns the first played tick. */
  readonly join: (player: Address, bitmap: TestBitmap) => Promise<number>;
  readonly submit: (oracle: number, player: Address, bitmap: TestBitmap) => Promise<TestResponse>;
};

/** A bitmap in hex and its hash. */
export type TestBitmap = { readonly hex: Hex; readonly hash: Hex };

/** Asset ids of the batch's markets, in the order of their bits. */
export const testMarketIds = Object.keys(testPrices);

export type TestOracleNetworkOptions = {
  readonly wireFormat?: 'spec' | 'wild';
  /** Tick and lock in seconds, and the prices of the markets. */
  readonly tick?: number;
  readonly lock?: number;
  readonly prices?: TestPrices;
};

/** Encodes predictions given as letters, `U` and `D`. */
export function encodeTestBitmap(predictions: string): TestBitmap {
  const bytes = encodeBitmap([...predictions].map((each) => each === 'U'));
  return { hex: toHex(bytes), hash: keccak256(bytes) };
}

/** Starts the network with one batch; by default of three markets, with ticks of four seconds. */
export async function startTestOracleNetwork(
  options: TestOracleNetworkOptions = {},
): Promise<TestOracleNetwork> {
  const { wireFormat = 'spec', tick = 4, lock = 1, prices = testPrices } = options;
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'oracles-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const testChain = opened.use(await startContractTestChain());
  const fixture = await createVisionFixture(testChain);
  const dataNode = await startFakeDataNode(prices);
  opened.defer(dataNode.close);
  const config: BatchConfig = {
    source_id: 'test',
    tick_duration: tick,
    lock_offset: lock,
    markets: Object.keys(prices).map((asset_id) => {
      return { asset_id, symbol: asset_id, name: asset_id, resolution_type: 0, threshold_bps: 0 };
    }),
  };
  const configHash = await createBatch(testChain, fixture, config);
  await writeFile(join(folder, BATCH_CONFIG_FILE_NAME), JSON.stringify({ configs: [config] }));
  const { usdc, registry, vision, domain } = fixture;
  const contracts = {
    Vision: vision.address,
    OracleRegistry: registry.address,
    L3_WUSDC: usdc.address,
  };
  const deployment = JSON.stringify({ chainId: domain.chainId, contracts });
  await writeFile(join(folder, 'active-deployment.json'), deployment);

  const ports = await findFreePorts(3);
  const oracles: OracleProcess[] = [];
  opened.defer(async () => void (await Promise.all(oracles.map((oracle) => oracle.kill()))));
  const startOracle = async (index: number) => {
    oracles[index] = await startOracleProcess({
      PORT: `${ports[index]}`,
      ORACLE_INDEX: `${index}`,
      ORACLE_PEERS: ports.map((port) => `http://127.0.0.1:${port}`).join(','),
      DEPLOYMENTS_DIR: folder,
      SANDBOX_STATE_DIR: folder,
      SANDBOX_DIALECT: wireFormat,
      L3_RPC_URL: testChain.chain.url,
      DATA_NODE_URL: dataNode.url,
      CHAIN_POLL_MS: '700',
      REVEAL_WINDOW_SECS: '6',
    });
  };
  await Promise.all(ports.map((_, index) => startOracle(index)));

  const sendRequest = async (
    oracle: number,
    path: string,
    init?: RequestInit,
  ): Promise<TestResponse> => {
    const response = await fetch(`http://127.0.0.1:${ports[oracle]}${path}`, init);
    return { status: response.status, body: (await response.json()) as TestResponse['body'] };
  };
  const post = (oracle: number, path: string, body: unknown) =>
    sendRequest(oracle, path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const disposing = opened.move();
  return {
    testChain,
    fixture,
    batchId: 1,
    configHash,
    oracles,
    startOracle,
    get: (oracle, path) => sendRequest(oracle, path),
    post,
    async join(player, bitmap) {
      const args = [1n, configHash, 10n * oneToken, oneToken, bitmap.hash] as const;
      // Joins are rejected at the end of a tick. On a busy machine a join may be delayed until
      // then.
      const attempt = async () => {
        await untilOpen(config);
        return testChain
          .waitUntilMined(vision.write.joinBatch(args, createCallOptions(player)))
          .catch(() => null);
      };
      await waitUntilResponse(attempt, (time) => time !== null);
      return Number((await vision.read.getPosition([1n, player])).startTick);
    },
    submit: (oracle, player, bitmap) =>
      post(oracle, '/vision/bitmap', {
        player,
        batch_id: 1,
        bitmap_hex: bitmap.hex,
        expected_hash: bitmap.hash,
      }),
    [Symbol.asyncDispose]: () => disposing.disposeAsync(),
  };
}

async function createBatch(
  { waitUntilMined }: ContractTestChain,
  { vision, domain, owner }: VisionFixture,
  config: BatchConfig,
): Promise<Hex> {
  const sourceId = hashSourceId(config.source_id);
  const configHash = hashBatchConfig(config);
  const { tick_duration: tickDuration, lock_offset: lockOffset } = config;
  const terms = { sourceId, configHash, tickDuration, lockOffset };
  const consensus = signConsensus(hashCreateBatchMessage(domain, terms));
  const times = [BigInt(tickDuration), BigInt(lockOffset)] as const;
  const args = [sourceId, configHash, ...times, ...consensus] as const;
  await waitUntilMined(vision.write.createBatch(args, createCallOptions(owner)));
  return configHash;
}

/** Waits until there is enough time for a transaction before the lock. */
async function untilOpen({ tick_duration: tick, lock_offset: lock }: BatchConfig): Promise<void> {
  const second = (Date.now() / 1000) % tick;
  if (second > tick - lock - 1) await sleep((tick - second) * 1000 + 50);
}

/**
 * Repeats a request until its response is as expected.
 *
 * @throws {Error} the response is not as expected within `within` milliseconds; the message has the
 * last response.
 */
export async function waitUntilResponse<T>(
  fetchResponse: () => Promise<T>,
  wanted: (response: T) => boolean,
  within = 25_000,
): Promise<T> {
  const end = Date.now() + within;
  for (;;) {
    const response = await fetchResponse();
    if (wanted(response)) return response;
    if (Date.now() > end) throw new Error(`unexpected response ${JSON.stringify(response)}`);
    await sleep(100);
  }
}
