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
import { compile, compiledSize, plainOperation, type Variables } from './compile.ts';
import type { Fragments, InParts } from './fragments/fragments.ts';
import type { OwnSchema } from './own/own-schema.ts';
import type { TextRun } from './own/text-fields.ts';
import { withPlaces } from './told-errors.ts';

/** A query that is known to be valid, ready to be executed any number of times. */
export type Plan = {
  /** Name of the one operation; null when it has none. */
  readonly operationName: string | null;
  /** False where the answer may be too large. */
  readonly isAffordable: (variables: Variables) => boolean;
  readonly execute: (context: Context, variables: Variables) => Execution;
  /** Errors of an execution with their places in the document. */
  readonly place: (errors: readonly GraphQLError[]) => readonly GraphQLError[];
  /** What it takes in memory, roughly. */
  readonly bytes: number;
  /** An execution from parts that are encoded already; null for a query without such parts. */
  readonly inParts: InParts | null;
};

export type Execution = {
  readonly result: ExecutionResult | Promise<ExecutionResult>;
  /** What the stand-ins in the result's JSON stand for, when it has come. */
  readonly texts: readonly string[];
};

/** What plans are made with. */
export type PlanTools = {
  readonly fragments: Fragments;
  readonly own: OwnSchema;
  /** What a response may hold. */
  readonly limits: Cost;
};

/** Compiles a valid document; null for what is better left to the engine. */
export function createPlan(
  document: DocumentNode,
  schema: GraphQLSchema,
  { fragments, own, limits }: PlanTools,
): Plan | null {
  const operation = plainOperation(document, schema);
  if (operation?.operation !== OperationTypeNode.QUERY) return null;
  const text = document.loc?.source.body;
  // First, since compiling leaves notes in what it compiles.
  const inParts = fragments.cut(operation);
  const rewritten = own.rewrite(operation);
  const execute = rewritten ? compile(own.schema(), rewritten) : compile(schema, operation);
  if (!execute) return null;
  const cost = prepareCost({ schema, operation, fragments: {} });
  const isAlwaysAffordable = isWithin(cost.of({}), limits);
  return {
    operationName: operation.name?.value ?? null,
    isAffordable: cost.isVariable
      ? (variables) => isWithin(cost.of(variables), limits)
      : () => isAlwaysAffordable,
    execute: (context, variables) => {
      const run: TextRun = { texts: [] };
      return { result: execute(run, context, variables), texts: run.texts };
    },
    // A parsed document takes a hundred times its text, which is kept anyway.
    place: (errors) =>
      withPlaces(errors, { document: text === undefined ? document : parse(text) }),
    bytes: compiledSize(operation),
    inParts,
  };
}
