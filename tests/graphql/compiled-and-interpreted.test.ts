import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  startTestDataNode,
  type TestDataNode,
  testNow,
} from '../../sandbox/data-node/testing/test-data-node.ts';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { toGraphQLQueryString } from '../support/graphql-query-string.ts';
import { postJson } from '../support/post-json.ts';
import { sortErrors } from '../support/sort-errors.ts';

let stack: AsyncDisposableStack;
let node: TestDataNode;
/** One executes compiled plans, the other interprets with graphql-js; beside them a pair without upstreams. */
let roads: readonly TestGateway[];
let alone: readonly TestGateway[];

beforeAll(async () => {
  stack = new AsyncDisposableStack();
  node = stack.use(await startTestDataNode());
  const clock = { now: () => testNow };
  const pair = async (env: Record<string, string>) => [
    stack.use(await startGateway({ ...env, COMPILED_EXECUTION: 'on' }, { clock })),
    stack.use(await startGateway({ ...env, COMPILED_EXECUTION: 'off' }, { clock })),
  ];
  roads = await pair({ DATA_NODE_URL: node.url.spec });
  alone = await pair({});
  // A data node that has just started may take longer on a busy machine than a gateway waits.
  await using first = await startGateway({ DATA_NODE_URL: node.url.spec }, { clock });
  const query = `{ dtfs(first: 20) { edges { node { ${fields} } } } }`;
  while ((await ask(first, { body: { query } })).result.errors) await pause(500);
}, 60_000);
afterAll(() => stack.disposeAsync());

type Sent = {
  readonly body: unknown;
  readonly headers?: Record<string, string>;
  /** By GET in its place, with this behind the question mark. */
  readonly search?: string;
};

/**
 * What a client sees, but for the request's own id and the time of day, and the order in which
 * upstreams failed.
 */
async function ask(gateway: TestGateway, { body, headers = {}, search }: Sent) {
  const response =
    search === undefined
      ? await postJson(`${gateway.url}/graphql`, body, { headers })
      : await fetch(`${gateway.url}/graphql?${search}`, { headers });
  const seen = Object.fromEntries(response.headers);
  const { date: _date, 'x-request-id': _id, 'content-length': _length, ...rest } = seen;
  const text = await response.text();
  const result = /^(multipart|text)|^$/.test(seen['content-type'] ?? '') ? text : JSON.parse(text);
  return {
    status: response.status,
    headers: rest,
    result: result.errors ? { ...result, errors: sortErrors(result.errors) } : result,
    // The order of its fields counts too.
    data: JSON.stringify(result.data),
  };
}

/** Both answers to every round; documents are compiled at their third use, and parts kept at the fourth. */
async function compare(gateways: readonly TestGateway[], round: (count: number) => Sent) {
  for (let count = 0; count < 6; count += 1) {
    const [quick, whole] = await Promise.all(gateways.map((one) => ask(one, round(count))));
    expect(quick).toEqual(whole);
  }
}

const fields =
  'id name symbol nav { wei source } aumUsd holdings { weight asset { symbol price } } navSeries(range: D7) { timestamp nav }';
const unknown = '0x00000000000000000000000000000000000000000000000000000000000000ff';

const documents: Record<string, (count: number) => Record<string, unknown>> = {
  'a nested query': (count) => ({
    query: `query($tag: String!) { probe: asset(symbol: $tag) { symbol } dtfs(first: 20) { totalCount edges { cursor node { ${fields} } } } }`,
    variables: { tag: `none${count}` },
  }),
  'a page after another': (count) => ({
    query: `query($n: Int) { dtfs(first: $n) { edges { node { symbol } } pageInfo { endCursor } } }`,
    variables: { n: count + 1 },
  }),
  'parts of the answer left out': (count) => ({
    query: `query($a: Boolean!) { dtfs(first: 2) { edges { node { symbol ...F @include(if: $a) } } } } fragment F on Dtf { name holdings @skip(if: $a) { weight } navSeries { nav @include(if: $a) } }`,
    variables: { a: count % 2 === 0 },
  }),
  'one fragment under two conditions': (count) => ({
    query: `query($a: Boolean!) { one: dtfs(first: 1) { ...F @include(if: $a) } two: dtfs(first: 1) { ...F } } fragment F on DtfConnection { totalCount }`,
    variables: { a: count % 2 === 0 },
  }),
  'a field in two places': () => ({
    query: `{ dtfs(first: 2) { edges { node { holdings { weight } } } edges { node { holdings { name asset { symbol } } } } } }`,
  }),
  'objects by id': () => ({
    query: `query($ids: [ID!]!) { nodes(ids: $ids) { __typename id ... on Dtf { symbol holdings { asset { price } } } ... on Asset { price heldBy { dtf { name } } } } }`,
    variables: {
      ids: [`Dtf:${node.state.shareLedger.dtfs()[0]?.itpId}`, 'Asset:BTC', `Dtf:${unknown}`].map(
        (id) => Buffer.from(id).toString('base64url'),
      ),
    },
  }),
  'a named operation': () => ({ query: 'query Named { __typename }', operationName: 'Named' }),
  'an unknown name': () => ({ query: 'query Named { __typename }', operationName: 'Other' }),
  'two operations': () => ({
    query: 'query A { __typename } query B { dtfs { totalCount } }',
    operationName: 'B',
  }),
  'a missing thing': () => ({ query: `{ dtf(id: "${unknown}") { name } }` }),
  'a bad id': () => ({ query: '{ good: dtfs { totalCount } bad: dtf(id: "x") { name } }' }),
  'a bad list': () => ({ query: '{ nodes(ids: ["x"]) { id } }' }),
  'a page out of range': () => ({ query: '{ dtfs(first: 0) { totalCount } }' }),
  'a missing variable': () => ({ query: 'query($n: Int!) { dtfs(first: $n) { totalCount } }' }),
  'a wrong variable': () => ({
    query: 'query($n: Int!) { dtfs(first: $n) { totalCount } }',
    variables: { n: 'many' },
  }),
  'a variable that is too much': (count) => ({
    query:
      'query($n: Int = 100) { dtfs(first: $n) { edges { node { holdings { dtf { holdings { name } } } } } } }',
    variables: count % 2 === 0 ? {} : { n: 1 },
  }),
  'a default for what cannot be null': (count) => ({
    query:
      'query($n: Int! = 2, $h: Hex! = "0xb0") { dtfs(first: $n) { totalCount } bitmapHash(bitmap: $h) }',
    variables: [{}, {}, { n: 1 }, {}, { h: '0x00' }, { n: 3 }][count] ?? {},
  }),
  'a default in a condition': (count) => ({
    query:
      'query($a: Boolean! = true, $b: Boolean = false) { dtfs { totalCount @include(if: $a) __typename @skip(if: $b) } }',
    variables: [{}, {}, { a: false }, { b: true }, {}, { b: null }][count] ?? {},
  }),
  'a mutation with defaults': (count) => ({
    query:
      'mutation($p: String! = "0x1", $b: ID! = "1") { submitBitmap(input: { player: $p, batchId: $b, bitmap: "0x00", expectedHash: "0x" }) { userErrors { message } } }',
    variables: count === 5 ? { p: '0x2' } : {},
  }),
  'an input without its own': (count) => ({
    query:
      'mutation($a: String!, $n: String, $g: Boolean) { requestFaucet(input: { address: $a, amount: $n, gas: $g }) { userErrors { message } } }',
    variables:
      [{ a: '0x1' }, { a: '0x1', n: '1' }, { a: '0x1', n: null, g: true }][count % 3] ?? {},
  }),
  'an entity by a variable': () => ({
    query:
      'query($s: String!) { _entities(representations: [{ __typename: "Asset", symbol: $s }]) { ... on Asset { symbol } __typename } }',
    variables: { s: 'BTC' },
  }),
  'a condition before a field': (count) => ({
    query:
      'query($a: Boolean!) { dtfs(first: 1) { ...F @skip(if: $a) __typename ... @include(if: $a) { edges { node { ... on Node { name } symbol } cursor } } } } fragment F on DtfConnection { totalCount }',
    variables: { a: count % 2 === 0 },
  }),
  'a field under a condition and again': (count) => ({
    query:
      'query($a: Boolean!) { dtfs(first: 1) { totalCount @include(if: $a) pageInfo { endCursor } totalCount } }',
    variables: { a: count % 2 === 0 },
  }),
  'a type before a field': () => ({
    query: `query($ids: [ID!]!) { nodes(ids: $ids) { ... on Asset { symbol price } id __typename ... on Dtf { name symbol } } }`,
    variables: {
      ids: ['Asset:BTC', `Dtf:${unknown}`].map((id) => Buffer.from(id).toString('base64url')),
    },
  }),
  'a name that objects have': () => ({
    query: '{ dtfs(first: 1) { __proto__: totalCount edges { __proto__: cursor } } }',
  }),
  'a name like a path': () => ({
    query: `{ dtfs(first: 2) { edges { node { holdings { asset { price } } } } } holdings_node_idx0_edges_dtfs: asset(symbol: "BTC") { symbol } }`,
  }),
  'the same far too often, in one place': () => ({
    query: `{ dtfs(first: 100) { totalCount } ${'dtfs(first: 100) { edges { node { holdings { name } } } } '.repeat(5)} }`,
  }),
  'an unknown field': () => ({ query: '{ nothing }' }),
  'no query': () => ({ query: '{' }),
  extensions: () => ({ query: '{ __typename }', extensions: { any: 1 } }),
  'extensions as a list': () => ({ query: '{ __typename }', extensions: [] }),
  'extensions that are no object': () => ({ query: '{ __typename }', extensions: 'any' }),
  'an unknown member': () => ({ query: '{ __typename }', more: 1 }),
  'variables as a list': () => ({ query: '{ __typename }', variables: [] }),
  'a list in place of an input object': () => ({
    query: 'query($f: AssetFilter) { assets(first: 1, filter: $f) { edges { node { symbol } } } }',
    variables: { f: [] },
  }),
  'a query that is no text': () => ({ query: 1 }),
  'the schema': () => ({ query: '{ __schema { queryType { name } types { name kind } } }' }),
  'the schema beside a list': (count) => ({
    query:
      'query($tag: String!) { __type(name: "Dtf") { fields { name } } asset(symbol: $tag) { symbol } dtfs { totalCount } }',
    variables: { tag: `none${count}` },
  }),
  'a part for later': () => ({
    query: '{ dtfs { totalCount } ... @defer { lendingMarkets { lltv } } }',
  }),
  'a mutation': (count) => ({
    query:
      'mutation($i: SubmitBitmapInput!) { submitBitmap(input: $i) { userErrors { message } } }',
    variables: {
      i: { player: `0x${'1'.repeat(40)}`, batchId: '1', bitmap: '0x00', hash: `0x${count}` },
    },
  }),
  'a subscription': () => ({ query: `subscription { nav(itpId: "${unknown}") { wei } }` }),
};

describe('compiled and interpreted execution', () => {
  test.each(Object.entries(documents))('behavior: the same for %s', async (_what, document) => {
    await compare(roads, (count) => ({ body: document(count) }));
  });

  test.each(Object.entries(documents))(
    'behavior: the same for %s when no upstream answers',
    async (_what, document) => {
      await compare(alone, (count) => ({ body: document(count) }));
    },
  );

  test.each(Object.entries(documents))('behavior: the same for %s by GET', async (_, document) => {
    await compare(roads, (count) => ({
      body: null,
      search: toGraphQLQueryString(document(count)),
    }));
  });

  test.each([
    'query=%7B__typename%7D&variables=null',
    'query=%7B__typename%7D&variables=&operationName=&extensions=',
    'query=%7B__typename%7D&variables=%7B',
    'query=%7B__typename%7D&variables=3',
    'query=%7B__typename%7D&variables=%5B%5D',
    'query=%7B__typename%7D&extensions=%7B%7D',
    'query=%7B__typename%7D&extensions=%7B',
    'query=%7B__typename%7D&more=1',
    'query=%7B__typename%7D&query=%7Bnothing%7D',
    'more&query=%7B%20dtfs+%7BtotalCount%7D%7D',
    'query={__typename}',
    'query=%7B__typename%7D%ZZ',
    'query=%7B__typename%7D%20%23%20%C3%A4',
    'query=%7B__typename%7D%23%FF',
    'query=%7B__typename%7D?&',
    'query=query($a:String){__typename}&variables={"a":"%22+%26"}',
    'query=',
    'variables=%7B%7D',
  ])('behavior: the same for the question ?%s', async (search) => {
    await compare(roads, () => ({ body: null, search }));
  });

  test.each([
    '*/*',
    'application/json',
    'application/graphql-response+json',
    'application/graphql-response+json, application/json;q=0.9',
    'application/json; charset=utf-8, */*;q=0.1',
    'application/json; charset=latin1',
    'application/json; charset=latin1, application/graphql-response+json',
    'multipart/mixed, application/json',
    'text/html, application/*',
    '*/json',
    'text/plain',
    ', application/json',
    'APPLICATION/JSON',
    'application/graphql-response+json, application/graphql+json, application/json, text/event-stream, multipart/mixed',
    'application/json, text/event-stream',
    'text/event-stream, application/json',
  ])('behavior: the same for a client that takes %s', async (accept) => {
    await compare(roads, (count) => ({
      body: {
        query: '{ dtfs(first: 1) { totalCount } bad: dtf(id: "x") { name } }',
        variables: { count },
      },
      headers: { accept },
    }));
  });

  test('behavior: a result without data goes the engine’s way, whatever was known', async () => {
    const query = 'query($symbol: String!) { asset(symbol: $symbol) { symbol } }';
    for (const variables of [{ symbol: 'BTC' }, { symbol: 1 }, {}, { symbol: null }]) {
      await compare(roads, () => ({ body: { query, variables } }));
    }
  });
});
