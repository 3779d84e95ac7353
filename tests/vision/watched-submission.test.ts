import { setTimeout as sleep } from 'node:timers/promises';
import { keccak256 } from 'viem';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type EventReader, readEvents } from '../sim/support/read-events.ts';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { type FakeOracle, playerUnknown, startOracles } from './support/fake-oracle.ts';
import * as model from './support/market-model.ts';

const statePath = '/vision/batch/7/state';
const watch = 'subscription { batch(id: "7") { players { edges { node { hasBitmap } } } } }';
const otherWatch = watch.replace('hasBitmap', 'hasBitmap balance');

let stack: AsyncDisposableStack;
let oracles: readonly [FakeOracle, FakeOracle, FakeOracle];
let gateway: TestGateway;
beforeEach(async () => {
  stack = new AsyncDisposableStack();
  const started = await startOracles(stack);
  oracles = started.oracles;
  gateway = stack.use(await startGateway(started.env));
  tell(false);
});
afterEach(() => stack.disposeAsync());

/** Everybody, or nobody, has a bitmap from now on. */
function tell(has_bitmap: boolean, told: readonly FakeOracle[] = oracles, delay = 0): void {
  const players = model.state.players.map((one) => ({ ...one, has_bitmap }));
  for (const { special } of told) {
    special.set(statePath, { status: 200, body: { ...model.state, players }, delay });
  }
}

async function subscribe(query = watch): Promise<EventReader> {
  const reader = await readEvents(`${gateway.url}/graphql?query=${encodeURIComponent(query)}`);
  stack.defer(() => reader.leave());
  return reader;
}

/** Whether the bitmap is there, event by event. */
const seenBy = (reader: EventReader) =>
  reader.events().map((event) => JSON.stringify(event).includes('"hasBitmap":true'));

const reads = () =>
  oracles.flatMap(({ asked }) => asked.filter((line) => line.includes(statePath))).length;

const submit = () =>
  gateway.rest('/vision/bitmap', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      player: model.alice,
      batch_id: 7,
      bitmap_hex: '0xb0',
      expected_hash: keccak256('0xb0'),
    }),
  });

test('default: who subscribes after a submission is told nothing from before, whoever else watches', async () => {
  const watching = await subscribe();
  await expect.poll(() => seenBy(watching)).toEqual([false]);
  tell(true);
  expect((await submit()).status).toBe(200);
  const [same, other] = [await subscribe(), await subscribe(otherWatch)];
  for (const reader of [same, other]) await expect.poll(() => seenBy(reader)).toEqual([true]);
});

test('behavior: who watches sees a submission at once, for one read', async () => {
  const watching = await subscribe();
  await expect.poll(() => seenBy(watching)).toEqual([false]);
  await sleep(200);
  const before = reads();
  tell(true);
  expect((await submit()).status).toBe(200);
  await expect.poll(() => seenBy(watching), { timeout: 900 }).toEqual([false, true]);
  expect(reads()).toBe(before + 1);
});

test('behavior: while an oracle lacks the bitmap, who subscribes is told what the others have', async () => {
  const watching = await subscribe();
  await expect.poll(() => seenBy(watching)).toEqual([false]);
  const [late, ...others] = oracles;
  late.decide = () => playerUnknown;
  tell(true, others);
  expect((await submit()).status).toBe(200);
  const newcomer = await subscribe();
  await expect.poll(() => seenBy(newcomer)).toEqual([true]);
});

test('behavior: a look under way at the submission is nothing for who subscribes after it', async () => {
  tell(false, oracles, 600);
  const early = subscribe();
  await expect.poll(reads).toBe(1);
  tell(true);
  expect((await submit()).status).toBe(200);
  const newcomer = await subscribe();
  await expect.poll(() => seenBy(newcomer)).toEqual([true]);
  const watching = await early;
  await expect.poll(() => seenBy(watching).at(-1)).toBe(true);
});

test('behavior: what an event looked up beside the batch is told to nobody who comes past its time', async () => {
  const [oracle] = oracles;
  const watchDeposit = `subscription { batch(id: "7") { player(address: "${model.alice}") { position { deposit } } } }`;
  const otherWords = watchDeposit.replace('deposit', 'deposit batchId: __typename');
  const depositsTo = (reader: EventReader) =>
    [...reader.text().matchAll(/"deposit":"(\d+)"/g)].map(([, deposit]) => deposit);
  const deposit = (wei: string) =>
    oracle.special.set(`/vision/balance/7/${model.alice}`, {
      status: 200,
      body: { ...model.balance, deposit: wei },
    });
  deposit('1');
  const watching = await subscribe(watchDeposit);
  await expect.poll(() => depositsTo(watching)).toEqual(['1']);
  const soon = await subscribe(watchDeposit);
  await expect.poll(() => depositsTo(soon)).toEqual(['1']);
  deposit('2');
  await sleep(2100);
  for (const words of [watchDeposit, otherWords, watchDeposit]) {
    const late = await subscribe(words);
    await expect.poll(() => depositsTo(late)).toEqual(['2']);
  }
  expect(depositsTo(watching)).toEqual(['1']);
});

test('behavior: a submission that changes nothing is no event, and who subscribes then waits for none', async () => {
  const watching = await subscribe();
  await expect.poll(() => seenBy(watching)).toEqual([false]);
  expect((await submit()).status).toBe(200);
  const [same, other] = [await subscribe(), await subscribe(otherWatch)];
  for (const reader of [same, other]) {
    await expect.poll(() => seenBy(reader), { timeout: 900 }).toEqual([false]);
  }
  expect(seenBy(watching)).toEqual([false]);
});
