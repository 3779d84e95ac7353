import {
  type DocumentNode,
  type ExecutionResult,
  type GraphQLSchema,
  OperationTypeNode,
} from 'graphql';
import type { Context } from '../../context.ts';
import { hasIntrospection, normalizeForCompilation } from '../validation/normalize-operation.ts';
import type { Variables } from '../variables.ts';
import { compileOperation, estimateCompiledBytes } from './compile.ts';
import type {
  ExecuteFromFragments,
  PrepareExecutionFromFragments,
} from './fragment-cache/fragment-executor.ts';
import {
  type RawJsonRootValue,
  rewriteRawJsonFields,
  type SplicedJsonListField,
} from './raw-json-fields.ts';

/** A compiled query or mutation that can be executed any number of times. */
export type CompiledPlan = {
  readonly execute: (
    context: Context,
    variables: Variables,
  ) => {
    readonly result: ExecutionResult | Promise<ExecutionResult>;
    /** JSON that replaces the placeholders in the result; complete once it has resolved. */
    readonly texts: readonly string[];
  };
  /** Executes the query with cached fragments; null for an operation that has none. */
  readonly executeFromFragments: ExecuteFromFragments | null;
  readonly bytes: number;
};

export type PlanDeps = {
  readonly publicSchema: GraphQLSchema;
  /** The schema of plans; it has fields that introspection must not show. */
  readonly planSchema: () => GraphQLSchema;
  readonly rawJsonFields: readonly SplicedJsonListField[];
  readonly prepareExecutionFromFragments: PrepareExecutionFromFragments;
};

/** Compiles a valid document; null if graphql-jit does not support it. */
export function compilePlan(document: DocumentNode, deps: PlanDeps): CompiledPlan | null {
  const { publicSchema, planSchema, rawJsonFields } = deps;
  const operation = normalizeForCompilation(document, publicSchema);
  if (!operation) return null;
  const schema = hasIntrospection(operation) ? publicSchema : planSchema();
  const isQuery = operation.operation === OperationTypeNode.QUERY;
  // Must run before `compileOperation`, which mutates the nodes.
  const executeFromFragments = isQuery ? deps.prepareExecutionFromFragments(operation) : null;
  const rewritten = isQuery ? rewriteRawJsonFields(operation, schema, rawJsonFields) : null;
  const execute = compileOperation(schema, rewritten ?? operation);
  if (!execute) return null;
  return {
    execute: (context, variables) => {
      const state: RawJsonRootValue = { texts: [] };
      return { result: execute(state, context, variables), texts: state.texts };
    },
    executeFromFragments,
    bytes: estimateCompiledBytes(operation),
  };
}
