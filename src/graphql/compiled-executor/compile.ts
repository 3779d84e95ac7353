import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
} from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import type { Context } from '../../context.ts';
import { compiledExecutionMarker } from '../pacing/paced-lists.ts';
import { countFields } from '../validation/normalize-operation.ts';
import type { Variables } from '../variables.ts';
import { fixJitFieldOrder } from './jit-field-order.ts';
import { rewriteVariableDefinitionsForJit } from './jit-variable-workarounds.ts';

/** A document is compiled after this many uses: compiling costs as much as many interpretations. */
export const compileAfterUses = 2;

/** A compiled operation. It returns a promise only if a resolver does. */
export type CompiledOperation = (
  root: object | undefined,
  context: Context,
  variables: Variables,
) => ExecutionResult | Promise<ExecutionResult>;

/**
 * Compiles a normalized operation, mutating its nodes; null when it cannot be compiled. Calls with
 * variables that graphql-jit handles wrongly are executed by graphql-js.
 */
export function compileOperation(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
): CompiledOperation | null {
  const prepared = rewriteVariableDefinitionsForJit(operation, schema);
  if (!prepared) return null;
  const compiled = compileQuery<Record<string, unknown>, Variables>(
    schema,
    documentOf(fixJitFieldOrder(prepared.operation)),
    '',
    { resolverInfoEnricher: () => compiledExecutionMarker },
  );
  if (!isCompiledQuery(compiled)) return null;
  const { query } = compiled;
  const { needsInterpreter } = prepared;
  if (!needsInterpreter) return query;
  const document = documentOf(operation);
  return (rootValue, contextValue, variableValues) =>
    needsInterpreter(variableValues)
      ? execute({ schema, document, rootValue, contextValue, variableValues })
      : query(rootValue, contextValue, variableValues);
}

const documentOf = (operation: OperationDefinitionNode): DocumentNode => ({
  kind: Kind.DOCUMENT,
  definitions: [operation],
});

const operationBytes = 10_000;
const fieldBytes = 3000;

/** Estimates the memory of a compiled operation, bytes. */
export const estimateCompiledBytes = (operation: OperationDefinitionNode): number =>
  operationBytes + countFields(operation) * fieldBytes;
