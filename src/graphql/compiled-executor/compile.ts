import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  visit,
} from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import type { Context } from '../../context.ts';
import { compiledExecutionMarker } from '../pacing/paced-lists.ts';
import { inlineFragments } from './inline-fragments.ts';
import { findCompilableOperation } from './is-compilable.ts';
import { fixJitFieldOrder } from './jit-field-order.ts';
import { rewriteVariablesForJit } from './jit-variable-workarounds.ts';
import { mergeFields } from './merge-fields.ts';

/** Variables as a client sends them. */
export type Variables = Readonly<Record<string, unknown>>;

/** A compiled operation. It returns a promise only if a resolver does. */
export type CompiledOperation = (
  root: object | undefined,
  context: Context,
  variables: Variables,
) => ExecutionResult | Promise<ExecutionResult>;

/**
 * Normalizes an operation for graphql-jit: no named fragments, and each field selected in one
 * place. Null if that is impossible or it has more than 300 fields. Returns a copy, because
 * graphql-jit mutates nodes.
 */
export function normalizeForCompilation(
  document: DocumentNode,
  schema: GraphQLSchema,
): OperationDefinitionNode | null {
  const merged = normalizeSharingNodes(document, schema);
  if (merged && fieldsIn(merged) > maxFields) return null;
  const [copy] = merged ? parse(print(merged), { noLocation: true }).definitions : [];
  return copy?.kind === Kind.OPERATION_DEFINITION ? copy : null;
}

/** Like `normalizeForCompilation`, for any size. The result shares nodes; do not change it. */
export function normalizeSharingNodes(
  document: DocumentNode,
  schema: GraphQLSchema,
): OperationDefinitionNode | null {
  const operation = findCompilableOperation(document);
  const flat = operation && inlineFragments(document, operation);
  return flat && mergeFields(flat, schema);
}

/**
 * Compiles a normalized operation, mutating its nodes; null when it cannot be compiled. Calls with
 * variables that graphql-jit handles wrongly are executed by graphql-js.
 */
export function compileOperation(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
): CompiledOperation | null {
  const prepared = rewriteVariablesForJit(operation, schema);
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

/** Larger operations are always interpreted: compiling them would block the event loop too long. */
const maxFields = 300;

const operationBytes = 10_000;
const fieldBytes = 3000;

/** Estimates the memory of a compiled operation, bytes. */
export const estimateCompiledBytes = (operation: OperationDefinitionNode): number =>
  operationBytes + fieldsIn(operation) * fieldBytes;

function fieldsIn(operation: OperationDefinitionNode): number {
  let fields = 0;
  visit(operation, {
    Field: () => {
      fields += 1;
    },
  });
  return fields;
}
