import { afterEach, beforeEach, expect, test } from 'vitest';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { postJson } from '../support/post-json.ts';
import { type FakeOracle, startOracle } from '../vision/support/fake-oracle.ts';
import * as model from '../vision/support/market-model.ts';

let stack: AsyncDisposableStack;
let oracle: FakeOracle;
let gateway: TestGateway;
beforeEach(async () => {
  stack = new AsyncDisposableStack();
  oracle = stack.use(await startOracle());
  gateway = stack.use(await startGateway({ ORACLE_URLS: oracle.url }));
  const [player] = model.state.players;
  for (const [place, id] of [3, 5, 7].entries()) {
    const players = Array.from({ length: 100 }, (_, seat) => ({
      ...player,
      address: `0x${(1000 * id + seat).toString(16).padStart(40, '0')}`,
    }));
    const body = { ...model.state, id, players };
    // One after the other, so that parts come one by one.
    oracle.special.set(`/vision/batch/${id}/state`, { status: 200, body, delay: 300 * place });
  }
});
afterEach(() => stack.disposeAsync());

test.each([
  ['in one piece', '', 'application/json'],
  ['in one piece as an event', '', 'text/event-stream'],
  ['in parts', '@defer', 'multipart/mixed'],
  ['in parts that are events', '@defer', 'text/event-stream'],
])('error: an operation answered %s causes no more than 256 reads', async (_how, defer, accept) => {
  const query = `{ batches(first: 3) { edges { node { ... ${defer} {
    players(first: 100) { edges { node { position { deposit } } } }
  } } } } }`;
  const before = oracle.asked.length;
  const response = await postJson(`${gateway.url}/graphql`, { query }, { headers: { accept } });
  expect(await response.text()).toContain('the request needs more than 256 upstream reads');
  expect(oracle.asked.length - before).toBeLessThanOrEqual(256);
});
