import { createPublicClient, custom, type Hex } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type ContractTestChain,
  createCallOptions,
  startContractTestChain,
} from '../../chain/testing/contract-test-chain.ts';
import {
  createVisionFixture,
  snapshotChain,
  type VisionFixture,
} from '../../chain/vision/testing/vision-fixture.ts';
import type { VisionEvent } from './vision-event.ts';
import { createVisionFollower } from './vision-follower.ts';

let testChain: ContractTestChain;
let fixture: VisionFixture;
beforeAll(async () => {
  testChain = await startContractTestChain();
  fixture = await createVisionFixture(testChain);
});
afterAll(() => testChain?.[Symbol.asyncDispose]());

/** Creates a follower whose calls to the chain may fail. */
function follow(
  isCut: (method: string, params: readonly unknown[]) => boolean = () => false,
  stride = 20_000n,
) {
  let events: VisionEvent[] = [];
  const identities: Hex[] = [];
  let head = 0;
  const follower = createVisionFollower({
    client: createPublicClient({
      transport: custom(
        {
          request: async ({ method, params = [] }) => {
            if (isCut(method, params)) throw new Error('cut');
            return testChain.chain.rpc.call(method, params);
          },
        },
        { retryCount: 0 },
      ),
    }),
    addresses: {
      chainId: fixture.domain.chainId,
      vision: fixture.vision.address,
      registry: fixture.registry.address,
      usdc: fixture.usdc.address,
    },
    onReset: () => {
      events = [];
    },
    onEvents: (added) => void events.push(...added),
    onIdentity: (identity) => void identities.push(identity),
    onHead: (timestamp) => {
      head = timestamp;
    },
    stride,
  });
  const kinds = () => events.map(({ kind }) => kind);
  return { follower, kinds, identities, events: () => events, head: () => head };
}

test('default: every event once and in order, with the time of its block', async () => {
  const { vision, alice, createBatch, join } = fixture;
  const seen = follow();
  await seen.follower.sync();
  expect(seen.kinds()).toEqual(['keys']);
  const batchId = await createBatch('a');
  await join(batchId, alice);
  const at = await testChain.waitUntilMined(
    vision.write.requestExit([batchId], createCallOptions(alice)),
  );
  await seen.follower.sync();
  await seen.follower.sync();
  expect(seen.kinds()).toEqual(['keys', 'created', 'joined', 'deposited', 'exiting']);
  expect(seen.events().at(-1)).toMatchObject({ player: alice.toLowerCase(), at: Number(at) });
  expect(seen.head()).toBe(Number(at));
  expect(seen.identities.length).toBe(1);
});

test('behavior: a chain that went back is read again from its beginning', async () => {
  const restore = await snapshotChain(testChain);
  const seen = follow();
  await fixture.createBatch('b');
  await seen.follower.sync();
  const before = seen.kinds();
  await restore();
  await fixture.createBatch('c');
  await fixture.createBatch('d');
  await seen.follower.sync();
  expect(seen.kinds()).toEqual([...before, 'created']);
  expect(seen.identities.length).toBe(2);
});

test('error: a chain that does not respond loses nothing', async () => {
  let isDown = false;
  const seen = follow(() => isDown);
  await seen.follower.sync();
  const known = seen.kinds();
  isDown = true;
  await expect(seen.follower.sync()).rejects.toThrow();
  await fixture.createBatch('e');
  isDown = false;
  await seen.follower.sync();
  expect(seen.kinds()).toEqual([...known, 'created']);
});

const isNumbered = (method: string, [block]: readonly unknown[]) =>
  method === 'eth_getBlockByNumber' && block !== 'latest';

test('error: a chain that sends its latest block and no other is not mistaken for another chain', async () => {
  let isSlow = false;
  const seen = follow((...call) => isSlow && isNumbered(...call));
  await seen.follower.sync();
  const known = seen.kinds();
  await fixture.createBatch('f');
  isSlow = true;
  await expect(seen.follower.sync()).rejects.toThrow();
  expect(seen.kinds()).toEqual(known);
  isSlow = false;
  await seen.follower.sync();
  expect(seen.kinds()).toEqual([...known, 'created']);
});

test('error: what was handed over before a failure is not handed over again', async () => {
  const requested = new Set<unknown>();
  const isNew = (block: unknown) => requested.size < requested.add(block).size;
  // Each attempt fails one batch of blocks later than the previous attempt.
  const seen = follow((method, params) => isNumbered(method, params) && isNew(params[0]), 10n);
  const attempt = () => seen.follower.sync().catch(() => 'cut');
  for (let end: unknown = 'cut'; end === 'cut'; ) end = await attempt();
  const whole = follow();
  await whole.follower.sync();
  expect(requested.size).toBeGreaterThan(1);
  expect(seen.kinds()).toEqual(whole.kinds());
});
