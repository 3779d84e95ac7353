import fc from 'fast-check';
import { execute, type GraphQLSchema, parse, validate } from 'graphql';
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
  readonly extensions?: object;
};
type Result = {
  readonly data?: unknown;
  readonly errors?: readonly {
    readonly message: string;
    readonly path?: unknown;
    readonly extensions: { readonly code: string };
  }[];
};
/** @property data - As text, since the order of its fields counts. */
type Told = { readonly data: string | undefined; readonly errors: readonly unknown[] };

/** Errors come in the order in which fields fail, which nothing prescribes. */
function told({ data, errors = [] }: Result): Told {
  const all = errors.map(({ message, path, extensions: { code } }) => ({ message, path, code }));
  const sorted = all.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  return { data: JSON.stringify(data), errors: sorted };
}

/** The answer of graphql's own executor, which neither compiles nor keeps anything. */
async function interpreted({ query, operationName, variables }: Body): Promise<Told> {
  const mask = createErrorMask(bare.deps.log);
  const { data, errors } = await execute({
    schema,
    document: parse(query),
    operationName,
    variableValues: variables,
    contextValue: bare.context(),
  });
  const shown = errors?.map((error) => mask(error).toJSON() as never);
  return told({ data, ...(shown ? { errors: shown } : {}) });
}

async function read(response: Response): Promise<Result & { readonly status: number }> {
  const text = await response.text();
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  const json = isStream ? (/^data: ([^\n]+)/m.exec(text)?.[1] ?? 'null') : text;
  return { ...(JSON.parse(json) as Result), status: response.status };
}

const post = (body: object, accept = 'application/json') =>
  fetch(`${gateway.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept },
    body: JSON.stringify(body),
  });

function get(body: object) {
  const said = Object.entries(body).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return fetch(`${gateway.url}/graphql?${new URLSearchParams(said)}`);
}

let asked = 0;
/** The same document in a question that nobody has asked. */
function anew(body: Body): Body {
  asked += 1;
  return { ...body, extensions: { asked } };
}

/** In this order: interpreted twice, compiled, in parts, kept, from memory. */
const roads: Readonly<Record<string, (body: Body) => Promise<Response>>> = {
  'for the first time': (body) => post(anew(body)),
  'for the second time': (body) => post(anew(body)),
  compiled: (body) => post(anew(body)),
  'in parts': (body) => post(anew(body)),
  'to be kept': (body) => post(body),
  'from memory': (body) => post(body),
  'by GET': (body) => get(body),
  'in another order': ({ query, ...others }) => post({ ...others, query }),
  'as an event': (body) => post(body, 'text/event-stream'),
  'by its status': (body) => post(body, 'application/graphql-response+json'),
};

async function compare(body: Body): Promise<boolean> {
  let expected: Told | undefined;
  for (const [road, take] of Object.entries(roads)) {
    const answer = await read(await take(body));
    if (answer.errors?.[0]?.extensions.code === 'LIMIT_EXCEEDED') return false;
    expected ??= await interpreted(body);
    expect({ road, ...told(answer) }).toEqual({ road, ...expected });
    const isRefused = road === 'by its status' && answer.data === undefined;
    expect({ road, status: answer.status }).toEqual({ road, status: isRefused ? 400 : 200 });
  }
  return true;
}

const broken = quickFaults.filter(({ status }) => status === 500).slice(0, 1);
const faults = fc.constantFrom(
  null,
  null,
  ...['/latest-prices', '/aum-ranking', '/snapshot', '/itp-price', '/portfolio', '/market/stats'],
);

test('behavior: any document of the schema is answered as graphql itself does, on all roads', async () => {
  let answered = 0;
  await fc.assert(
    fc.asyncProperty(documentsOf(schema), faults, async ({ rounds, ...document }, path) => {
      if (validate(schema, parse(document.query)).length > 0) return;
      // What was kept is too old to be shown.
      now += 86_400_000;
      upstreams.setFault('dataNode', path === null ? null : (broken[0] ?? null), path ?? undefined);
      for (const variables of rounds) {
        if (!(await compare({ ...document, variables }))) return;
      }
      answered += 1;
    }),
    { numRuns: 40, endOnFailure: true },
  );
  upstreams.setFault('dataNode', null);
  expect(answered).toBeGreaterThan(15);
});
