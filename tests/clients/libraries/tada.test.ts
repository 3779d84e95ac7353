import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { minifyIntrospection, outputIntrospectionFile } from '@gql.tada/internal';
import { Client, type DocumentInput, fetchExchange } from '@urql/core';
import { buildSchema, introspectionFromSchema } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GatewayOnNode, startGatewayOnNode } from '../../support/data-node-formats.ts';
import { compileTypes, here, root } from './compile-types.ts';

/** A module with a typed document. */
const documentModule = `
import { initGraphQLTada } from 'gql.tada';
import type { introspection } from './introspection.d.ts';

export const graphql = initGraphQLTada<{
  introspection: introspection;
  scalars: { Bytes32: string; Wei: string };
}>();
export const funds = graphql(\`
  query Funds($first: Int!, $field: DtfOrderField!) {
    dtfs(first: $first, orderBy: { field: $field }) {
      totalCount
      edges { node { itpId name totalSupply nav { usd source } } }
    }
  }
\`);
`;
/** What a module that uses the document begins with. */
const imports = `
import type { ResultOf, VariablesOf } from 'gql.tada';
import { funds, graphql } from './document.ts';
type Fund = NonNullable<ResultOf<typeof funds>['dtfs']>['edges'][number]['node'];
`;

let world: GatewayOnNode;
let folder: string;
beforeAll(async () => {
  world = await startGatewayOnNode();
  folder = mkdtempSync(join(here, '.tada-'));
  const schema = buildSchema(readFileSync(join(root, 'generated/api.graphql'), 'utf8'));
  const introspection = minifyIntrospection(introspectionFromSchema(schema));
  const text = outputIntrospectionFile(introspection, { fileType: '.d.ts' });
  writeFileSync(join(folder, 'introspection.d.ts'), text);
  writeFileSync(join(folder, 'document.ts'), documentModule);
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await world[Symbol.asyncDispose]();
});

const compile = (text: string) => compileTypes(folder, 'use.ts', imports + text);

test('default: variables and results have the types of the schema', () => {
  expect(
    compile(`
      type Equal<A, B> =
        (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
      export const isExact: Equal<
        Fund,
        {
          itpId: string;
          name: string | null;
          totalSupply: string | null;
          nav: { usd: number; source: 'DATA_NODE' | 'ONCHAIN' } | null;
        }
      > = true;
      export const variables: VariablesOf<typeof funds> = { first: 3, field: 'AUM' };
      export const run = graphql('query Run($ids: [ID!]!) { simulations(ids: $ids) { runId } }');
    `),
  ).toBe('');
});

test.each([
  [
    'a variable of another type',
    `export const v: VariablesOf<typeof funds> = { first: '3', field: 'AUM' };`,
  ],
  [
    'an unknown enum value',
    `export const v: VariablesOf<typeof funds> = { first: 3, field: 'SIZE' };`,
  ],
  ['a missing variable', `export const v: VariablesOf<typeof funds> = { first: 3 };`],
  ['a field that was not selected', `export const read = (fund: Fund) => fund.symbol;`],
  ['a null that is not checked', `export const read = (fund: Fund) => fund.nav.usd;`],
  [
    'an unknown field',
    `const unknown = graphql('{ dtfs { size } }'); export const size = (result: ResultOf<typeof unknown>): number => result.dtfs!.size;`,
  ],
])('error: %s does not compile', (_what, text) => {
  expect(compile(text)).toMatch(/use\.ts\(\d+,\d+\): error TS\d+/);
});

test('default: the typed query is executed', async () => {
  const { funds } = (await import(pathToFileURL(join(folder, 'document.ts')).href)) as {
    readonly funds: DocumentInput;
  };
  const client = new Client({
    url: `${world.gateway.url}/graphql`,
    preferGetMethod: false,
    exchanges: [fetchExchange],
  });
  const { data, error } = await client.query(funds, { first: 2, field: 'AUM' }).toPromise();
  expect(error).toBeUndefined();
  const fund = { itpId: expect.stringMatching(/^0x/), nav: { usd: expect.any(Number) } };
  expect(data).toMatchObject({ dtfs: { edges: [{ node: fund }, { node: fund }] } });
});
