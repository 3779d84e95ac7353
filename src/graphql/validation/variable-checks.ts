import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getVariableValues,
  type OperationDefinitionNode,
  separateOperations,
  type ValueNode,
  valueFromASTUntyped,
  visit,
} from 'graphql';
import { memoizeOnObject } from '../../lib/memoize-on-object.ts';
import { variableDefaults } from '../cost/cost-arguments.ts';
import { createErrorAt } from '../create-error-at.ts';
import type { Variables } from '../variables.ts';

/** The `initialCount` arguments of `@stream` in a document, by operation name. */
const initialCounts = memoizeOnObject((document: DocumentNode) => {
  const counts = new Map<string, readonly ValueNode[]>();
  // Avoids visiting a large document, which takes longer than executing it.
  if (document.loc && !document.loc.source.body.includes('stream')) return counts;
  for (const [operation, own] of Object.entries(separateOperations(document))) {
    const found: ValueNode[] = [];
    visit(own, {
      Directive: ({ name, arguments: args = [] }) => {
        if (name.value !== 'stream') return;
        found.push(...args.flatMap((one) => (one.name.value === 'initialCount' ? one.value : [])));
      },
    });
    counts.set(operation, found);
  }
  return counts;
});

/** Returns an error when an `initialCount` of `@stream` is null or negative, else null. */
export function checkStreamInitialCounts(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
): GraphQLError | null {
  const counts = initialCounts(document).get(operation.name?.value ?? '') ?? [];
  if (counts.length === 0) return null;
  const values = { ...variableDefaults(operation), ...variables };
  const wrong = counts.find((node) => {
    const value = valueFromASTUntyped(node, values);
    return value === null || (typeof value === 'number' && value < 0);
  });
  if (!wrong) return null;
  return new GraphQLError('initialCount must be 0 or more', {
    nodes: wrong,
    extensions: { code: 'INVALID_INPUT', http: { spec: true, status: 400 } },
  });
}

const maxErrors = 50;

/** Returns at most 50 errors of the variables that a client has sent, else null. */
export function findVariableErrors(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: Variables,
): readonly GraphQLError[] | null {
  if (variableDefinitions.length === 0) return null;
  const { errors } = getVariableValues(schema, variableDefinitions, variables, { maxErrors });
  return errors?.slice(0, maxErrors).map(shortenMessage) ?? null;
}

const maxMessage = 300;

const valueFollows = ' got invalid value ';

/** Leaves a long value out of the message of its error. */
function shortenMessage(error: GraphQLError): GraphQLError {
  const { message, extensions } = error;
  const start = message.indexOf(valueFollows) + valueFollows.length - 1;
  const end = message.lastIndexOf('; ');
  if (message.length <= maxMessage || start < valueFollows.length || end < start) return error;
  const place = message.lastIndexOf(' at "', end);
  const without = message.slice(0, start) + message.slice(place > start ? place : end);
  return createErrorAt(error, without.slice(0, maxMessage), { extensions });
}
