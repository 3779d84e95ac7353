import { setTimeout as sleep } from 'node:timers/promises';
import { EventSource } from 'eventsource';
import { describe, expect, test } from 'vitest';
import type { TestGateway } from '../support/gateway.ts';
import {
  type FakeDataNode,
  progressEvent,
  resultEvent,
  variantEvent,
} from './support/fake-data-node.ts';
import { input, publicProgress, publicResult, simulation, sweep } from './support/operations.ts';
import { readEvents } from './support/read-events.ts';
import { withFakeDataNode } from './support/with-fake-data-node.ts';

let node: FakeDataNode;
let gateway: TestGateway;
withFakeDataNode((world) => {
  ({ node, gateway } = world);
});

const addressOf = (query: string, variables: object = {}, path = '/graphql/stream') =>
  `${gateway.url}${path}?${new URLSearchParams({ query, variables: JSON.stringify(variables) })}`;

/** Ids of the events in the text of a stream. */
const idsOf = (text: string) => [...text.matchAll(/^id: (.*)$/gm)].map(([, id]) => id ?? '');

describe('the protocol', () => {
  test('behavior: a document that comes back often keeps its literal arguments', async () => {
    for (let time = 0; time < 4; time += 1) {
      const client = await readEvents(addressOf(sweep));
      const run = await node.nextRun();
      expect(run.query.get('sweep')).toBe('top_n');
      run.send({ type: 'error', error: 'not enough coins: 0' });
      await client.ended;
    }
  });

  test('default: events have ids, the stream is never buffered', async () => {
    const client = await readEvents(addressOf(simulation, { input }));
    const run = await node.nextRun();
    run.send(progressEvent(25));
    await expect.poll(() => idsOf(client.text())).toHaveLength(1);
    run.send(progressEvent(50.5));
    await expect.poll(() => idsOf(client.text())).toHaveLength(2);
    run.send(resultEvent);
    await client.ended;
    expect(client.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'x-accel-buffering': 'no',
      'access-control-allow-origin': '*',
    });
    const ids = idsOf(client.text());
    expect(ids).toEqual([
      expect.stringMatching(/^[\w-]{12}\.25$/),
      expect.stringMatching(/^[\w-]{12}\.50\.5$/),
      ids[1],
      'complete',
    ]);
    expect(client.text()).toMatch(/^:\n\n/);
    expect(client.text()).toMatch(/\nevent: complete\ndata:\n\n$/);
  });

  test('behavior: Last-Event-ID leaves out the progress that was seen', async () => {
    const first = await readEvents(addressOf(simulation, { input }));
    const other = await readEvents(
      `${gateway.url}/api/sim/run-stream?category_id=all&top_n=5&weighting=equal&rebalance_days=30`,
    );
    const run = await node.nextRun();
    run.send(progressEvent(25));
    await expect.poll(() => idsOf(first.text())).toHaveLength(1);
    const [seen = ''] = idsOf(first.text());
    first.disconnect();
    const again = await readEvents(addressOf(simulation, { input }), { 'last-event-id': seen });
    await sleep(100);
    expect(idsOf(again.text())).toEqual([]);
    run.send(progressEvent(30), resultEvent);
    await again.ended;
    expect(again.events()).toEqual([
      ...(again.events().length === 2 ? [publicProgress(30)] : []),
      publicResult,
    ]);
    other.disconnect();
    expect(node.requests.filter((url) => url.startsWith('/sim/run'))).toHaveLength(1);
  });

  test('behavior: Last-Event-ID of a sweep leaves out the variants that were seen, also anew', async () => {
    const first = await readEvents(addressOf(sweep));
    let run = await node.nextRun();
    run.send(variantEvent(0, 4), variantEvent(2, 4));
    await expect.poll(() => idsOf(first.text())).toHaveLength(2);
    const seen = idsOf(first.text())[1] ?? '';
    first.disconnect();
    await run.closed;
    const again = await readEvents(addressOf(sweep), { 'last-event-id': seen });
    run = await node.nextRun();
    for (const index of [0, 1, 2, 3]) run.send(variantEvent(index, 4));
    run.send({ type: 'sweep_done', total_variants: 4, simulations: [] });
    await again.ended;
    const shown = again.events().map(({ data }) => (data as { sweep: object }).sweep);
    expect(shown).toEqual([
      expect.objectContaining({ index: 1 }),
      expect.objectContaining({ index: 3 }),
      expect.objectContaining({ totalVariants: 4 }),
    ]);
  });

  test('behavior: the position of another request is none', async () => {
    const first = await readEvents(addressOf(simulation, { input }));
    let run = await node.nextRun();
    run.send(progressEvent(90));
    await expect.poll(() => idsOf(first.text())).toHaveLength(1);
    const [seen = ''] = idsOf(first.text());
    const other = { input: { ...input, topN: 6 } };
    const client = await readEvents(addressOf(simulation, other), { 'last-event-id': seen });
    run = await node.nextRun();
    run.send(progressEvent(10));
    await expect.poll(() => client.events()).toEqual([publicProgress(10)]);
    first.disconnect();
    client.disconnect();
  });

  test('behavior: a real EventSource gets the events, and does not reconnect after the last one', async () => {
    const source = new EventSource(addressOf(simulation, { input }, '/graphql'));
    const seen: string[] = [];
    source.addEventListener('next', ({ data, lastEventId }) => {
      seen.push(`${Object.keys(JSON.parse(data))} ${lastEventId.slice(13)}`);
    });
    const completed = new Promise((resolve) => source.addEventListener('complete', resolve));
    const run = await node.nextRun();
    run.send(progressEvent(25));
    await expect.poll(() => seen).toHaveLength(1);
    run.send(resultEvent);
    await completed;
    expect(seen).toEqual(['data 25', 'data 25']);
    // It comes back on its own, with the last id, and gets 204: that closes it for good.
    await expect.poll(() => source.readyState).toBe(EventSource.CLOSED);
    expect(node.requests.filter((url) => url.startsWith('/sim/run'))).toHaveLength(1);
  });

  test('behavior: no client that keeps up misses progress that arrives at once', async () => {
    const rest = '/api/sim/run-stream?category_id=all&top_n=5&weighting=equal&rebalance_days=30';
    const clients = [
      await readEvents(addressOf(simulation, { input })),
      await readEvents(gateway.url + rest),
    ];
    const run = await node.nextRun();
    const events = Array.from({ length: 10 }, (_, index) => progressEvent(index + 1));
    run.write(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''));
    for (const client of clients) {
      await expect.poll(() => client.events()).toHaveLength(events.length);
    }
    run.send(resultEvent);
    await Promise.all(clients.map(({ ended }) => ended));
  });

  test('behavior: a stopping gateway ends the stream without complete, and says when to come back', async () => {
    const client = await readEvents(addressOf(simulation, { input }));
    const run = await node.nextRun();
    run.send(progressEvent(25));
    await expect.poll(() => client.events()).toHaveLength(1);
    await gateway[Symbol.asyncDispose]();
    expect(await client.ended).toEqual({ clean: true });
    expect(client.text()).toMatch(/\n\nretry: [1-5]\d{3}\n\n$/);
    expect(client.text()).not.toContain('event: complete');
    await run.closed;
  });
});
