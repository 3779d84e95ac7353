import {
  type DirectiveNode,
  type DocumentNode,
  GraphQLError,
  Kind,
  OperationTypeNode,
  type SelectionSetNode,
} from 'graphql';
import { collectFragments, type FragmentDefinitions } from './collect-fragments.ts';

const conditions: readonly string[] = ['skip', 'include'];

/**
 * Rejects `@skip` and `@include` on the root selection of a subscription (GraphQL specification,
 * September 2025, §5.2.4.1). graphql-js accepts some of these documents.
 */
export function checkSubscriptionConditions(document: DocumentNode): GraphQLError | null {
  const fragments = collectFragments(document);
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    if (definition.operation !== OperationTypeNode.SUBSCRIPTION) continue;
    const nodes = conditionsIn(definition.selectionSet, fragments, new Set());
    if (nodes.length === 0) continue;
    const name = definition.name
      ? `Subscription "${definition.name.value}"`
      : 'Anonymous Subscription';
    const message = `${name} must not use \`@skip\` or \`@include\` directives in the top level selection.`;
    return new GraphQLError(message, {
      nodes,
      extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
    });
  }
  return null;
}

/** Returns the `@skip` and `@include` on a root selection, also those inside its fragments. */
function conditionsIn(
  { selections }: SelectionSetNode,
  fragments: FragmentDefinitions,
  seen: Set<string>,
): readonly DirectiveNode[] {
  return selections.flatMap((selection): readonly DirectiveNode[] => {
    const own = (selection.directives ?? []).filter(({ name }) => conditions.includes(name.value));
    if (selection.kind === Kind.FIELD) return own;
    if (selection.kind === Kind.INLINE_FRAGMENT) {
      return [...own, ...conditionsIn(selection.selectionSet, fragments, seen)];
    }
    const name = selection.name.value;
    const fragment = seen.has(name) ? undefined : fragments.get(name);
    seen.add(name);
    return fragment ? [...own, ...conditionsIn(fragment.selectionSet, fragments, seen)] : own;
  });
}
