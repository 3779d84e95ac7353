import {
  type DocumentNode,
  type ExecutionResult,
  type GraphQLError,
  type GraphQLSchema,
  OperationTypeNode,
  parse,
} from 'graphql';
import type { Context } from '../../context.ts';
import { prepareCost } from '../cost/cost.ts';
import { isWithinCostLimits } from '../cost/cost-limits.ts';
import type { Cost } from '../cost/cost-tree.ts';
import { compileOperation, estimateCompiledBytes, type Variables } from './compile.ts';
import { addErrorLocations } from './error-locations.ts';
import type {
  ExecuteFromFragments,
  PrepareExecutionFromFragments,
} from './fragment-cache/fragment-executor.ts';
import { normalizeForCompilation } from './normalize-for-jit.ts';
import type { RawJsonGraphQLSchema, RawJsonRootValue } from './raw-json-fields.ts';

/** A compiled, valid query that can be executed any number of times. */
export type CompiledQueryPlan = {
  /** Name of the only operation; null when it is anonymous. */
  readonly operationName: string | null;
  /** Returns the cost of the query; null when its response could exceed the limits. */
  readonly affordableCost: (variables: Variables) => Cost | null;
  readonly execute: (
    context: Context,
    variables: Variables,
  ) => {
    readonly result: ExecutionResult | Promise<ExecutionResult>;
    /** JSON that replaces the placeholders in the result; complete once it has resolved. */
    readonly texts: readonly string[];
  };
  /** Adds the locations of the failed fields in the document to the errors. */
  readonly addErrorLocations: (errors: readonly GraphQLError[]) => readonly GraphQLError[];
  readonly bytes: number;
  /** Executes the query with cached fragments; null for a query that has none. */
  readonly executeFromFragments: ExecuteFromFragments | null;
};

export type PlanDeps = {
  readonly prepareExecutionFromFragments: PrepareExecutionFromFragments;
  readonly rawJsonSchema: RawJsonGraphQLSchema;
  readonly limits: Cost;
};

/** Compiles a valid document. Returns null for anything but a query that graphql-jit supports. */
export function compileQueryPlan(
  document: DocumentNode,
  schema: GraphQLSchema,
  { prepareExecutionFromFragments, rawJsonSchema, limits }: PlanDeps,
): CompiledQueryPlan | null {
  const operation = normalizeForCompilation(document, schema);
  if (operation?.operation !== OperationTypeNode.QUERY) return null;
  const text = document.loc?.source.body;
  // Must run before `compileOperation`, which mutates the nodes.
  const executeFromFragments = prepareExecutionFromFragments(operation);
  const rewritten = rawJsonSchema.rewrite(operation);
  const execute = rewritten
    ? compileOperation(rawJsonSchema.schema(), rewritten)
    : compileOperation(schema, operation);
  if (!execute) return null;
  const cost = prepareCost({ schema, operation, fragments: new Map() });
  const affordable = (variables: Variables) => {
    const found = cost.of(variables);
    return isWithinCostLimits(found, limits) ? found : null;
  };
  const always = affordable({});
  return {
    operationName: operation.name?.value ?? null,
    affordableCost: cost.isVariable ? affordable : () => always,
    execute: (context, variables) => {
      const state: RawJsonRootValue = { texts: [] };
      return { result: execute(state, context, variables), texts: state.texts };
    },
    // Parsed again on each error: a parsed document takes far more memory than its text.
    addErrorLocations: (errors) =>
      addErrorLocations(errors, { document: text === undefined ? document : parse(text) }),
    bytes: estimateCompiledBytes(operation),
    executeFromFragments,
  };
}
