import { Kind, type OperationDefinitionNode, visit } from 'graphql';

/**
 * Whether an operation selects `__schema` or `__type`. Such operations must run on the public
 * schema, since the internal schemas have additional fields.
 */
export function hasIntrospection(operation: OperationDefinitionNode): boolean {
  let isSo = false;
  visit(operation, {
    [Kind.FIELD]: ({ name }) => {
      if (name.value === '__schema' || name.value === '__type') isSo = true;
    },
  });
  return isSo;
}
