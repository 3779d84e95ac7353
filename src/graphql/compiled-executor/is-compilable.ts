import { type DocumentNode, type OperationDefinitionNode, visit } from 'graphql';

/** A document is compiled after this many uses: compiling costs as much as many interpretations. */
export const compileAfterUses = 2;

/**
 * Returns the document's operation if it can be compiled, else null. graphql-jit supports neither
 * `@defer`, `@stream` nor arguments of subscriptions; plans need a single operation.
 */
export function findCompilableOperation(document: DocumentNode): OperationDefinitionNode | null {
  const operations: OperationDefinitionNode[] = [];
  let isStreaming = false;
  visit(document, {
    OperationDefinition: (operation) => {
      operations.push(operation);
      if (operation.operation === 'subscription') isStreaming = true;
    },
    Directive: ({ name }) => {
      if (name.value === 'defer' || name.value === 'stream') isStreaming = true;
    },
  });
  return operations.length === 1 && !isStreaming ? (operations[0] ?? null) : null;
}
