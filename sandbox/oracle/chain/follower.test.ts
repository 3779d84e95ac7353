import { createPublicClient, type Hex, http } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { by, type ContractKit, startContractKit } from '../../chain/testing/contract-kit.ts';
import {
  keepState,
  setUpVision,
  type VisionWorld,
} from '../../chain/vision/testing/vision-world.ts';
import type { ChainEvent } from './chain-event.ts';
import { createFollower } from './follower.ts';

let kit: ContractKit;
let world: VisionWorld;
beforeAll(async () => {
  kit = await startContractKit();
  world = await setUpVision(kit);
});
afterAll(() => kit?.[Symbol.asyncDispose]());

function follow() {
  let events: ChainEvent[] = [];
  const identities: Hex[] = [];
  let head = 0;
  const follower = createFollower({
    client: createPublicClient({ transport: http(kit.chain.url) }),
    addresses: {
      chainId: world.domain.chainId,
      vision: world.vision.address,
      registry: world.registry.address,
      usdc: world.usdc.address,
    },
    onReset: () => {
      events = [];
    },
    onEvents: (added) => void events.push(...added),
    onIdentity: (identity) => void identities.push(identity),
    onHead: (timestamp) => {
      head = timestamp;
    },
  });
  const kinds = () => events.map(({ kind }) => kind);
  return { follower, kinds, identities, events: () => events, head: () => head };
}

test('default: every event once and in order, with the time of its block', async () => {
  const { vision, alice, createBatch, join } = world;
  const seen = follow();
  await seen.follower.sync();
  expect(seen.kinds()).toEqual(['keys']);
  const batchId = await createBatch('a');
  await join(batchId, alice);
  const at = await kit.mined(vision.write.requestExit([batchId], by(alice)));
  await seen.follower.sync();
  await seen.follower.sync();
  expect(seen.kinds()).toEqual(['keys', 'created', 'joined', 'deposited', 'exiting']);
  expect(seen.events().at(-1)).toMatchObject({ player: alice.toLowerCase(), at: Number(at) });
  expect(seen.head()).toBe(Number(at));
  expect(seen.identities.length).toBe(1);
});

test('behavior: a chain that went back is read again from its beginning', async () => {
  const restore = await keepState(kit);
  const seen = follow();
  await world.createBatch('b');
  await seen.follower.sync();
  const before = seen.kinds();
  await restore();
  await world.createBatch('c');
  await world.createBatch('d');
  await seen.follower.sync();
  expect(seen.kinds()).toEqual([...before, 'created']);
  expect(seen.identities.length).toBe(2);
});

test('error: a chain that does not answer loses nothing', async () => {
  const seen = follow();
  await seen.follower.sync();
  const known = seen.kinds().length;
  const dead = createFollower({
    client: createPublicClient({ transport: http('http://127.0.0.1:1', { retryCount: 0 }) }),
    addresses: {
      chainId: 1,
      vision: world.vision.address,
      registry: world.registry.address,
      usdc: world.usdc.address,
    },
    onReset: () => undefined,
    onEvents: () => undefined,
    onIdentity: () => undefined,
    onHead: () => undefined,
  });
  await expect(dead.sync()).rejects.toThrow();
  await world.createBatch('e');
  await seen.follower.sync();
  expect(seen.kinds().length).toBe(known + 1);
});
