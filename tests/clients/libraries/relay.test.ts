import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type ConcreteRequest,
  createOperationDescriptor,
  Environment,
  fetchQuery,
  getPaginationMetadata,
  getPaginationVariables,
  getRefetchMetadata,
  getSingularSelector,
  Network,
  type ReaderFragment,
  RecordSource,
  Store,
  type Variables,
} from 'relay-runtime';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type GatewayOnNode, startGatewayOnNode } from '../../support/data-node-formats.ts';
import { compileTypes, equalType, here, root } from './compile-types.ts';

/** An application of three modules; names begin with that of their module, as the compiler demands. */
const modules = {
  'FundList.ts': `
    import { graphql } from 'relay-runtime';
    graphql\`
      query FundListQuery($first: Int, $last: Int) {
        ...FundList_query @arguments(first: $first, last: $last)
      }
    \`;
    graphql\`
      fragment FundList_query on Query
      @argumentDefinitions(
        first: { type: "Int" }
        last: { type: "Int" }
        after: { type: "String" }
        before: { type: "String" }
      )
      @refetchable(queryName: "FundListPaginationQuery") {
        dtfs(first: $first, last: $last, after: $after, before: $before, orderBy: { field: NAME })
          @connection(key: "FundList_dtfs", filters: []) {
          totalCount
          edges {
            node { id itpId name nav { usd source } holdings { weight asset { id symbol price } } }
          }
        }
      }
    \`;
  `,
  'Trades.ts': `
    import { graphql } from 'relay-runtime';
    graphql\`
      query TradesQuery($wallet: Address!) {
        portfolio(address: $wallet) { id ...Trades_portfolio }
      }
    \`;
    graphql\`
      fragment Trades_portfolio on Portfolio
      @argumentDefinitions(
        first: { type: "Int", defaultValue: 2 }
        last: { type: "Int" }
        after: { type: "String" }
        before: { type: "String" }
      )
      @refetchable(queryName: "TradesPaginationQuery") {
        totalValueUsd
        trades(first: $first, last: $last, after: $after, before: $before)
          @connection(key: "Trades_trades") {
          edges { node { id totalUsd dtf { id name } } }
        }
      }
    \`;
  `,
  'Names.ts': `
    import { graphql } from 'relay-runtime';
    graphql\`
      query NamesQuery {
        dtfs(first: 1) { edges { node { name lendingMarket { id } } } }
        batches(first: 1) { totalCount }
      }
    \`;
    graphql\`
      query NamesStrictQuery @throwOnFieldError {
        dtfs(first: 1) { edges { node { name lendingMarket { id } } } }
        batches(first: 1) { totalCount }
      }
    \`;
    graphql\`
      query NamesWithoutErrorQuery @throwOnFieldError {
        dtfs(first: 1) { edges { node { name } } }
      }
    \`;
  `,
} as const;

const compiler = createRequire(import.meta.url).resolve('relay-compiler/cli.js');

let world: GatewayOnNode;
let folder: string;
let compiled: SpawnSyncReturns<string>;
beforeAll(async () => {
  world = await startGatewayOnNode();
  // Outside of the repository, because the compiler adds its artifacts to the index of git.
  folder = mkdtempSync(join(tmpdir(), 'relay-'));
  symlinkSync(join(here, 'node_modules'), join(folder, 'node_modules'));
  mkdirSync(join(folder, 'src/artifacts'), { recursive: true });
  copyFileSync(join(root, 'generated/api.graphql'), join(folder, 'schema.graphql'));
  for (const [name, text] of Object.entries(modules)) {
    writeFileSync(join(folder, 'src', name), text);
  }
  const config = {
    src: './src',
    schema: './schema.graphql',
    language: 'typescript',
    artifactDirectory: './src/artifacts',
    eagerEsModules: true,
  };
  writeFileSync(join(folder, 'relay.config.json'), JSON.stringify(config));
  compiled = compile();
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await world[Symbol.asyncDispose]();
});

const compile = (...options: readonly string[]) =>
  spawnSync(process.execPath, [compiler, ...options], { cwd: folder, encoding: 'utf8' });

/** Everything that the runtime warns of. */
const warnings: unknown[][] = [];
beforeEach(() => {
  warnings.length = 0;
  for (const level of ['warn', 'error'] as const) {
    vi.spyOn(console, level).mockImplementation((...told) => void warnings.push(told));
  }
});
afterEach(() => {
  vi.restoreAllMocks();
  expect(warnings).toEqual([]);
});

/** Imports an artifact of the compiler. */
async function load<T>(name: string): Promise<T> {
  const path = join(folder, 'src/artifacts', `${name}.graphql.ts`);
  return ((await import(pathToFileURL(path).href)) as { readonly default: T }).default;
}

const createEnvironment = () =>
  new Environment({
    store: new Store(new RecordSource()),
    network: Network.create(async ({ text }, variables) => {
      const response = await fetch(`${world.gateway.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query: text, variables }),
      });
      return response.json();
    }),
  });

type Page = {
  readonly edges: readonly { readonly node: { readonly id: string } }[];
  readonly pageInfo: {
    readonly startCursor: string;
    readonly endCursor: string;
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
  };
};

/** A query whose result has the fragment, and where. */
type Owner = {
  readonly environment: Environment;
  readonly query: ConcreteRequest;
  readonly fragment: ReaderFragment;
  readonly variables: Variables;
  readonly at?: string;
};

/** The data of the fragment in the store, as a component would read it. */
function readFragment<T>({ environment, query, fragment, variables, at }: Owner): T {
  const operation = createOperationDescriptor(query, variables);
  const root = environment.lookup(operation.fragment).data as Record<string, unknown>;
  const selector = getSingularSelector(fragment, at === undefined ? root : root[at]);
  if (!selector) throw new Error('the query has no such fragment');
  const { data, isMissingData } = environment.lookup(selector);
  expect(isMissingData).toBe(false);
  return data as T;
}

/** Fetches the next page of a connection in the fragment, as `usePaginationFragment` does. */
async function loadPage(
  owner: Owner,
  page: Page,
  { direction, id }: { readonly direction: 'forward' | 'backward'; readonly id?: string },
): Promise<void> {
  const { environment, fragment, variables } = owner;
  const { paginationRequest, paginationMetadata, identifierField } = getPaginationMetadata(
    fragment,
    'test',
  );
  const { startCursor, endCursor } = page.pageInfo;
  const cursor = direction === 'forward' ? endCursor : startCursor;
  const asked = getPaginationVariables(direction, 2, cursor, variables, {}, paginationMetadata);
  if (id !== undefined) expect(identifierField).toBe('id');
  await fetchQuery(environment, paginationRequest, {
    ...asked,
    ...(id === undefined ? {} : { id }),
  }).toPromise();
}

const idsOf = ({ edges }: Page) => edges.map(({ node }) => node.id);

test('default: the compiler accepts the schema and writes its artifacts', () => {
  expect(compiled.stderr + compiled.stdout).not.toMatch(/error|warn/i);
  expect(compiled.status).toBe(0);
  expect(compile('--validate').status).toBe(0);
});

test.each(['forward', 'backward'] as const)(
  'default: pages of a refetchable fragment are joined: %s',
  async (direction) => {
    const owner = {
      environment: createEnvironment(),
      query: await load<ConcreteRequest>('FundListQuery'),
      fragment: await load<ReaderFragment>('FundList_query'),
      variables: direction === 'forward' ? { first: 2 } : { last: 2 },
    };
    await fetchQuery(owner.environment, owner.query, owner.variables).toPromise();
    const read = () => readFragment<{ dtfs: Page }>(owner).dtfs;
    expect(read().edges).toHaveLength(2);
    await loadPage(owner, read(), { direction });
    await loadPage(owner, read(), { direction });

    const { data } = await world.gateway.query<{ dtfs: Page }>(
      '{ dtfs(first: 100, orderBy: { field: NAME }) { edges { node { id } } } }',
    );
    const all = idsOf(data.dtfs);
    expect(all.length).toBeGreaterThan(6);
    expect(idsOf(read())).toEqual(direction === 'forward' ? all.slice(0, 6) : all.slice(-6));
    const { hasNextPage, hasPreviousPage } = read().pageInfo;
    expect(direction === 'forward' ? hasNextPage : hasPreviousPage).toBe(true);
  },
);

test('default: a fragment on an object is refetched by its id, and its list goes on', async () => {
  const wallet = world.node.state.shareLedger.wallets()[0] ?? '';
  const owner = {
    environment: createEnvironment(),
    query: await load<ConcreteRequest>('TradesQuery'),
    fragment: await load<ReaderFragment>('Trades_portfolio'),
    variables: { wallet },
    at: 'portfolio',
  };
  await fetchQuery(owner.environment, owner.query, owner.variables).toPromise();
  const read = () => readFragment<{ totalValueUsd: number; trades: Page }>(owner);
  const first = read();
  const { data } = await world.gateway.query<{ portfolio: { id: string; trades: Page } }>(
    `{ portfolio(address: "${wallet}") { id trades(first: 4) { edges { node { id } } } } }`,
  );
  const { id, trades } = data.portfolio;
  expect(idsOf(first.trades)).toEqual(idsOf(trades).slice(0, 2));

  await loadPage(owner, first.trades, { direction: 'forward', id });
  expect(idsOf(read().trades)).toEqual(idsOf(trades));

  const { refetchableRequest, identifierInfo } = getRefetchMetadata(owner.fragment, 'test');
  expect(identifierInfo?.identifierField).toBe('id');
  await fetchQuery(owner.environment, refetchableRequest, { id, first: 2 }).toPromise();
  expect(idsOf(read().trades)).toEqual(idsOf(trades).slice(0, 2));
  expect(read().totalValueUsd).toBe(first.totalValueUsd);
});

test('default: a field with @semanticNonNull is not null in the types of a query with @throwOnFieldError', () => {
  const typesOf = (query: string) =>
    compileTypes(
      folder,
      'use.ts',
      `
        import type { ${query}$data as Data } from './src/artifacts/${query}.graphql.ts';
        ${equalType}
        type Market = { readonly id: string } | null | undefined;
        type Result<Failed> = {
          readonly batches: { readonly totalCount: number } | Failed;
          readonly dtfs: {
            readonly edges: ReadonlyArray<{
              readonly node: { readonly lendingMarket: Market; readonly name: string | Failed };
            }>;
          } | Failed;
        };
        export const isExact: Equal<Data, Result<${query === 'NamesQuery' ? 'null | undefined' : 'never'}>> = true;
      `,
    );
  expect(typesOf('NamesQuery')).toBe('');
  expect(typesOf('NamesStrictQuery')).toBe('');
});

test('behavior: a query with @throwOnFieldError fails where one of its fields failed', async () => {
  type Names = {
    readonly dtfs: { readonly edges: readonly [{ readonly node: { readonly name: string } }] };
    readonly batches?: null;
  };
  const read = async (name: string) => {
    const query = await load<ConcreteRequest>(name);
    return (await fetchQuery(createEnvironment(), query, {}).toPromise()) as Names;
  };
  const named = { edges: [{ node: { name: expect.any(String) } }] };
  // No oracle can be reached: `batches` fails.
  expect(await read('NamesQuery')).toMatchObject({ dtfs: named, batches: null });
  await expect(read('NamesStrictQuery')).rejects.toThrow('Unexpected response payload');
  expect(await read('NamesWithoutErrorQuery')).toEqual({ dtfs: named });
});
