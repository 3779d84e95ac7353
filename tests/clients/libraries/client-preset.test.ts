import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { preset } from '@graphql-codegen/client-preset';
import { codegen } from '@graphql-codegen/core';
import { Client, type DocumentInput, fetchExchange } from '@urql/core';
import { parse } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GatewayOnNode, startGatewayOnNode } from '../../support/data-node-formats.ts';
import { compileTypes, equalType, here, root } from './compile-types.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** The graphql of codegen, which converts a schema; the tests have that of the gateway. */
const { buildSchema }: typeof import('graphql') = createRequire(import.meta.url)('graphql');

/** Generates the modules of a client into a folder, with further options of the preset. */
async function generate(name: string, options: Readonly<Record<string, unknown>>): Promise<void> {
  mkdirSync(join(folder, name));
  const documents = globSync('schema/operations/*.graphql', { cwd: root }).map((path) => {
    const rawSDL = read(path);
    return { location: basename(path), document: parse(rawSDL), rawSDL };
  });
  const sdl = read('generated/api.graphql');
  const sections = await preset.buildGeneratesSection({
    baseOutputDir: `${join(folder, name)}/`,
    schema: parse(sdl),
    schemaAst: buildSchema(sdl),
    documents,
    config: { scalars: { Bytes32: 'string', Wei: 'string' }, useTypeImports: true, ...options },
    presetConfig: { fragmentMasking: false },
    plugins: [],
    pluginMap: {},
    pluginContext: {},
  });
  for (const section of sections) {
    writeFileSync(section.filename, await codegen(section));
  }
}

let world: GatewayOnNode;
let folder: string;
beforeAll(async () => {
  world = await startGatewayOnNode();
  folder = mkdtempSync(join(here, '.preset-'));
  await generate('gql', {});
  await generate('strict', { nullability: { errorHandlingClient: true } });
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

test('default: with errorHandlingClient a field with @semanticNonNull is not null', () => {
  const typesOf = (client: string, failed: string) =>
    compileTypes(
      folder,
      'nulls.ts',
      `
        import type { ListDtfsQuery } from './${client}/graphql.ts';
        ${equalType}
        type List = NonNullable<ListDtfsQuery['dtfs']>;
        type Fund = List['edges'][number]['node'];
        export const listIsExact: Equal<ListDtfsQuery['dtfs'], List | ${failed}> = true;
        export const nameIsExact: Equal<Fund['name'], string | ${failed}> = true;
      `,
    );
  expect(typesOf('gql', 'null')).toBe('');
  expect(typesOf('strict', 'never')).toBe('');
});
