import { hash } from 'node:crypto';
import {
  ApolloClient,
  ApolloLink,
  gql,
  HttpLink,
  InMemoryCache,
  type NormalizedCacheObject,
  Observable,
} from '@apollo/client';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';
import { __DEV__ } from '@apollo/client/utilities/environment';
import { print } from 'graphql';
import {
  createClient as createSseClient,
  type RequestParams,
  type Client as SseClient,
} from 'graphql-sse';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { typePolicies } from '../../../generated/clients/apollo.ts';
import { type GatewayOnNode, startGatewayOnNode } from '../../support/data-node-formats.ts';

let world: GatewayOnNode;
beforeAll(async () => {
  world = await startGatewayOnNode();
});
afterAll(() => world[Symbol.asyncDispose]());

/** Everything that the client has to say. */
const warnings: unknown[][] = [];
beforeEach(() => {
  warnings.length = 0;
  for (const level of ['log', 'warn', 'error', 'debug'] as const) {
    vi.spyOn(console, level).mockImplementation((...told) => void warnings.push(told));
  }
});
afterEach(() => {
  vi.restoreAllMocks();
  expect(warnings).toEqual([]);
});

const createClient = () =>
  new ApolloClient({
    cache: new InMemoryCache({ typePolicies }),
    link: new HttpLink({ uri: `${world.gateway.url}/graphql` }),
  });

/** A DTF in the client's cache. */
const cachedDtf = ({ cache }: ApolloClient, id: string | undefined) =>
  (cache.extract() as NormalizedCacheObject)[`Dtf:{"id":"${id}"}`];

test('default: pages are joined, value objects merged, entities normalised; no warnings', async () => {
  expect(__DEV__).toBe(true);
  const client = createClient();
  const query = gql`
    query Funds($after: String) {
      dtfs(first: 5, after: $after, orderBy: { field: NAME }) {
        totalCount
        edges { node { id itpId name nav { usd } snapshot { aumUsd } holdings { weight asset { id symbol } } } }
        pageInfo { endCursor hasNextPage }
      }
    }
  `;
  type Page = {
    dtfs: {
      edges: { node: { id: string; itpId: string } }[];
      pageInfo: { endCursor: string };
    };
  };
  const watched = client.watchQuery<Page>({ query });
  const subscription = watched.subscribe(() => {});
  const { data } = await client.query<Page>({ query });
  await watched.fetchMore({ variables: { after: data?.dtfs.pageInfo.endCursor } });
  const joined = client.readQuery<Page>({ query });
  expect(new Set(joined?.dtfs.edges.map(({ node }) => node.id)).size).toBe(10);
  subscription.unsubscribe();

  const [first] = joined?.dtfs.edges ?? [];
  const other = gql`query One($id: ID!) { node(id: $id) { id ... on Dtf { nav { wei source } snapshot { totalSupply } } } }`;
  await client.query({ query: other, variables: { id: first?.node.id } });
  expect(cachedDtf(client, first?.node.id)).toMatchObject({
    nav: { usd: expect.any(Number), wei: expect.any(String), source: 'DATA_NODE' },
    snapshot: { aumUsd: expect.any(Number), totalSupply: expect.any(String) },
  });
  client.stop();
});

/** A link for subscriptions over server-sent events. */
function createSseLink(client: Pick<SseClient, 'subscribe'>): ApolloLink {
  return new ApolloLink(
    ({ query, operationName, variables }) =>
      new Observable((observer) =>
        client.subscribe({ query: print(query), operationName, variables } as RequestParams, {
          next: (result) => observer.next(result as ApolloLink.Result),
          error: (error) => observer.error(error),
          complete: () => observer.complete(),
        }),
      ),
  );
}

test.each([
  ['multipart', () => undefined],
  ['a link of graphql-sse', () => createSseClient({ url: `${world.gateway.url}/graphql` })],
  [
    'a single connection of graphql-sse',
    () => createSseClient({ url: `${world.gateway.url}/graphql/stream`, singleConnection: true }),
  ],
])('behavior: a subscription over %s updates the entity in the cache', async (_name, connect) => {
  const client = createClient();
  const sse = connect();
  if (sse) client.setLink(createSseLink(sse));
  const { itpId = '' } = world.node.state.shareLedger.dtfs()[0] ?? {};
  const watch = gql`subscription Watch($id: ID!) { dtf(id: $id) { id name aumUsd nav { usd dtf { id } } } }`;
  const events: unknown[] = [];
  const subscription = client
    .subscribe({ query: watch, variables: { id: itpId } })
    .subscribe(({ data }) => events.push(data));
  await expect.poll(() => events, { timeout: 10_000 }).toHaveLength(1);
  subscription.unsubscribe();
  const id = Buffer.from(`Dtf:${itpId}`).toString('base64url');
  expect(cachedDtf(client, id)).toMatchObject({ id, aumUsd: expect.any(Number) });
  client.stop();
  sse?.dispose();
});

test('behavior: automatic persisted queries over GET', async () => {
  const sent: string[] = [];
  const http = new HttpLink({
    uri: `${world.gateway.url}/graphql`,
    fetch: (url, options) => {
      sent.push(`${options?.method} ${url}`);
      return fetch(url, options);
    },
  });
  const persisted = new PersistedQueryLink({
    useGETForHashedQueries: true,
    generateHash: (document) => hash('sha256', print(document)),
  });
  for (let count = 0; count < 2; count += 1) {
    const client = new ApolloClient({
      cache: new InMemoryCache({ typePolicies }),
      link: persisted.concat(http),
    });
    const { data } = await client.query({ query: gql`query Hashed { dtfs { totalCount } }` });
    expect(data).toMatchObject({ dtfs: { totalCount: expect.any(Number) } });
    client.stop();
  }
  expect(
    sent.filter((line) => line.includes('query=')).length +
      sent.filter((line) => line.startsWith('POST')).length,
  ).toBe(1);
  expect(sent).toHaveLength(3);
});
