import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type EventReader, readEvents } from '../sim/support/read-events.ts';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { type FakeOracle, playerUnknown, startOracles } from './support/fake-oracle.ts';
import * as model from './support/market-model.ts';
import { setBatchState, stateReads, submit } from './support/submission.ts';

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
  setBatchState(oracles, false);
});
afterEach(() => stack.disposeAsync());

async function subscribe(query = watch): Promise<EventReader> {
  const reader = await readEvents(`${gateway.url}/graphql?query=${encodeURIComponent(query)}`);
  stack.defer(() => reader.disconnect());
  return reader;
}

/** Whether the bitmap is there, event by event. */
const seenBy = (reader: EventReader) =>
  reader.events().map((event) => JSON.stringify(event).includes('"hasBitmap":true'));

test('default: a subscriber after a submission gets nothing from before, whichever others there are', async () => {
  const watching = await subscribe();
  await expect.poll(() => seenBy(watching)).toEqual([false]);
  setBatchState(oracles, true);
  expect((await submit(gateway)).status).toBe(200);
  const [same, other] = [await subscribe(), await subscribe(otherWatch)];
  for (const reader of [same, other]) await expect.poll(() => seenBy(reader)).toEqual([true]);
});

test('behavior: subscribers see a submission at once, for one read', async () => {
  const watching = await subscribe();
  await expect.poll(() => seenBy(watching)).toEqual([false]);
  await sleep(200);
  const before = stateReads(oracles);
  setBatchState(oracles, true);
  expect((await submit(gateway)).status).toBe(200);
  await expect.poll(() => seenBy(watching), { timeout: 900 }).toEqual([false, true]);
  expect(stateReads(oracles)).toBe(before + 1);
});

test('behavior: while an oracle lacks the bitmap, a subscriber gets the state of the others', async () => {
  const watching = await subscribe();
  await expect.poll(() => seenBy(watching)).toEqual([false]);
  const [late, ...others] = oracles;
  late.decide = () => playerUnknown;
  setBatchState(others, true);
  expect((await submit(gateway)).status).toBe(200);
  const newcomer = await subscribe();
  await expect.poll(() => seenBy(newcomer)).toEqual([true]);
});

test('behavior: a poll in progress at the submission is not sent to later subscribers', async () => {
  setBatchState(oracles, false, 600);
  const early = subscribe();
  await expect.poll(() => stateReads(oracles)).toBe(1);
  setBatchState(oracles, true);
  expect((await submit(gateway)).status).toBe(200);
  const newcomer = await subscribe();
  await expect.poll(() => seenBy(newcomer)).toEqual([true]);
  const watching = await early;
  await expect.poll(() => seenBy(watching).at(-1)).toBe(true);
});

test('behavior: what an event looked up beside the batch is not sent to later subscribers after its time', async () => {
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

test('behavior: a submission that changes nothing is no event, and later subscribers wait for none', async () => {
  const watching = await subscribe();
  await expect.poll(() => seenBy(watching)).toEqual([false]);
  expect((await submit(gateway)).status).toBe(200);
  const [same, other] = [await subscribe(), await subscribe(otherWatch)];
  for (const reader of [same, other]) {
    await expect.poll(() => seenBy(reader), { timeout: 900 }).toEqual([false]);
  }
  expect(seenBy(watching)).toEqual([false]);
});
