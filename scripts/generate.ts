/**
 * Writes the generated files from their sources: resolver types and the printed schema from
 * `schema/`, the explorer's typed documents, `openapi.json` from the routes, interfaces and bytecode from `contracts/`, and the
 * look-up files of `data/`. With `--check` it writes nothing and fails with the name of every file
 * that differs.
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
  lexicographicSortSchema,
  parse,
  printSchema,
} from 'graphql';
import { resolverTypesConfig } from '../codegen.ts';
import { typedDocuments } from '../explorer/typed-documents.ts';
import { domainModules } from '../src/domains/index.ts';
import { createSchema } from '../src/graphql/schema.ts';
import { createYogaEngine } from '../src/graphql/yoga.ts';
import { createOpenApi } from '../src/http/ops/openapi.ts';
import { createLog } from '../src/lib/log.ts';
import { generateContracts } from './compile-contracts.ts';
import { lookupFiles } from './lookup-files.ts';

/** A generated file: its path relative to the root, and its content. */
type Output = { readonly path: string; readonly text: string };

const root = join(import.meta.dirname, '..');
const check = process.argv.includes('--check');

async function resolverTypes(): Promise<Output> {
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
  return { path, text };
}

/**
 * The schema as introspection returns it, including `@defer` and `@stream`, which the engine adds.
 */
function printedSchema(schema: GraphQLSchema): Output {
  return { path: 'generated/schema.graphql', text: `${printSchema(schema)}\n` };
}

function executedSchema(): GraphQLSchema {
  const engine = createYogaEngine(createSchema(domainModules), { log: createLog('silent') });
  return lexicographicSortSchema(engine.getEnveloped({}).schema);
}

function openApi(): Output {
  const document = createOpenApi(domainModules);
  return { path: 'generated/openapi.json', text: `${JSON.stringify(document, null, 2)}\n` };
}

/** Writes the files that differ, unless `--check` is set. Returns their paths. */
async function bringInLine(outputs: readonly Output[]): Promise<readonly string[]> {
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
  ...(await bringInLine([
    await resolverTypes(),
    printedSchema(schema),
    openApi(),
    ...(await typedDocuments(schema, root)),
    ...lookupFiles(),
  ])),
  ...(await generateContracts({ check })),
];
for (const path of changed)
  console.log(`${check ? 'differs from its source' : 'written'}: ${path}`);
if (check && changed.length > 0) {
  console.error(
    'generated files differ from their sources: run `npm run generate` and commit them',
  );
  process.exitCode = 1;
}
