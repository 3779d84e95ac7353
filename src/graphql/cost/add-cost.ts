import { mergeIncrementalResult } from '@graphql-tools/utils';
import type {
  DocumentNode,
  ExecutionResult,
  GraphQLSchema,
  OperationDefinitionNode,
} from 'graphql';
import { measureActualCost } from './actual-cost.ts';
import type { ShownCost } from './shown-cost.ts';

type Part = Parameters<typeof mergeIncrementalResult>[0]['executionResult'];

/** Creates the functions that add `extensions.cost` to the results of one operation. */
export function createAddCost(options: {
  readonly schema: GraphQLSchema;
  /** Null for a document that cannot be executed. */
  readonly document: DocumentNode | null;
  readonly operation: OperationDefinitionNode | null | undefined;
  /** The most that one operation may request, in objects. */
  readonly limit: number;
  /** What the client is charged, in objects. */
  readonly charged: () => number;
}) {
  const { schema, document, operation, limit, charged } = options;

  function withCost(result: ExecutionResult, data: unknown): ExecutionResult {
    const cost: ShownCost = {
      requested: charged(),
      actual: document && operation ? measureActualCost({ schema, document, operation, data }) : 0,
      limit,
    };
    return { ...result, extensions: { ...result.extensions, cost } };
  }

  return {
    /** Adds the cost to a result, or to an event of a subscription. */
    addCost: (result: ExecutionResult): ExecutionResult => withCost(result, result.data),
    /** Returns a function that adds the cost of all parts to the last part of a result. */
    addCostToLastPart: (): ((part: ExecutionResult) => ExecutionResult) => {
      const whole: Part = {};
      return (part) => {
        // The parts are encoded later, and must not change when the next ones are merged.
        mergeIncrementalResult({
          incrementalResult: structuredClone(part),
          executionResult: whole,
        });
        const isLast = !('hasNext' in part) || part.hasNext === false;
        return isLast ? withCost(part, whole.data) : part;
      };
    },
  };
}
