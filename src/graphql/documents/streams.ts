import { type DocumentNode, GraphQLError, Kind, type ValueNode, visit } from 'graphql';
import { memoizeByValue } from '../../core/memoize-by-value.ts';

/** Where a document says how much of a streamed list comes at once. */
const initialCounts = memoizeByValue((document: DocumentNode): readonly ValueNode[] => {
  const found: ValueNode[] = [];
  visit(document, {
    Directive: ({ name, arguments: args = [] }) => {
      if (name.value !== 'stream') return;
      found.push(...args.flatMap((one) => (one.name.value === 'initialCount' ? one.value : [])));
    },
  });
  return found;
});

/**
 * What is wrong with the counts of `@stream`; null when nothing is. The types let them be null and
 * negative, which the engine would tell as a failure of its own.
 */
export function checkStreams(
  document: DocumentNode,
  variables: Readonly<Record<string, unknown>>,
): GraphQLError | null {
  const wrong = initialCounts(document).find((node) => {
    if (node.kind === Kind.INT) return Number(node.value) < 0;
    const value = node.kind === Kind.VARIABLE ? variables[node.name.value] : null;
    return value === null || (typeof value === 'number' && value < 0);
  });
  if (!wrong) return null;
  return new GraphQLError('initialCount must be 0 or more', {
    nodes: wrong,
    extensions: { code: 'INVALID_INPUT', http: { spec: true, status: 400 } },
  });
}
