import { Kind, type OperationDefinitionNode, visit } from 'graphql';

/** Whether an operation asks about the schema itself, of which nobody is to see another than the engine's. */
export function hasIntrospection(operation: OperationDefinitionNode): boolean {
  let isSo = false;
  visit(operation, {
    [Kind.FIELD]: ({ name }) => {
      if (name.value === '__schema' || name.value === '__type') isSo = true;
    },
  });
  return isSo;
}
