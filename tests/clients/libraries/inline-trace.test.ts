import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { Report, Trace } from '@apollo/usage-reporting-protobuf';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testNow } from '../../../sandbox/data-node/testing/test-data-node.ts';
import { type GatewayOnNode, startGatewayOnNode } from '../../support/data-node-formats.ts';
import { startGateway, type TestGateway } from '../../support/gateway.ts';
import { postJson } from '../../support/post-json.ts';
import { listen } from './support/listen.ts';
import { federate } from './support/supergraph.ts';

let world: GatewayOnNode;
beforeAll(async () => {
  world = await startGatewayOnNode();
});
afterAll(() => world[Symbol.asyncDispose]());

const traceHeaders = { 'apollo-federation-include-trace': 'ftv1' };

type Result = {
  readonly data?: unknown;
  readonly errors?: readonly { readonly message: string; readonly path?: unknown }[];
  readonly extensions?: { readonly ftv1?: string };
};

async function read(response: Response) {
  const result = (await response.json()) as Result;
  const ftv1 = result.extensions?.ftv1;
  const trace = ftv1 === undefined ? null : Trace.decode(Buffer.from(ftv1, 'base64'));
  return { result, trace, status: response.status };
}

const send = async (
  body: object,
  {
    gateway = world.gateway,
    headers = traceHeaders,
  }: { gateway?: TestGateway; headers?: Record<string, string> } = {},
) => read(await postJson(`${gateway.url}/graphql`, body, { headers }));

/** The recorded fields, as paths. */
function pathsOf(node: Trace.INode, prefix: readonly (string | number)[] = []): string[] {
  return (node.child ?? []).flatMap((child) => {
    const path = [...prefix, child.responseName || (child.index ?? 0)];
    return [path.join('.'), ...pathsOf(child, path)];
  });
}

/** The node at a path; its members have defaults. */
function nodeAt(trace: Trace | null, ...path: readonly (string | number)[]): Trace.INode {
  let node = trace?.root ?? {};
  for (const key of path) {
    const next = node.child?.find((one) =>
      typeof key === 'number'
        ? one.responseName === '' && one.index === key
        : one.responseName === key,
    );
    if (!next) throw new Error(`no node ${path.join('.')}`);
    node = next;
  }
  return node;
}

const query =
  '{ funds: dtfs(first: 2) { totalCount edges { node { id name holdings { asset { symbol price } } } } } }';

describe('inline traces, decoded by the package of Apollo', () => {
  test('default: a router that wants one gets the tree of the fields, with their types and times', async () => {
    const { result, trace } = await send({ query });
    const untraced = await send({ query }, { headers: {} });
    expect(result.data).toEqual(untraced.result.data);
    expect(trace?.durationNs).toBeGreaterThan(0);
    expect(trace?.fieldExecutionWeight).toBe(1);
    expect(trace?.isIncomplete).toBe(false);
    const { startTime, endTime } = trace ?? {};
    const now = { seconds: Math.floor(testNow / 1000), nanos: (testNow % 1000) * 1e6 };
    expect([startTime, endTime]).toMatchObject([now, now]);
    const funds = nodeAt(trace, 'funds');
    expect(funds).toMatchObject({
      originalFieldName: 'dtfs',
      parentType: 'Query',
      type: 'DtfConnection',
    });
    const symbol = nodeAt(trace, 'funds', 'edges', 1, 'node', 'holdings', 0, 'asset', 'symbol');
    expect(symbol).toMatchObject({ parentType: 'Asset', type: 'String!', originalFieldName: '' });
    expect(Number(funds.startTime)).toBeLessThan(Number(funds.endTime));
    expect(Number(funds.endTime)).toBeLessThanOrEqual(Number(symbol.startTime));
    expect(Number(symbol.endTime)).toBeLessThanOrEqual(Number(trace?.durationNs));
    const data = result.data as { funds: { edges: { node: { holdings: unknown[] } }[] } };
    const holdings = data.funds.edges.reduce((sum, { node }) => sum + node.holdings.length, 0);
    // funds, totalCount, edges; for each edge its index, node, id, name, holdings; for each holding
    // its index, asset, symbol, price.
    expect(pathsOf(trace?.root ?? {})).toHaveLength(3 + 2 * 5 + 4 * holdings);
  });

  test('error: errors are at their fields, as the response shows them', async () => {
    await using gateway = await startGateway();
    const failing = '{ dtfs(first: 1) { totalCount } latest: asset(symbol: "BTC") { price } }';
    const { result, trace } = await send({ query: failing }, { gateway });
    expect(result.errors?.length).toBeGreaterThan(0);
    for (const { message, path } of result.errors ?? []) {
      const { error } = nodeAt(trace, ...(path as string[]));
      expect(error).toMatchObject([{ message, location: [{ line: 1 }] }]);
      const json = JSON.parse(error?.[0]?.json ?? '');
      expect(json).toMatchObject({ message, path, extensions: { code: 'UPSTREAM_UNAVAILABLE' } });
    }
  });

  test.each([
    ['a document that is invalid', '{ nothing }', 'GRAPHQL_VALIDATION_FAILED'],
    ['a document that is no GraphQL', '{', 'GRAPHQL_PARSE_FAILED'],
    [
      'an operation above a limit',
      '{ dtfs(first: 100) { edges { node { holdings { dtf { holdings { asset { symbol } } } } } } } }',
      'LIMIT_EXCEEDED',
    ],
  ])('error: the error of %s is at the root', async (_what, refused, code) => {
    const { result, trace, status } = await send({ query: refused });
    const untraced = await send({ query: refused }, { headers: {} });
    expect([result.errors, status]).toEqual([untraced.result.errors, untraced.status]);
    const [error] = trace?.root?.error ?? [];
    expect(error?.message).toBe(result.errors?.[0]?.message);
    expect(JSON.parse(error?.json ?? '').extensions).toEqual({ code });
  });

  test('behavior: a large response has one too, incomplete beyond 10,000 fields', async () => {
    const itpId = world.node.state.shareLedger.dtfs()[0]?.itpId;
    const names = Array.from({ length: 25 }, (_, index) => `${'n'.repeat(36)}${index}: id`);
    const wide = `query($r: [_Any!]!) { _entities(representations: $r) { ... on Dtf { ${names.join(' ')} } } }`;
    const represent = (length: number) =>
      Array.from({ length }, () => ({ __typename: 'Dtf', itpId }));
    const some = await send({ query: wide, variables: { r: represent(350) } });
    expect(pathsOf(some.trace?.root ?? {})).toHaveLength(1 + 350 + 350 * 25);
    expect(some.trace?.isIncomplete).toBe(false);
    const variables = { r: represent(1000) };
    const all = await send({ query: wide, variables });
    expect(JSON.stringify(all.result.data).length).toBeGreaterThan(3 * 1024 * 1024);
    expect(all.trace?.isIncomplete).toBe(true);
    expect(all.trace?.root?.child).toHaveLength(1);
    expect(all.result.data).toEqual(
      (await send({ query: wide, variables }, { headers: {} })).result.data,
    );
  });
});

type PlanNode = Trace.IQueryPlanNode;

/** The fetches of a query plan. */
const fetchesOf = ({
  fetch,
  flatten,
  sequence,
  parallel,
}: PlanNode): Trace.QueryPlanNode.IFetchNode[] => [
  ...(fetch ? [fetch] : []),
  ...[flatten?.node, ...(sequence?.nodes ?? []), ...(parallel?.nodes ?? [])].flatMap((node) =>
    node ? fetchesOf(node) : [],
  ),
];

test("behavior: the usage report of Apollo's gateway has the traces of dtf-graph", async () => {
  const reports: Report[] = [];
  await using collector = await listen(async (request, response) => {
    reports.push(Report.decode(gunzipSync(await buffer(request))));
    response.end('{}');
  });
  const itpIds = world.node.state.shareLedger.dtfs().map(({ itpId }) => itpId);
  await using federation = await federate({
    router: 'apollo',
    keys: 'natural',
    gatewayUrl: world.gateway.url,
    watched: { itpIds, wallets: [] },
    reportUrl: new URL(collector.url).origin,
  });
  const { data, errors } = await federation.query('{ watched(first: 2) { watchers name symbol } }');
  expect(errors).toBeUndefined();
  expect(data.watched).toHaveLength(2);
  await expect.poll(() => reports, { timeout: 10_000 }).toHaveLength(1);
  const [traces] = Object.values(reports[0]?.tracesPerQuery ?? {});
  const [reported] = traces?.trace ?? [];
  const fetches = fetchesOf((reported as Trace | undefined)?.queryPlan ?? {});
  const [own] = fetches.filter(({ serviceName }) => serviceName === 'graph');
  expect(own).toMatchObject({ traceParsingFailed: false });
  expect(pathsOf(own?.trace?.root ?? {})).toEqual([
    '_entities',
    ...[0, 1].flatMap((index) =>
      ['', '.name', '.symbol'].map((field) => `_entities.${index}${field}`),
    ),
  ]);
});
