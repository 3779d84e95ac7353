import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type GraphQLInputType,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  parse,
  typeFromAST,
  valueFromASTUntyped,
} from 'graphql';
import { resolveProjectFile } from '../../lib/project-files.ts';
import { type JsonSchema, toJsonSchema } from './json-schema.ts';
import { dataSchemaOf, resultSchemaOf } from './output-schema.ts';

/** An MCP tool that executes one GraphQL document; its arguments are the document's variables. */
export type DocumentTool = {
  readonly name: string;
  /** The comments of the `.graphql` file that contains the document. */
  readonly description: string;
  readonly inputSchema: JsonSchema;
  /** Schema of the GraphQL result. */
  readonly outputSchema: JsonSchema;
  readonly query: string;
  readonly isMutation: boolean;
};

const folder = resolveProjectFile('schema/operations');

/** Argument of tools that change nothing, for the rest of a large result. */
export const cursorProperty: Readonly<Record<'cursor', JsonSchema>> = {
  cursor: {
    type: 'string',
    description: 'nextCursor of the last result of the same call, for the rest of its lists.',
  },
};

/**
 * Reads the documents of `schema/operations/`, one operation a file.
 *
 * @throws {Error} a file has no named operation, or no comment that describes it.
 */
export function readOperationFilesAsTools(schema: GraphQLSchema): readonly DocumentTool[] {
  return globSync('*.graphql', { cwd: folder })
    .sort()
    .map((file) => {
      const query = readFileSync(join(folder, file), 'utf8');
      const [definition] = parse(query, { noLocation: true }).definitions;
      const description = [...query.matchAll(/^# ?(.*)$/gm)].map(([, line]) => line).join(' ');
      if (definition?.kind !== Kind.OPERATION_DEFINITION || !definition.name || !description) {
        throw new Error(`schema/operations/${file} needs a named operation and a comment`);
      }
      return {
        name: definition.name.value,
        description,
        inputSchema: inputSchemaOf(schema, definition),
        outputSchema: resultSchemaOf(dataSchemaOf(schema, definition)),
        query,
        isMutation: definition.operation === 'mutation',
      };
    });
}

function inputSchemaOf(schema: GraphQLSchema, operation: OperationDefinitionNode): JsonSchema {
  const variables = (operation.variableDefinitions ?? []).map(
    ({ variable, type, defaultValue }) => {
      const name = variable.name.value;
      const found = typeFromAST(schema, type) as GraphQLInputType | undefined;
      if (!found) throw new Error(`the type of $${name} is not in the schema`);
      const described = argumentDescription(schema, operation, name);
      return {
        name,
        isRequired: type.kind === Kind.NON_NULL_TYPE && !defaultValue,
        schema: {
          ...toJsonSchema(found),
          ...(described ? { description: described } : {}),
          ...(defaultValue ? { default: valueFromASTUntyped(defaultValue) } : {}),
        },
      };
    },
  );
  const properties = variables.map((variable) => [variable.name, variable.schema] as const);
  if (variables.some(({ name }) => name === 'cursor')) throw new Error('$cursor is reserved');
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(properties),
      ...(operation.operation === 'mutation' ? {} : cursorProperty),
    },
    required: variables.filter(({ isRequired }) => isRequired).map(({ name }) => name),
    additionalProperties: false,
  };
}

/** Returns the description of the root field's argument that gets the variable. */
function argumentDescription(
  schema: GraphQLSchema,
  { operation, selectionSet }: OperationDefinitionNode,
  variable: string,
): string | null | undefined {
  const fields = schema.getRootType(operation)?.getFields() ?? {};
  for (const node of selectionSet.selections) {
    if (node.kind !== Kind.FIELD) continue;
    const given = node.arguments?.find(
      ({ value }) => value.kind === Kind.VARIABLE && value.name.value === variable,
    );
    const known = fields[node.name.value]?.args.find(({ name }) => name === given?.name.value);
    if (known) return known.description;
  }
  return undefined;
}
