import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { minifyIntrospection, outputIntrospectionFile } from '@gql.tada/internal';
import { Client, type DocumentInput, fetchExchange } from '@urql/core';
import { buildSchema, introspectionFromSchema } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GatewayOnNode, startGatewayOnNode } from '../../support/data-node-formats.ts';
import { compileTypes, equalType, here, root } from './compile-types.ts';

/** A module with a typed document, on the introspection of a file. */
const documentModule = (introspection: string) => `
import { initGraphQLTada } from 'gql.tada';
import type { introspection } from './${introspection}.d.ts';

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
const imports = (document: string) => `
import type { ResultOf, VariablesOf } from 'gql.tada';
import { funds, graphql } from './${document}.ts';
${equalType}type Fund = NonNullable<ResultOf<typeof funds>['dtfs']>['edges'][number]['node'];
`;

let world: GatewayOnNode;
let folder: string;
beforeAll(async () => {
  world = await startGatewayOnNode();
  folder = mkdtempSync(join(here, '.tada-'));
  const sdl = join(root, 'generated/api.graphql');
  writeModules(sdl, 'introspection', 'document');
  const strict = join(folder, 'strict.graphql');
  const args = [join(here, 'node_modules/.bin/semantic-to-strict'), '-i', sdl, '-o', strict];
  expect(spawnSync(process.execPath, args, { encoding: 'utf8' })).toMatchObject({ status: 0 });
  writeModules(strict, 'strict-introspection', 'strict-document');
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await world[Symbol.asyncDispose]();
});

/** Writes the introspection of a schema, as gql.tada's own command does, and a document on it. */
function writeModules(sdl: string, introspection: string, document: string): void {
  const schema = introspectionFromSchema(buildSchema(readFileSync(sdl, 'utf8')));
  const text = outputIntrospectionFile(minifyIntrospection(schema), { fileType: '.d.ts' });
  writeFileSync(join(folder, `${introspection}.d.ts`), text);
  writeFileSync(join(folder, `${document}.ts`), documentModule(introspection));
}

const compile = (text: string, document = 'document') =>
  compileTypes(folder, 'use.ts', imports(document) + text);

test('default: variables and results have the types of the schema', () => {
  expect(
    compile(`
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

test('behavior: fields with @semanticNonNull are nullable, and not null with the schema that graphql-sock converts', () => {
  const isExact = (failed: string) => `
    export const list: Equal<
      ResultOf<typeof funds>['dtfs'],
      NonNullable<ResultOf<typeof funds>['dtfs']> | ${failed}
    > = true;
    export const name: Equal<Fund['name'], string | ${failed}> = true;
  `;
  expect(compile(isExact('null'))).toBe('');
  expect(compile(isExact('never'), 'strict-document')).toBe('');
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
