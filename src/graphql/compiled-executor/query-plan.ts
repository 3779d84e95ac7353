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
import { isWithin } from '../cost/cost-limits.ts';
import type { Cost } from '../cost/cost-tree.ts';
import { compiledSize, compileOperation, normalizeOperation, type Variables } from './compile.ts';
import { addErrorLocations } from './error-locations.ts';
import type { OptimizedSchema } from './field-rewrites/optimized-schema.ts';
import type { RawJsonExecution } from './field-rewrites/raw-json-fields.ts';
import type { ExecuteFromFragments, FragmentExecutor } from './fragment-cache/fragment-executor.ts';

/** A query that is known to be valid, ready to be executed any number of times. */
export type QueryPlan = {
  /** Name of the one operation; null when it has none. */
  readonly operationName: string | null;
  /** False where the answer may be too large. */
  readonly isAffordable: (variables: Variables) => boolean;
  readonly execute: (context: Context, variables: Variables) => PlanExecution;
  /** Errors of an execution with their places in the document. */
  readonly addErrorLocations: (errors: readonly GraphQLError[]) => readonly GraphQLError[];
  /** What it takes in memory, roughly. */
  readonly bytes: number;
  /** An execution from parts that are encoded already; null for a query without such parts. */
  readonly executeFromFragments: ExecuteFromFragments | null;
};

export type PlanExecution = {
  readonly result: ExecutionResult | Promise<ExecutionResult>;
  /** What the stand-ins in the result's JSON stand for, when it has come. */
  readonly texts: readonly string[];
};

/** What plans are made with. */
export type PlanDeps = {
  readonly fragmentExecutor: FragmentExecutor;
  readonly optimizedSchema: OptimizedSchema;
  /** What a response may hold. */
  readonly limits: Cost;
};

/** Compiles a valid document; null for what is better left to the engine. */
export function createPlan(
  document: DocumentNode,
  schema: GraphQLSchema,
  { fragmentExecutor, optimizedSchema, limits }: PlanDeps,
): QueryPlan | null {
  const operation = normalizeOperation(document, schema);
  if (operation?.operation !== OperationTypeNode.QUERY) return null;
  const text = document.loc?.source.body;
  // First, since compiling leaves notes in what it compiles.
  const inParts = fragmentExecutor.prepare(operation);
  const rewritten = optimizedSchema.rewrite(operation);
  const execute = rewritten
    ? compileOperation(optimizedSchema.schema(), rewritten)
    : compileOperation(schema, operation);
  if (!execute) return null;
  const cost = prepareCost({ schema, operation, fragments: {} });
  const isAlwaysAffordable = isWithin(cost.of({}), limits);
  return {
    operationName: operation.name?.value ?? null,
    isAffordable: cost.isVariable
      ? (variables) => isWithin(cost.of(variables), limits)
      : () => isAlwaysAffordable,
    execute: (context, variables) => {
      const state: RawJsonExecution = { texts: [] };
      return { result: execute(state, context, variables), texts: state.texts };
    },
    // A parsed document takes a hundred times its text, which is kept anyway.
    addErrorLocations: (errors) =>
      addErrorLocations(errors, { document: text === undefined ? document : parse(text) }),
    bytes: compiledSize(operation),
    executeFromFragments: inParts,
  };
}
