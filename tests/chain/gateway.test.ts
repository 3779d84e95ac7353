import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Address,
  encodeAbiParameters,
  encodeEventTopics,
  encodeFunctionResult,
  type Hex,
  keccak256,
  multicall3Abi,
  pad,
} from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { visionAbi } from '../../generated/abi/vision.ts';
import { hasRedis } from '../redis/support/redis-server.ts';
import { useEachTopology } from '../redis/support/topologies.ts';
import { readEvents } from '../sim/support/read-events.ts';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import {
  createGeneratedChain,
  type GeneratedChain,
  rpcError,
  startGeneratedChain,
} from '../support/generated-chain.ts';
import { type FakeOracle, startOracle } from '../vision/support/fake-oracle.ts';
import { alice, bitmaps, bob } from '../vision/support/market-model.ts';

const vision = `0x${'aa'.repeat(20)}` as const;

/** A join, or a change of the bitmap, of a player of batch 7. */
const commit = (player: Address, bitmapHash: Hex, eventName: 'PlayerJoined' | 'BitmapUpdated') => ({
  address: vision,
  topics: encodeEventTopics({
    abi: visionAbi,
    eventName,
    args: { batchId: 7n, player },
  }) as Hex[],
  data:
    eventName === 'PlayerJoined'
      ? encodeAbiParameters([{ type: 'uint256' }, { type: 'bytes32' }], [1n, bitmapHash])
      : encodeBitmapUpdated(bitmapHash),
});

function encodeBitmapUpdated(bitmapHash: Hex): Hex {
  const event = visionAbi.find((item) => item.type === 'event' && item.name === 'BitmapUpdated');
  const plain = (event as unknown as { inputs: { name: string; type: string; indexed: boolean }[] })
    .inputs;
  const data = plain.filter(({ indexed }) => !indexed);
  return encodeAbiParameters(
    data,
    data.map(({ name }) => (name === 'bitmapHash' ? bitmapHash : pad('0xc0'))),
  );
}

/** Positions whose present bitmap is another one than the revealed one. */
function answerPositions(): Hex {
  const position = {
    bitmapHash: pad('0xff'),
    configHash: pad('0xc0'),
    ...{ stakePerTick: 1n, startTick: 1n, balance: 1n, lastClaimedTick: 0n, joinTimestamp: 1n },
    ...{ totalDeposited: 1n, totalClaimed: 0n },
  };
  const returnData = encodeFunctionResult({
    abi: visionAbi,
    functionName: 'getPosition',
    result: position as never,
  });
  return encodeFunctionResult({
    abi: multicall3Abi,
    functionName: 'aggregate3',
    result: [alice, bob].map(() => ({ success: true, returnData })),
  });
}

/** Alice committed to what she revealed, long ago; Bob to something else. */
function createVisionChain(changes: Partial<GeneratedChain> = {}): GeneratedChain {
  const logs = new Map([
    [1234, [commit(alice, pad('0x01'), 'PlayerJoined'), commit(bob, pad('0x02'), 'PlayerJoined')]],
    [2900, [commit(alice, keccak256(bitmaps[alice]), 'BitmapUpdated')]],
    [4990, [commit(alice, pad('0x03'), 'BitmapUpdated')]],
  ]);
  return createGeneratedChain({
    head: 5000,
    blocks: [...logs.keys()],
    logsAt: (block) => logs.get(block) ?? [],
    call: answerPositions,
    ...changes,
  });
}

const stack = new AsyncDisposableStack();
let oracle: FakeOracle;
let deployment: string;
beforeAll(async () => {
  oracle = stack.use(await startOracle());
  deployment = stack.adopt(await mkdtemp(join(tmpdir(), 'chain-')), (path) =>
    rm(path, { recursive: true }),
  );
  await writeFile(
    join(deployment, 'active-deployment.json'),
    JSON.stringify({ chainId: 1337, contracts: { Vision: vision } }),
  );
});
afterAll(() => stack.disposeAsync());

const query = `{ batch(id: "7") { ticks(first: 1) { edges { node {
  reveal { bitmaps { portfolio { address } matchesCommitment } }
} } } } }`;

async function readMatches(gateway: TestGateway) {
  // biome-ignore lint/suspicious/noExplicitAny: the shape of one query
  const { data, errors } = await gateway.query<any>(query);
  const found = data.batch.ticks.edges[0].node.reveal.bitmaps as {
    matchesCommitment: boolean | null;
  }[];
  return {
    matches: found.map(({ matchesCommitment }) => matchesCommitment),
    codes: errors?.map(({ extensions }) => extensions.code),
  };
}

const readyDetails = async ({ url }: TestGateway) =>
  ((await (await fetch(`${url}/readyz`)).json()) as { details?: object }).details;

const envOf = (url: string) => ({
  L3_RPC_URL: url,
  ORACLE_URLS: oracle.url,
  DEPLOYMENTS_DIR: deployment,
});

test('behavior: a provider that allows 200 blocks at once gives commitments their right values', async () => {
  const chain = createVisionChain({
    refuse: (blocks) =>
      blocks > 200 ? rpcError(-32_602, 'exceed maximum block range: 200') : null,
  });
  await using node = await startGeneratedChain(chain);
  await using gateway = await startGateway(envOf(node.url));
  expect(await readMatches(gateway)).toEqual({ matches: [true, false], codes: undefined });
  expect(await readyDetails(gateway)).toBeUndefined();
});

test('error: a provider that refuses every range gives CHAIN_BEHIND, and /readyz says so until it answers', async () => {
  const chain = createVisionChain({ refuse: () => rpcError(-32_005, 'limit exceeded') });
  await using node = await startGeneratedChain(chain);
  await using gateway = await startGateway(envOf(node.url));
  expect(await readMatches(gateway)).toEqual({
    matches: [null, null],
    codes: ['CHAIN_BEHIND', 'CHAIN_BEHIND'],
  });
  expect(await readyDetails(gateway)).toMatchObject({ chain: 'behind' });
  chain.refuse = () => null;
  await expect.poll(() => readMatches(gateway)).toEqual({ matches: [true, false] });
  expect(await readyDetails(gateway)).toBeUndefined();
});

test('behavior: CHAIN_FINALITY_BLOCKS says how many blocks are read again', async () => {
  await using node = await startGeneratedChain(createVisionChain());
  await using gateway = await startGateway({ ...envOf(node.url), CHAIN_FINALITY_BLOCKS: '40' });
  await readMatches(gateway);
  node.calls.length = 0;
  const reread = () => node.calls.map(({ blocks }) => blocks).filter((blocks) => blocks > 0);
  await expect
    .poll(async () => {
      await readMatches(gateway);
      return reread()[0];
    })
    .toBe(40);
});

test('error: subscribers get CHAIN_BEHIND from a provider that refuses every range for a minute', async () => {
  const chain = createVisionChain({
    refuse: () => rpcError(-32_005, 'limit exceeded'),
    call: () => pad('0x8'),
  });
  await using node = await startGeneratedChain(chain);
  let now = Date.now();
  await using gateway = await startGateway(envOf(node.url), { clock: { now: () => now } });
  const source = 'subscription { playerJoined(batchId: "7") { blockNumber } }';
  const reader = await readEvents(`${gateway.url}/graphql?query=${encodeURIComponent(source)}`);
  await using _reader = { [Symbol.asyncDispose]: async () => reader.disconnect() };
  await expect.poll(() => node.calls.length).toBeGreaterThan(1);
  chain.head += 1;
  await expect.poll(() => node.calls.some(({ blocks }) => blocks > 0)).toBe(true);
  await expect
    .poll(() => {
      now += 61_000;
      return reader.events();
    })
    .toHaveLength(1);
  expect(reader.events()).toMatchObject([{ errors: [{ extensions: { code: 'CHAIN_BEHIND' } }] }]);
  expect(await readyDetails(gateway)).toMatchObject({ chain: 'behind' });
});

describe.skipIf(!hasRedis)('with Redis', () => {
  const onEachTopology = useEachTopology();

  test('behavior: a replica takes the blocks that another one has read', () =>
    onEachTopology(async ({ redis }) => {
      await using node = await startGeneratedChain(createVisionChain({ head: 40_000 }));
      const env = { ...envOf(node.url), REDIS_URL: redis.url };
      await using first = await startGateway(env);
      expect((await readMatches(first)).matches).toEqual([true, false]);
      await using second = await startGateway(env);
      node.calls.length = 0;
      // The value that the first has put into the shared cache must have ended.
      await expect
        .poll(async () => {
          await readMatches(second);
          return node.calls.filter(({ blocks }) => blocks > 0);
        })
        .not.toEqual([]);
      expect(node.calls.reduce((sum, { blocks }) => sum + blocks, 0)).toBeLessThan(100);
      expect((await readMatches(second)).matches).toEqual([true, false]);
    }));
});
