import { setTimeout as sleep } from 'node:timers/promises';
import { keccak256 } from 'viem';
import { expect, test } from 'vitest';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { hashMismatch, playerUnknown, startOracle, startOracles } from './support/fake-oracle.ts';
import * as model from './support/market-model.ts';
import { setBatchState, statePath, stateReads, submission, submit } from './support/submission.ts';

async function isSeen(gateway: TestGateway): Promise<readonly boolean[]> {
  const response = await gateway.rest(statePath);
  const rest = (await response.json()) as { players: { has_bitmap: boolean }[] };
  const { data } = await gateway.query<{
    batch: { players: { edges: { node: { hasBitmap: boolean } }[] } };
  }>('{ batch(id: "7") { players { edges { node { hasBitmap } } } } }');
  const { edges } = data.batch.players;
  return [...rest.players.map((one) => one.has_bitmap), ...edges.map(({ node }) => node.hasBitmap)];
}

test('default: a submission is visible at once, through both APIs, though the response before was fresh', async () => {
  await using own = new AsyncDisposableStack();
  const { oracles, env } = await startOracles(own);
  const gateway = own.use(await startGateway(env));
  setBatchState(oracles, false);
  expect(await isSeen(gateway)).toEqual([false, false, false, false]);
  setBatchState(oracles, true);
  // Twice, so that the second comes from the encoded answers.
  expect(await isSeen(gateway)).toEqual([false, false, false, false]);

  expect((await submit(gateway)).status).toBe(200);
  expect(await isSeen(gateway)).toEqual([true, true, true, true]);
});

test('behavior: a player sees a submission at once, also when the clock was set back before', async () => {
  await using own = new AsyncDisposableStack();
  const { oracles, env } = await startOracles(own);
  let now = 1_800_000_000_000;
  const gateway = own.use(await startGateway(env, { clock: { now: () => now } }));
  setBatchState(oracles, false);
  // Twice, so that the answers are kept.
  await isSeen(gateway);
  expect(await isSeen(gateway)).toEqual([false, false, false, false]);
  setBatchState(oracles, true);
  now -= 300_000;
  expect((await submit(gateway)).status).toBe(200);
  now += 1;
  expect(await isSeen(gateway)).toEqual([true, true, true, true]);
});

test('behavior: while an oracle takes its time to accept, the state is read from one that has', async () => {
  await using own = new AsyncDisposableStack();
  const { oracles, env } = await startOracles(own);
  const gateway = own.use(await startGateway(env));
  const [late, ...others] = oracles;
  late.decide = () => ({ delay: 1500 });
  setBatchState([late], false);
  setBatchState(others, true);
  const readFromLate = () => stateReads([late]);

  expect(await isSeen(gateway)).toEqual([false, false, false, false]);
  expect((await submit(gateway)).status).toBe(200);
  expect(late.received).toHaveLength(1);
  const before = readFromLate();
  expect(await isSeen(gateway)).toEqual([true, true, true, true]);
  expect(readFromLate()).toBe(before);

  setBatchState([late], true);
  // When it has accepted, the first one is asked again.
  await expect
    .poll(async () => (await isSeen(gateway)) && readFromLate(), { timeout: 6000 })
    .toBe(before + 1);
});

test('behavior: a player sees a submission during others’: an oracle that lacks it stays behind', async () => {
  await using own = new AsyncDisposableStack();
  const { oracles, env } = await startOracles(own);
  const gateway = own.use(await startGateway(env));
  const [late, ...others] = oracles;
  setBatchState([late], false);
  setBatchState(others, true);
  late.decide = () => playerUnknown;
  expect((await submit(gateway)).status).toBe(200);
  expect(await isSeen(gateway)).toEqual([true, true, true, true]);

  // The next player's bitmap is with all oracles, and none of them has answered.
  for (const oracle of oracles) oracle.decide = () => ({ delay: 4000 });
  const next = submit(gateway, { ...submission, player: model.bob });
  await expect.poll(() => others.every(({ received }) => received.length === 2)).toBe(true);
  // What is kept of the state is used up first.
  await sleep(2100);
  await isSeen(gateway);
  await sleep(200);
  expect(await isSeen(gateway)).toEqual([true, true, true, true]);
  expect((await next).status).toBe(200);
}, 30_000);

test('behavior: a player sees the balance after a submission, though one oracle does not have it', async () => {
  await using own = new AsyncDisposableStack();
  const { oracles, env } = await startOracles(own);
  const gateway = own.use(await startGateway(env));
  const [late] = oracles;
  const path = `/vision/balance/7/${submission.player}`;
  late.decide = () => playerUnknown;
  late.special.set(path, { status: 404, body: { error: 'Player not found' } });
  expect((await gateway.rest(path)).status).toBe(404);
  expect((await submit(gateway)).status).toBe(200);
  expect((await gateway.rest(path)).status).toBe(200);
});

test('behavior: a player sees a submission, though other oracles lack more of what was before', async () => {
  await using own = new AsyncDisposableStack();
  const { oracles, env } = await startOracles(own);
  const gateway = own.use(await startGateway(env));
  const [first, second, third] = oracles;
  // Two bitmaps of others that the first oracle has not taken, and two that the second has not.
  for (const [player, lacking, having] of [
    [model.alice, first, second],
    [model.bob, first, second],
    [model.alice, second, first],
    [model.bob, second, first],
  ] as const) {
    const bitmap_hex = lacking === first ? '0xb0' : '0xa0';
    lacking.decide = () => hashMismatch;
    having.decide = () => ({});
    const old = { ...submission, player, bitmap_hex, expected_hash: keccak256(bitmap_hex) };
    expect((await submit(gateway, old)).status).toBe(200);
  }
  setBatchState([first, second], true);
  for (const oracle of [first, second]) oracle.decide = () => ({});
  third.decide = () => playerUnknown;
  setBatchState([third], false);
  const carol = `0x${'ca'.repeat(20)}`;
  expect((await submit(gateway, { ...submission, player: carol })).status).toBe(200);
  expect(await isSeen(gateway)).toEqual([true, true, true, true]);
});

test('behavior: an oracle that has not seen the new commitment yet gets the bitmap when it has', async () => {
  await using own = new AsyncDisposableStack();
  const { oracles, env } = await startOracles(own);
  const gateway = own.use(await startGateway(env));
  const [late, ...others] = oracles;
  late.decide = (_submission, attempt) => (attempt < 2 ? hashMismatch : {});
  setBatchState([late], false);
  setBatchState(others, true);

  expect((await submit(gateway)).status).toBe(200);
  expect(await isSeen(gateway)).toEqual([true, true, true, true]);
  await expect.poll(() => late.received.length).toBe(3);
}, 30_000);

test('behavior: a response in progress at the submission is not cached for later requests', async () => {
  await using own = new AsyncDisposableStack();
  const oracle = own.use(await startOracle());
  const gateway = own.use(await startGateway({ ORACLE_URLS: oracle.url }));
  // The oracle has read its state, and takes its time to tell.
  setBatchState([oracle], false, 400);
  const early = gateway.rest(statePath);
  await expect.poll(() => stateReads([oracle])).toBe(1);
  expect((await submit(gateway)).status).toBe(200);
  setBatchState([oracle], true);
  expect(await isSeen(gateway)).toEqual([true, true, true, true]);
  expect((await early).status).toBe(200);
  expect(await isSeen(gateway)).toEqual([true, true, true, true]);
});
