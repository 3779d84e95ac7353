import { type FormattedExecutionResult, subscribe } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toGraphQLQueryString } from '../support/graphql-query-string.ts';
import { postJson } from '../support/post-json.ts';
import {
  type BesideGraphql,
  type Body,
  compareRandomly,
  startBesideGraphql,
  toExecutedResult,
} from './support/compare-with-graphql.ts';

let world: BesideGraphql;
beforeAll(async () => {
  world = await startBesideGraphql();
});
afterAll(() => world[Symbol.asyncDispose]());

/** Streams that end with what they are about; the others tell the state first and then go on. */
const isEnding = ({ query }: Body) => /\b(simulation|sweep)\(/.test(query.split('\n')[0] ?? '');

/** The events of graphql's own `subscribe`: all, or the first. */
async function interpreted(body: Body): Promise<readonly string[]> {
  const source = await subscribe(world.argsOf(body));
  if (!(Symbol.asyncIterator in source)) return [JSON.stringify(world.masked(source))];
  const events: string[] = [];
  for await (const event of source) {
    events.push(JSON.stringify(world.masked(event)));
    if (!isEnding(body)) break;
  }
  return events;
}

type Data = FormattedExecutionResult & { readonly payload?: FormattedExecutionResult };

/** Reads events until there are enough, or the stream ends. */
async function read(response: Response, enough: (events: readonly string[]) => boolean) {
  const events: string[] = [];
  let text = '';
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    text += new TextDecoder().decode(chunk);
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      if (block.includes('event: complete')) return events;
      const data = /^data: (.+)$/m.exec(block)?.[1];
      if (data === undefined) continue;
      const { payload, ...whole } = JSON.parse(data) as Data;
      events.push(JSON.stringify(toExecutedResult(payload ?? whole)));
      if (enough(events)) return events;
    }
  }
  return events;
}

const enoughOf = (body: Body) => (events: readonly string[]) =>
  !isEnding(body) && events.length > 0;
const events = { accept: 'text/event-stream' };

const post = (body: Body, path = '/graphql', headers = events) =>
  postJson(world.gateway.url + path, body, { headers });
const get = (body: Body) =>
  fetch(`${world.gateway.url}/graphql?${toGraphQLQueryString(body)}`, { headers: events });

async function single(body: Body): Promise<readonly string[]> {
  const url = `${world.gateway.url}/graphql/stream`;
  const token = await (await fetch(url, { method: 'PUT' })).text();
  const headers = { 'x-graphql-event-stream-token': token };
  const stream = await fetch(url, { headers: { ...headers, ...events } });
  const operate = await postJson(url, { ...body, extensions: { operationId: 'one' } }, { headers });
  expect(operate.status).toBe(202);
  return read(stream, enoughOf(body));
}

const roads: Readonly<Record<string, (body: Body) => Promise<readonly string[]>>> = {
  'by POST': async (body) => read(await post(body), enoughOf(body)),
  'by GET': async (body) => read(await get(body), enoughOf(body)),
  'at the path of streams': async (body) =>
    read(await post(body, '/graphql/stream'), enoughOf(body)),
  'beside documents': async (body) =>
    read(await post(body, '/graphql', { accept: 'application/json, */*' }), enoughOf(body)),
  'on a single connection': single,
};

const passing = /\b(playerJoined|tickResolved)\(/;

/** Whether something was told in this order, and the last of it last; progress may be left out. */
function isToldOf(events: readonly string[], all: readonly string[]): boolean {
  let at = 0;
  for (const event of events) {
    at = all.indexOf(event, at) + 1;
    if (at === 0) return false;
  }
  return at === all.length;
}

async function compare(body: Body): Promise<boolean> {
  const expected = await interpreted(body);
  for (const [road, take] of Object.entries(roads)) {
    world.forget();
    const events = await take(body);
    if (events.some((one) => one.includes('LIMIT_EXCEEDED'))) return false;
    expect({ road, events }).toEqual({ road, events: expected });
  }
  world.forget();
  const together = Object.values(roads).map((take) => take(body));
  for (const events of await Promise.all(together)) {
    expect(events).toSatisfy((told: typeof events) => isToldOf(told, expected));
  }
  return true;
}

test('behavior: the events of any subscription are those of graphql itself, on all roads, alone and together', () =>
  compareRandomly(world, {
    operation: 'subscription',
    paths: ['/latest-prices', '/aum-ranking', '/portfolio', '/sim/results'],
    isFor: (query) => !passing.test(query),
    compare,
  }));
