import { execute, type FormattedExecutionResult } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toGraphQLQueryString } from '../support/graphql-query-string.ts';
import { postJson } from '../support/post-json.ts';
import {
  type BesideGraphql,
  type Body,
  compareRandomly,
  type ExecutedResult,
  startBesideGraphql,
  toExecutedResult,
} from './support/compare-with-graphql.ts';

let world: BesideGraphql;
beforeAll(async () => {
  world = await startBesideGraphql();
});
afterAll(() => world[Symbol.asyncDispose]());

type Result = FormattedExecutionResult & { readonly status: number };

async function read(response: Response): Promise<Result> {
  const text = await response.text();
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  const json = isStream ? (/^data: ([^\n]+)/m.exec(text)?.[1] ?? 'null') : text;
  return { ...(JSON.parse(json) as FormattedExecutionResult), status: response.status };
}

const post = (body: Body, accept = 'application/json') =>
  postJson(`${world.gateway.url}/graphql`, body, { headers: { accept } });
const get = (body: Body) => fetch(`${world.gateway.url}/graphql?${toGraphQLQueryString(body)}`);

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
  let expected: ExecutedResult | undefined;
  for (const [road, take] of Object.entries(roads)) {
    const response = await read(await take(body));
    if (response.errors?.[0]?.extensions?.code === 'LIMIT_EXCEEDED') return false;
    expected ??= world.masked(await execute(world.argsOf(body)));
    expect({ road, ...toExecutedResult(response) }).toEqual({ road, ...expected });
    const isRefused = road === 'by its status' && response.data === undefined;
    expect({ road, status: response.status }).toEqual({ road, status: isRefused ? 400 : 200 });
  }
  return true;
}

test('behavior: any document of the schema is answered as graphql itself does, on all roads', () =>
  compareRandomly(world, {
    operation: 'query',
    paths: [
      '/latest-prices',
      '/aum-ranking',
      '/snapshot',
      '/itp-price',
      '/portfolio',
      '/market/stats',
    ],
    compare,
  }));
