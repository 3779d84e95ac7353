import type { DocumentNode, ExecutionArgs, GraphQLError, OperationDefinitionNode } from 'graphql';
import type { Context } from '../../context.ts';
import { memoizeOnObject } from '../../lib/memoize-on-object.ts';
import { normalizeSharingNodes, type Variables } from '../compiled-executor/compile.ts';
import { collectFragments } from '../validation/collect-fragments.ts';
import { prepareCost } from './cost.ts';
import { assessCost, isWithinCostLimits, type ListLengthReaders } from './cost-limits.ts';
import type { Cost, OperationCostEstimator } from './cost-tree.ts';

type PreparedCost = {
  readonly cost: OperationCostEstimator;
  /** The cost with merged fields counted once; computed only when `cost` exceeds the limits. */
  merged?: OperationCostEstimator;
};

/** The limits of an operation's cost, and what reads the lengths of lists for it. */
export type CostOptions = {
  readonly limits: Cost;
  readonly lengths: ListLengthReaders<Context>;
};

type CostedDocument = Pick<ExecutionArgs, 'schema' | 'document' | 'operationName'> & {
  readonly contextValue: Context;
};

/** Returns a function that computes an operation's cost, or returns an error above the limits. */
export function createCostCheck({ limits, lengths }: CostOptions) {
  const preparedOf = memoizeOnObject<DocumentNode, Map<string, PreparedCost>>(() => new Map());

  return (
    { schema, document, operationName, contextValue }: CostedDocument,
    operation: OperationDefinitionNode,
    variables: Variables,
  ): Cost | GraphQLError | Promise<Cost | GraphQLError> => {
    const known = preparedOf(document);
    const name = operationName ?? '';
    const prepared = known.get(name) ?? {
      cost: prepareCost({
        schema,
        operation,
        fragments: Object.fromEntries(collectFragments(document)),
      }),
    };
    known.set(name, prepared);
    const estimated = prepared.cost.of(variables);
    if (isWithinCostLimits(estimated, limits)) return estimated;
    if (!prepared.merged) {
      const plain = normalizeSharingNodes(document, schema);
      prepared.merged = plain
        ? prepareCost({ schema, operation: plain, fragments: {} })
        : prepared.cost;
    }
    const cost = prepared.merged;
    const found = cost.of(variables);
    if (isWithinCostLimits(found, limits)) return found;
    return assessCost({ cost, variables, limits, readers: lengths, context: contextValue });
  };
}
