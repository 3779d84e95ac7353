import { execute, type FormattedExecutionResult } from 'graphql';
import { expect, test } from 'vitest';
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

type Result = FormattedExecutionResult & { readonly status: number };

async function read(response: Response): Promise<Result> {
  const text = await response.text();
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  const json = isStream ? (/^data: ([^\n]+)/m.exec(text)?.[1] ?? 'null') : text;
  return { ...(JSON.parse(json) as FormattedExecutionResult), status: response.status };
}

let asked = 0;
/** The same document in a question that nobody has asked. */
function anew(body: Body): Body {
  asked += 1;
  return { ...body, extensions: { asked } };
}

/** With compiled execution, in this order: interpreted twice, compiled, in parts, kept, from memory. */
function roadsTo({ gateway }: BesideGraphql): Record<string, (body: Body) => Promise<Response>> {
  const post = (body: Body, accept = 'application/json') =>
    postJson(`${gateway.url}/graphql`, body, { headers: { accept } });
  const get = (body: Body) => fetch(`${gateway.url}/graphql?${toGraphQLQueryString(body)}`);
  return {
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
}

const compareOn =
  (world: BesideGraphql) =>
  async (body: Body): Promise<boolean> => {
    let expected: ExecutedResult | undefined;
    for (const [road, take] of Object.entries(roadsTo(world))) {
      const response = await read(await take(body));
      if (response.errors?.[0]?.extensions?.code === 'LIMIT_EXCEEDED') return false;
      expected ??= world.masked(await execute(world.argsOf(body)));
      expect({ road, ...toExecutedResult(response) }).toEqual({ road, ...expected });
      const isRefused = road === 'by its status' && response.data === undefined;
      expect({ road, status: response.status }).toEqual({ road, status: isRefused ? 400 : 200 });
    }
    return true;
  };

test.each(['on', 'off'])(
  'behavior: with compiled execution %s, any document is executed as graphql-js does',
  async (COMPILED_EXECUTION) => {
    await using world = await startBesideGraphql({ COMPILED_EXECUTION });
    await compareRandomly(world, {
      operation: 'query',
      paths: [
        '/latest-prices',
        '/aum-ranking',
        '/snapshot',
        '/itp-price',
        '/portfolio',
        '/market/stats',
      ],
      compare: compareOn(world),
    });
  },
);

test('behavior: fields of an input object that a variable leaves out have their defaults on each way', async () => {
  await using world = await startBesideGraphql({ COMPILED_EXECUTION: 'on' });
  const query = `query ($rule: ReplayRule!) {
    replayBitmap(batchId: 1, rule: $rule) { ticksPlayed }
  }`;
  expect(await compareOn(world)({ query, variables: { rule: { kind: 'ALWAYS_UP' } } })).toBe(true);
});
