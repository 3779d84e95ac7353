import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codegen } from '@graphql-codegen/core';
import { getCachedDocumentNodeFromSchema } from '@graphql-codegen/plugin-helpers';
import * as typescriptOperations from '@graphql-codegen/typescript-operations';
import type { GraphQLSchema } from 'graphql';
import { renderPlayerAbis } from './client-abis.ts';
import { readErrorTable, renderPythonErrors, renderTypeScriptErrors } from './client-errors.ts';
import { type ClientOperation, groupByNamespace, readOperations } from './client-operations.ts';
import { renderPythonOperations } from './python-operations.ts';

/** A generated file: its path relative to the root, and its content. */
export type Output = { readonly path: string; readonly text: string };

const pascalCase = (name: string) => name.replace(/^./, (first) => first.toUpperCase());

async function typeScriptOperations(
  schema: GraphQLSchema,
  operations: readonly ClientOperation[],
): Promise<string> {
  const types = await codegen({
    filename: 'operations.ts',
    schema: getCachedDocumentNodeFromSchema(schema),
    schemaAst: schema,
    documents: operations.map(({ location, document }) => ({ location, document })),
    config: {
      useTypeImports: true,
      enumsAsTypes: true,
      immutableTypes: true,
      defaultScalarType: 'unknown',
      scalars: {
        ID: 'string',
        Wei: 'string',
        Bytes32: 'Hex',
        Address: 'Hex',
        Hex: 'Hex',
        UnixSeconds: 'number',
        DateTime: 'string',
        Date: 'string',
      },
    },
    plugins: [{ 'typescript-operations': {} }],
    pluginMap: { 'typescript-operations': typescriptOperations },
  });
  const typesOf = ({ name, definition }: ClientOperation) => {
    const base = `${pascalCase(name)}${pascalCase(definition.operation)}`;
    return `TypedDocument<${base}, ${base}Variables>`;
  };
  const documents = operations.map(
    (one) =>
      `/** ${one.description} */\nexport const ${one.name} = ${JSON.stringify(one.text)} as ${typesOf(one)};\n`,
  );
  const members = groupByNamespace(operations).map(({ name, members }) => {
    const methods = members.map(({ method, description, definition, name, field }) => {
      const call = definition.operation === 'subscription' ? 'stream' : 'request';
      return `      /** ${description} */\n      ${method}: ${call}(${name}, '${field}'),\n`;
    });
    return `    ${name}: {\n${methods.join('')}    },\n`;
  });
  const api = [
    '/** Returns a function for each document, in a namespace for each domain. */',
    'export function createApi({ request, stream }: BoundDocuments) {',
    '  return {',
    `${members.join('')}  };`,
    '}',
  ];
  return `// Generated from \`schema/operations/\` by \`npm run generate\`.
import type { TypedDocument } from '../documents.ts';
import type { BoundDocuments } from '../requests.ts';

type Hex = \`0x\${string}\`;

${types.trim()}

${documents.join('\n')}
${api.join('\n')}
`;
}

/**
 * Returns the generated files of the client packages: documents, types and errors of both, the
 * contract interfaces of the one in TypeScript.
 */
export async function renderClientPackages(
  schema: GraphQLSchema,
  root: string,
): Promise<readonly Output[]> {
  const operations = await readOperations(root);
  const errors = readErrorTable(await readFile(join(root, 'docs/errors.md'), 'utf8'));
  const abis = await renderPlayerAbis();
  const typeScript = 'packages/client/src/generated';
  const python = 'packages/python/src/dtf_graph';
  return [
    {
      path: `${typeScript}/operations.ts`,
      text: await typeScriptOperations(schema, operations),
    },
    { path: `${typeScript}/errors.ts`, text: renderTypeScriptErrors(errors) },
    { path: `${typeScript}/abi.ts`, text: abis.typeScript },
    { path: `${python}/abi.py`, text: abis.python },
    { path: `${python}/operations.py`, text: renderPythonOperations(schema, operations) },
    { path: `${python}/errors.py`, text: renderPythonErrors(errors) },
  ];
}
