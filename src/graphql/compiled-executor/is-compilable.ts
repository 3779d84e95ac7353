import { type DocumentNode, type OperationDefinitionNode, visit } from 'graphql';

/** Compiling costs as much as interpreting some twenty times: a document must come back to be worth it. */
export const compileAfterUses = 2;

/**
 * The one operation of a document that can be compiled; null where it cannot. The compiler cannot
 * deliver in parts and hands a subscription its variables in the place of its arguments; and what is
 * compiled is kept by its document alone, so that a document of several operations is interpreted.
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
