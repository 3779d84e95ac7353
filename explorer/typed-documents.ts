import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { preset } from '@graphql-codegen/client-preset';
import { codegen } from '@graphql-codegen/core';
import { getCachedDocumentNodeFromSchema } from '@graphql-codegen/plugin-helpers';
import {
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isObjectType,
  isRequiredInputField,
  Kind,
  parse,
} from 'graphql';

const folder = 'explorer/src/generated/';

const config = {
  useTypeImports: true,
  enumsAsTypes: true,
  immutableTypes: true,
  defaultScalarType: 'unknown',
  scalars: {
    ID: 'string',
    Wei: 'string',
    Bytes32: 'string',
    Address: 'string',
    Hex: 'string',
    UnixSeconds: 'number',
    DateTime: 'string',
    Date: 'string',
  },
};

/** Matches the `graphql(…)` calls in a source file. Their template literals have no expressions. */
export const documentCallPattern = /\bgraphql\(`([^`]*)`\)/g;

/** Returns the name under which the generated module exports a document. */
export function formatExportName(text: string): string {
  const [definition] = parse(text).definitions;
  if (definition?.kind === Kind.FRAGMENT_DEFINITION) return `${definition.name.value}FragmentDoc`;
  if (definition?.kind === Kind.OPERATION_DEFINITION && definition.name !== undefined) {
    return `${definition.name.value}Document`;
  }
  throw new Error(`a document of the explorer has no name: ${text}`);
}

/** Generates the typed documents of the explorer from the documents in its components. */
export async function generateTypedDocuments(
  schemaAst: GraphQLSchema,
  root: string,
): Promise<readonly { readonly path: string; readonly text: string }[]> {
  const files = await preset.buildGeneratesSection({
    baseOutputDir: folder,
    presetConfig: { fragmentMasking: { unmaskFunctionName: 'readFragment' } },
    schema: getCachedDocumentNodeFromSchema(schemaAst),
    schemaAst,
    documents: await readDocuments(root),
    config,
    plugins: [],
    pluginMap: {},
  });
  const documents = await Promise.all(
    files.map(async (file) => ({ path: file.filename, text: await codegen(file) })),
  );
  return [
    ...documents,
    { path: `${folder}input-fields.ts`, text: inputFields(schemaAst) },
    { path: `${folder}definitions.ts`, text: definitions(schemaAst) },
  ];
}

/** The types of whose fields pages show the definition. */
const definedTypes = [
  'Performance',
  'BenchmarkComparison',
  'Concentration',
  'Turnover',
  'Contributions',
  'CoinContribution',
  'SimulationStats',
  'Selection',
  'LedgerTotals',
  'StressResult',
  'StressedLoan',
  'LendingRates',
];

/** Generates the definitions of figures from the descriptions of the schema. */
function definitions(schema: GraphQLSchema): string {
  const objects = definedTypes.map((name) => {
    const type = schema.getType(name);
    if (!isObjectType(type)) throw new Error(`${name} is no object type`);
    const texts = Object.values(type.getFields()).map((field) => [
      field.name,
      toDefinition(field.description ?? ''),
    ]);
    const constant = `${name.charAt(0).toLowerCase()}${name.slice(1)}Definitions`;
    const json = JSON.stringify(Object.fromEntries(texts), null, 2);
    return `/** The definition of each field of \`${name}\`. */\nexport const ${constant} = ${json} as const;\n`;
  });
  return `/** Definitions of figures, from the schema; written by \`npm run generate\`. */\n\n${objects.join('\n')}`;
}

/** Rewrites the description of a field for people: fields by words, and no value instead of null. */
const toDefinition = (description: string): string =>
  description
    .replaceAll(/`(?:[A-Z]\w*\.)?([a-z]\w*?)(?:Pct)?`/g, (_, name: string) =>
      name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
    )
    .replaceAll('`', '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(' Never null.', '')
    .replaceAll('; null ', '; no value ')
    .replaceAll('Null ', 'No value ')
    .trim();

/** Generates the fields of the strategy form from the schema. */
function inputFields(schema: GraphQLSchema): string {
  const input = schema.getType('SimulationInput');
  if (!isInputObjectType(input)) throw new Error('SimulationInput is no input object');
  const fields = Object.values(input.getFields()).map((field) => {
    const type = getNamedType(field.type);
    return {
      name: field.name,
      description: field.description ?? '',
      type: type.name,
      isList: isListType(field.type),
      isRequired: isRequiredInputField(field),
      defaultValue: field.defaultValue === undefined ? '' : String(field.defaultValue),
      options: isEnumType(type) ? type.getValues().map(({ name }) => name) : [],
    };
  });
  const shape =
    'readonly { readonly name: string; readonly description: string; readonly type: string; ' +
    'readonly isList: boolean; readonly isRequired: boolean; readonly defaultValue: string; ' +
    'readonly options: readonly string[] }[]';
  return `/** The fields of \`SimulationInput\`; written by \`npm run generate\`. */\nexport const inputFields: ${shape} = ${JSON.stringify(fields, null, 2)};\n`;
}

/** Reads the documents in the `graphql(…)` calls of the sources. */
async function readDocuments(root: string) {
  const names = globSync('explorer/src/**/*.{ts,tsx}', { cwd: root })
    .filter((name) => !name.startsWith(folder))
    .sort();
  const sources = await Promise.all(
    names.map(async (location) => {
      const code = await readFile(join(root, location), 'utf8');
      return [...code.matchAll(documentCallPattern)].map(([, text = '']) => ({
        location,
        document: parse(text),
        rawSDL: text,
      }));
    }),
  );
  return sources.flat();
}
