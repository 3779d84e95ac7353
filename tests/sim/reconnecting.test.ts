import { setTimeout as sleep } from 'node:timers/promises';
import { EventSource } from 'eventsource';
import { expect, test } from 'vitest';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { type FakeDataNode, progressEvent, resultEvent } from './support/fake-data-node.ts';
import { readEvents } from './support/read-events.ts';
import { withFakeDataNode } from './support/with-fake-data-node.ts';

const base = 'category_id=all&top_n=5&weighting=equal&rebalance_days=30';
const run = `/sim/run-stream?${base}`;
const sweep = `/sim/sweep-stream?sweep=top_n&${base}`;

let node: FakeDataNode;
let gateway: TestGateway;
withFakeDataNode((world) => {
  ({ node, gateway } = world);
});

const open = (path: string, lastEventId?: string, url = gateway.url) =>
  readEvents(
    `${url}/api${path}`,
    lastEventId === undefined ? {} : { 'last-event-id': lastEventId },
  );
const idIn = (text: string) => /^id: (\S+)$/m.exec(text)?.[1];
const computations = () => node.requests.filter((url) => /^\/sim\/(run|sweep)/.test(url)).length;

/** The id of the last event of a stream that ends with it. */
async function idOfEnd(path: string, end: object): Promise<string> {
  const client = await open(path);
  const computation = await node.nextRun();
  computation.send(progressEvent(10), end);
  await client.ended;
  const id = idIn(client.text());
  expect(id).toBeDefined();
  expect(client.text().match(/^id: /gm)).toHaveLength(1);
  return id ?? '';
}

const error = { type: 'error', error: 'not enough coins: 0 available, 5 required' };
const sweepEnd = { type: 'sweep_done', total_variants: 7, simulations: [] };

test.each([
  ['a result', run, resultEvent],
  ['a result with force', `${run}&force=true`, resultEvent],
  ['an error', `${run}&force=true`, error],
  ['the end of a sweep', sweep, sweepEnd],
  ['the end of a sweep with force', `${sweep}&force=true`, sweepEnd],
  ['the error of a sweep', `${sweep}&force=true`, error],
])(
  'behavior: who reconnects after %s gets 204 without a call to the data node, here and elsewhere',
  async (_name, path, end) => {
    const id = await idOfEnd(path, end);
    const asked = node.requests.length;
    await using replica = await startGateway({ DATA_NODE_URL: node.url });
    for (const { url } of [gateway, replica]) {
      const again = await open(path, id, url);
      expect(await again.ended).toEqual({ clean: true });
      expect(again.status).toBe(204);
      expect(again.text()).toBe('');
      expect(again.headers).toMatchObject({
        'access-control-allow-origin': '*',
        'cache-control': 'no-store',
        'x-request-id': expect.any(String),
      });
      expect(again.headers['content-type']).toBeUndefined();
    }
    expect(node.requests).toHaveLength(asked);
  },
);

test.each([run, `${run}&force=true`])(
  'behavior: an EventSource left open at %s hears one result and ends',
  async (path) => {
    const source = new EventSource(`${gateway.url}/api${path}`);
    const types: string[] = [];
    source.onmessage = ({ data }) => void types.push((JSON.parse(data) as { type: string }).type);
    (await node.nextRun()).send(resultEvent);
    await expect.poll(() => source.readyState, { timeout: 15_000 }).toBe(EventSource.CLOSED);
    expect(types).toEqual(['result']);
    expect(computations()).toBe(1);
  },
);

test('behavior: the last id of other parameters, and what is no id of ours, begin a stream', async () => {
  const id = await idOfEnd(run, resultEvent);
  for (const [path, given] of [
    [run.replace('top_n=5', 'top_n=6'), id],
    [sweep, id],
    [`${run}&force=true`, 'anything'],
    [`${run}&force=true`, id.replace('.end', '.57')],
  ] as const) {
    const client = await open(path, given);
    expect(client.status, path).toBe(200);
    client.disconnect();
    await (await node.nextRun()).closed;
  }
});

test('behavior: the goodbye of a stopping gateway has no id, so its readers come back', async () => {
  const client = await open(run);
  (await node.nextRun()).send(progressEvent(10));
  await expect.poll(() => client.events()).toHaveLength(1);
  await gateway[Symbol.asyncDispose]();
  await client.ended;
  await sleep(0);
  expect(client.events().at(-1)).toMatchObject({ type: 'error' });
  expect(idIn(client.text())).toBeUndefined();
});

test('error: a malformed parameter is a 400 with any Last-Event-ID', async () => {
  const client = await open(run.replace('top_n=5', 'top_n=0'), 'x.end');
  await client.ended;
  expect(client.status).toBe(400);
});
