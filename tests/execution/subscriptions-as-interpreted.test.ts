import fc from 'fast-check';
import { type ExecutionResult, type GraphQLSchema, parse, subscribe, validate } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseConfig } from '../../src/core/config.ts';
import { slices } from '../../src/domains/index.ts';
import { createErrorMask } from '../../src/graphql/errors.ts';
import { createSchema } from '../../src/graphql/schema.ts';
import { quickFaults } from '../support/cases/faults.ts';
import { type FaultyUpstreams, startFaultyUpstreams } from '../support/faulty-world.ts';
import { loneEnv, startGateway, type TestGateway } from '../support/gateway.ts';
import { type BareGateway, createBareGateway } from './support/bare-gateway.ts';
import { documentsOf } from './support/schema-documents.ts';

let stack: AsyncDisposableStack;
let upstreams: FaultyUpstreams;
let gateway: TestGateway;
/** Beside the gateway, with the same time, but values of its own. */
let bare: BareGateway;
let now = Date.parse('2026-03-11T10:17:42.500Z');
const schema: GraphQLSchema = createSchema(slices);

beforeAll(async () => {
  stack = new AsyncDisposableStack();
  upstreams = stack.use(await startFaultyUpstreams());
  const clock = { now: () => now };
  gateway = stack.use(await startGateway(upstreams.env, { clock }));
  bare = stack.use(createBareGateway(parseConfig({ ...loneEnv, ...upstreams.env }), clock));
});
afterAll(() => stack.disposeAsync());

type Body = {
  readonly query: string;
  readonly operationName?: string;
  readonly variables: Readonly<Record<string, unknown>>;
};

/** As text, since the order of fields counts; errors come in the order in which fields fail. */
function told({ data, errors = [] }: ExecutionResult): string {
  const all = errors.map(({ message, path, extensions: { code } }) =>
    JSON.stringify({ message, path, code }),
  );
  return JSON.stringify({ data, errors: all.sort() });
}

/** Streams that end with what they are about; the others tell the state first and then go on. */
const isEnding = ({ query }: Body) => /\b(simulation|sweep)\(/.test(query.split('\n')[0] ?? '');

/** The events of graphql's own `subscribe`: all, or the first. */
async function interpreted(body: Body): Promise<readonly string[]> {
  const mask = createErrorMask(bare.deps.log);
  const show = ({ data, errors }: ExecutionResult) => {
    const shown = errors?.map((error) => mask(error).toJSON() as never);
    return told({ ...(data === undefined ? {} : { data }), ...(shown ? { errors: shown } : {}) });
  };
  const { query, operationName, variables } = body;
  const source = await subscribe({
    schema,
    document: parse(query),
    operationName,
    variableValues: variables,
    contextValue: bare.context(),
  });
  if (!(Symbol.asyncIterator in source)) return [show(source)];
  const events: string[] = [];
  for await (const event of source) {
    events.push(show(event));
    if (!isEnding(body)) break;
  }
  return events;
}

type Data = ExecutionResult & { readonly id?: string; readonly payload?: ExecutionResult };

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
      events.push(told(payload ?? whole));
      if (enough(events)) return events;
    }
  }
  return events;
}

const enoughOf = (body: Body) => (events: readonly string[]) =>
  !isEnding(body) && events.length > 0;
const json = { 'content-type': 'application/json' };
const events = { accept: 'text/event-stream' };

function post(body: Body, path = '/graphql', accept: object = events) {
  return fetch(`${gateway.url}${path}`, {
    method: 'POST',
    headers: { ...json, ...accept },
    body: JSON.stringify(body),
  });
}

function get(body: Body, path = '/graphql') {
  const said = Object.entries(body).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return fetch(`${gateway.url}${path}?${new URLSearchParams(said)}`, { headers: events });
}

async function single(body: Body): Promise<readonly string[]> {
  const url = `${gateway.url}/graphql/stream`;
  const token = await (await fetch(url, { method: 'PUT' })).text();
  const headers = { ...json, 'x-graphql-event-stream-token': token };
  const stream = await fetch(url, { headers: { ...headers, ...events } });
  const extensions = { operationId: 'one' };
  const operate = await fetch(url, {
    method: 'POST',
    headers,
    body: JSON.stringify({ ...body, extensions }),
  });
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

const passing = /^subscription[^{]*\{[^{]*\b(playerJoined|tickResolved)\(/;

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
  const forget = () => {
    now += 86_400_000;
  };
  const expected = await interpreted(body);
  for (const [road, take] of Object.entries(roads)) {
    forget();
    const events = await take(body);
    if (events.some((one) => one.includes('LIMIT_EXCEEDED'))) return false;
    expect({ road, events }).toEqual({ road, events: expected });
  }
  forget();
  const together = Object.values(roads).map((take) => take(body));
  for (const events of await Promise.all(together)) {
    expect(events).toSatisfy((told: typeof events) => isToldOf(told, expected));
  }
  return true;
}

const broken = quickFaults.filter(({ status }) => status === 500).slice(0, 1);
const faults = fc.constantFrom(
  null,
  null,
  ...['/latest-prices', '/aum-ranking', '/portfolio', '/sim/results'],
);

test('behavior: the events of any subscription are those of graphql itself, on all roads, alone and together', async () => {
  let answered = 0;
  await fc.assert(
    fc.asyncProperty(
      documentsOf(schema, 'subscription'),
      faults,
      async ({ rounds, ...document }, path) => {
        const isOfNow = !passing.test(document.query);
        if (!isOfNow || validate(schema, parse(document.query)).length > 0) return;
        upstreams.setFault(
          'dataNode',
          path === null ? null : (broken[0] ?? null),
          path ?? undefined,
        );
        for (const variables of rounds) {
          if (!(await compare({ ...document, variables }))) return;
        }
        answered += 1;
      },
    ),
    { numRuns: 40, endOnFailure: true },
  );
  upstreams.setFault('dataNode', null);
  expect(answered).toBeGreaterThan(15);
});
