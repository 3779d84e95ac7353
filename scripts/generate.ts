/**
 * Writes the generated files from their sources: resolver types and printed schemas from `schema/`,
 * the explorer's typed documents, those of the client packages, `openapi.json` from the routes, the tools of `/mcp`, interfaces and bytecode from
 * `contracts/`, and the look-up files of `data/`. With `--check` it writes nothing, and fails with
 * the names of all files that differ and with all breaking changes that `CHANGELOG.md` does not
 * list.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codegen } from '@graphql-codegen/core';
import { getCachedDocumentNodeFromSchema } from '@graphql-codegen/plugin-helpers';
import * as typescript from '@graphql-codegen/typescript';
import * as typescriptResolvers from '@graphql-codegen/typescript-resolvers';
import {
  buildASTSchema,
  type GraphQLSchema,
  graphqlSync,
  isInterfaceType,
  lexicographicSortSchema,
  parse,
} from 'graphql';
import { resolverTypesConfig } from '../codegen.ts';
import { generateTypedDocuments } from '../explorer/typed-documents.ts';
import { apiDescription, apiUnits, domainModules, explorerPages } from '../src/domains/index.ts';
import { createGraphQLEngine } from '../src/graphql/engine.ts';
import { createMcpTools } from '../src/graphql/mcp/tools.ts';
import { printPublicSchema } from '../src/graphql/print-public-schema.ts';
import { createSchema } from '../src/graphql/schema.ts';
import { createOpenApi } from '../src/http/ops/openapi.ts';
import { apiPages, type PageLink } from '../src/http/pages/header-bar.ts';
import {
  findOpenApiBreaks,
  findSchemaBreaks,
  findSubgraphBreaks,
  findUnlistedChanges,
} from './breaking-changes.ts';
import { renderClientCacheFiles } from './client-cache-files.ts';
import { renderClientPackages } from './client-packages.ts';
import { generateContracts } from './compile-contracts.ts';
import { renderFiguresPage } from './figures-page.ts';
import { renderLookupFiles } from './lookup-files.ts';

/** A generated file: its path relative to the root, and its content. */
type Output = { readonly path: string; readonly text: string };

const root = join(import.meta.dirname, '..');
const check = process.argv.includes('--check');

/** The types of the resolvers, and the names of the types that implement `Node`. */
async function resolverTypes(): Promise<readonly Output[]> {
  const path = 'generated/graphql/resolvers.ts';
  const names = await readdir(join(root, 'schema'), { recursive: true });
  const files = names.filter((name) => name.endsWith('.graphql')).toSorted();
  const sources = await Promise.all(
    files.map((name) => readFile(join(root, 'schema', name), 'utf8')),
  );
  const schema = lexicographicSortSchema(
    buildASTSchema(parse(sources.join('\n')), { assumeValidSDL: true }),
  );
  const text = await codegen({
    filename: path,
    schema: getCachedDocumentNodeFromSchema(schema),
    schemaAst: schema,
    documents: [],
    config: resolverTypesConfig,
    plugins: [{ typescript: {} }, { 'typescript-resolvers': {} }],
    pluginMap: { typescript, 'typescript-resolvers': typescriptResolvers },
  });
  const node = schema.getType('Node');
  const types = isInterfaceType(node) ? schema.getPossibleTypes(node) : [];
  const list = types.map(({ name }) => `  '${name}',\n`).toSorted();
  const nodeTypes = `/** The GraphQL types whose objects have a global id. */\nexport const nodeTypeNames = [\n${list.join('')}] as const;\n`;
  return [
    { path, text },
    { path: 'generated/graphql/node-types.ts', text: nodeTypes },
  ];
}

/**
 * Returns the schema as introspection returns it, including `@defer` and `@stream`, which the
 * GraphQL engine adds, and the subgraph as `_service` returns it.
 */
function printedSchemas(schema: GraphQLSchema): readonly Output[] {
  const source = '{ _service { sdl } }';
  const { data } = graphqlSync({ schema: createSchema(domainModules), source });
  const { _service } = data as unknown as { readonly _service: { readonly sdl: string } };
  return [
    { path: 'generated/api.graphql', text: printPublicSchema(schema) },
    { path: 'generated/subgraph.graphql', text: `${_service.sdl.trimEnd()}\n` },
    ...renderClientCacheFiles(schema, _service.sdl),
  ];
}

function executedSchema(): GraphQLSchema {
  return lexicographicSortSchema(createGraphQLEngine(createSchema(domainModules)).schema);
}

function openApi(): Output {
  const document = createOpenApi(domainModules, apiDescription, apiUnits);
  return { path: 'generated/openapi.json', text: `${JSON.stringify(document, null, 2)}\n` };
}

/** Returns the links of the header bar for the explorer, which has the same ones as other pages. */
function sitePages(): Output {
  const listOf = (name: string, pages: readonly PageLink[]) =>
    `export const ${name} = [\n${pages.map(([path, label]) => `  ['${path}', '${label}'],\n`).join('')}] as const;\n`;
  return {
    path: 'explorer/src/generated/site-pages.ts',
    text: [
      '/** Links of the header bar; written by `npm run generate`. */\n',
      `/** The pages of the navigation, with their labels. */\n${listOf('sitePages', explorerPages)}`,
      `/** The pages that the gateway serves beside the application. */\n${listOf('apiPages', apiPages)}`,
    ].join('\n'),
  };
}

/** Returns the tools of `/mcp` with their schemas, those of mutations included. */
function mcpTools(): Output {
  const { tools } = createMcpTools(createSchema(domainModules), { allowsMutations: true });
  return { path: 'generated/mcp-tools.json', text: `${JSON.stringify(tools, null, 2)}\n` };
}

/** Writes the files that differ, unless `--check` is set, and returns their paths. */
async function writeChangedFiles(outputs: readonly Output[]): Promise<readonly string[]> {
  const changed: string[] = [];
  for (const { path, text } of outputs) {
    const file = join(root, path);
    if ((await readFile(file, 'utf8').catch(() => null)) === text) continue;
    changed.push(path);
    if (check) continue;
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  return changed;
}

const schema = executedSchema();
const changed = [
  ...(await generateContracts({ check })),
  ...(await writeChangedFiles([
    ...(await resolverTypes()),
    ...printedSchemas(schema),
    openApi(),
    sitePages(),
    mcpTools(),
    { path: 'docs/figures.md', text: renderFiguresPage(schema) },
    ...(await generateTypedDocuments(schema, root)),
    ...(await renderClientPackages(schema, root)),
    ...renderLookupFiles(),
  ])),
];
for (const path of changed)
  console.log(`${check ? 'differs from its source' : 'written'}: ${path}`);
if (check && changed.length > 0) {
  console.error(
    'generated files differ from their sources: run `npm run generate` and commit them',
  );
  process.exitCode = 1;
}

/** Returns the breaking changes since `generated/released/` that the changelog does not list. */
async function unlistedBreaks() {
  const text = (path: string) => readFile(join(root, path), 'utf8');
  const schema = await findSchemaBreaks(
    await text('generated/released/api.graphql'),
    await text('generated/api.graphql'),
  );
  const subgraph = findSubgraphBreaks(
    await text('generated/released/subgraph.graphql'),
    await text('generated/subgraph.graphql'),
  );
  const openApiBreaks = findOpenApiBreaks(
    JSON.parse(await text('generated/released/openapi.json')),
    JSON.parse(await text('generated/openapi.json')),
  );
  return findUnlistedChanges(
    [...schema, ...subgraph, ...openApiBreaks],
    await text('CHANGELOG.md'),
  );
}

if (check) {
  for (const { path, message } of await unlistedBreaks()) {
    console.error(`breaking change that CHANGELOG.md does not list: \`${path}\`: ${message}`);
    process.exitCode = 1;
  }
}
