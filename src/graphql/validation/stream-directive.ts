import {
  type DocumentNode,
  GraphQLError,
  type OperationDefinitionNode,
  separateOperations,
  type ValueNode,
  valueFromASTUntyped,
  visit,
} from 'graphql';
import { memoizeOnObject } from '../../lib/memoize-on-object.ts';

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

type Variables = Readonly<Record<string, unknown>>;

function withDefaults(operation: OperationDefinitionNode, given: Variables): Variables {
  const values: Record<string, unknown> = Object.create(null);
  for (const { variable, defaultValue } of operation.variableDefinitions ?? []) {
    if (defaultValue) values[variable.name.value] = valueFromASTUntyped(defaultValue);
  }
  return Object.assign(values, given);
}

/** Returns an error when an `initialCount` of `@stream` is null or negative, else null. */
export function checkStreamInitialCounts(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
): GraphQLError | null {
  const counts = initialCounts(document).get(operation.name?.value ?? '') ?? [];
  if (counts.length === 0) return null;
  const values = withDefaults(operation, variables);
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
