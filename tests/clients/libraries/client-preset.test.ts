import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { preset } from '@graphql-codegen/client-preset';
import { codegen } from '@graphql-codegen/core';
import { Client, type DocumentInput, fetchExchange } from '@urql/core';
import { parse } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GatewayOnNode, startGatewayOnNode } from '../../support/data-node-formats.ts';
import { compileTypes, here, root } from './compile-types.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');

let world: GatewayOnNode;
let folder: string;
beforeAll(async () => {
  world = await startGatewayOnNode();
  folder = mkdtempSync(join(here, '.preset-'));
  mkdirSync(join(folder, 'gql'));
  const documents = globSync('schema/operations/*.graphql', { cwd: root }).map((path) => {
    const rawSDL = read(path);
    return { location: basename(path), document: parse(rawSDL), rawSDL };
  });
  const sections = await preset.buildGeneratesSection({
    baseOutputDir: `${join(folder, 'gql')}/`,
    schema: parse(read('generated/api.graphql')),
    documents,
    config: { scalars: { Bytes32: 'string', Wei: 'string' }, useTypeImports: true },
    presetConfig: { fragmentMasking: false },
    plugins: [],
    pluginMap: {},
    pluginContext: {},
  });
  for (const section of sections) {
    writeFileSync(section.filename, await codegen(section));
  }
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await world[Symbol.asyncDispose]();
});

const compile = (text: string) =>
  compileTypes(
    folder,
    'use.ts',
    `import { ListDtfsDocument, type ListDtfsQuery, type ListDtfsQueryVariables } from './gql/graphql.ts';\n${text}`,
  );

test('default: the documents of all tools compile, with the types of the schema', () => {
  expect(
    compile(`
      import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
      export const document: TypedDocumentNode<ListDtfsQuery, ListDtfsQueryVariables> = ListDtfsDocument;
      export const first: ListDtfsQueryVariables = { first: 3 };
    `),
  ).toBe('');
});

test('error: a variable of another type does not compile', () => {
  expect(compile(`export const first: ListDtfsQueryVariables = { first: '3' };`)).toContain(
    'error TS2322',
  );
});

test('default: a generated document is executed', async () => {
  const { ListDtfsDocument } = (await import(
    pathToFileURL(join(folder, 'gql/graphql.ts')).href
  )) as { readonly ListDtfsDocument: DocumentInput };
  const client = new Client({
    url: `${world.gateway.url}/graphql`,
    preferGetMethod: false,
    exchanges: [fetchExchange],
  });
  const { data, error } = await client.query(ListDtfsDocument, { first: 2 }).toPromise();
  expect(error).toBeUndefined();
  expect(data?.dtfs.edges).toHaveLength(2);
});
