import { Kind, type OperationDefinitionNode, visit } from 'graphql';

/** Whether an operation selects `__schema` or `__type` and must run on the public schema. */
export function hasIntrospection(operation: OperationDefinitionNode): boolean {
  let isSo = false;
  visit(operation, {
    [Kind.FIELD]: ({ name }) => {
      if (name.value === '__schema' || name.value === '__type') isSo = true;
    },
  });
  return isSo;
}
