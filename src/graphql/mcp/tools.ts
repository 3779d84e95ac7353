import type { Tool } from '@modelcontextprotocol/server';
import type { GraphQLSchema } from 'graphql';
import { cursorProperty, type DocumentTool, readOperationFilesAsTools } from './document-tools.ts';
import type { JsonSchema } from './json-schema.ts';
import { resultSchemaOf } from './output-schema.ts';

const text = (description: string): JsonSchema => ({ type: 'string', description });

const closedObject = (
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[],
): Tool['inputSchema'] & Tool['outputSchema'] =>
  ({
    type: 'object',
    properties,
    required: [...required],
    additionalProperties: false,
  }) as Tool['inputSchema'];

/** Tools for documents of an agent's own. */
function fixedTools(isReadOnly: boolean): readonly Tool[] {
  const readOnly = { annotations: { readOnlyHint: true } };
  const query = text('A GraphQL document with one operation.');
  return [
    {
      name: 'schema_search',
      description: 'Finds types, fields and enum values of the GraphQL schema by words.',
      inputSchema: closedObject({ query: text('Words that must all occur, e.g. "page info".') }, [
        'query',
      ]),
      outputSchema: closedObject(
        {
          matches: { type: 'array', items: text('A type, field or value, with its description.') },
          more: { type: 'integer', description: 'Further matches that are left out.' },
        },
        ['matches', 'more'],
      ),
      ...readOnly,
    },
    {
      name: 'schema_introspect',
      description:
        'Shows one type of the GraphQL schema in SDL. Query lists what can be asked for.',
      inputSchema: closedObject({ type: text('Name of the type, e.g. "Query".') }, ['type']),
      outputSchema: closedObject({ sdl: text('The type in SDL.') }, ['sdl']),
      ...readOnly,
    },
    {
      name: 'validate',
      description:
        'Checks a GraphQL document against the schema and the limits, without executing.',
      inputSchema: closedObject({ query }, ['query']),
      outputSchema: closedObject(
        {
          isValid: { type: 'boolean' },
          errors: { type: 'array', items: text('What is wrong.') },
        },
        ['isValid', 'errors'],
      ),
      ...readOnly,
    },
    {
      name: 'execute',
      description: 'Executes a GraphQL document. The events of a subscription are progress.',
      inputSchema: closedObject(
        {
          query,
          variables: { type: 'object', description: 'Variables of the operation.' },
          ...cursorProperty,
        },
        ['query'],
      ),
      outputSchema: resultSchemaOf({ type: ['object', 'null'] }) as Tool['outputSchema'],
      annotations: { readOnlyHint: isReadOnly },
    },
  ];
}

/** The tools of `/mcp`, and the documents that some of them execute. */
export type McpTools = {
  readonly tools: readonly Tool[];
  readonly documents: readonly DocumentTool[];
};

/**
 * Creates the tools of `/mcp`: one for each document of `schema/operations/`, and those for
 * documents of an agent's own.
 *
 * @param options.allowsMutations - Whether documents that are mutations are among them.
 */
export function createMcpTools(
  schema: GraphQLSchema,
  { allowsMutations }: { readonly allowsMutations: boolean },
): McpTools {
  const documents = readOperationFilesAsTools(schema).filter(
    ({ isMutation }) => allowsMutations || !isMutation,
  );
  const tools = documents.map(
    ({ name, description, inputSchema, outputSchema, isMutation }): Tool => ({
      name,
      description,
      inputSchema: inputSchema as Tool['inputSchema'],
      outputSchema: outputSchema as Tool['outputSchema'],
      annotations: { readOnlyHint: !isMutation },
    }),
  );
  return { documents, tools: [...tools, ...fixedTools(!allowsMutations)] };
}
