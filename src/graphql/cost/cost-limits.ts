import {
  type DocumentNode,
  type ExecutionArgs,
  GraphQLError,
  type OperationDefinitionNode,
} from 'graphql';
import type { Context } from '../../context.ts';
import { memoizeOnObject } from '../../lib/memoize-on-object.ts';
import { collectFragments } from '../validation/collect-fragments.ts';
import { documentLimits } from '../validation/document-limits.ts';
import { normalizeSharingNodes } from '../validation/normalize-operation.ts';
import type { Variables } from '../variables.ts';
import { prepareCost } from './cost.ts';
import type { KnownListLengths, LengthReadersByRootField } from './cost-hints.ts';
import type { Cost, CostliestField, OperationCostEstimator, RootField } from './cost-tree.ts';

/** Limits of a response's estimated cost when the configuration sets none. */
export const defaultCostLimits: Cost = {
  bytes: 8 * 1024 * 1024,
  objects: documentLimits.objects,
};

/** Whether a cost is within the limits, inclusive. */
export const isWithinCostLimits = ({ bytes, objects }: Cost, limits: Cost): boolean =>
  bytes <= limits.bytes && objects <= limits.objects;

/** The limits of an operation's cost, and what reads the lengths of lists for it. */
export type CostOptions = {
  readonly limits: Cost;
  readonly lengths: LengthReadersByRootField<Context>;
};

type PreparedCost = {
  readonly cost: OperationCostEstimator;
  /** The cost without variables, if it does not depend on them. */
  readonly constant: Cost | null;
  /** The cost with merged fields counted once; computed only when `cost` exceeds the limits. */
  merged?: OperationCostEstimator;
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
    const prepared =
      known.get(name) ??
      prepare(prepareCost({ schema, operation, fragments: collectFragments(document) }));
    known.set(name, prepared);
    const estimated = prepared.constant ?? prepared.cost.of(variables);
    if (isWithinCostLimits(estimated, limits)) return estimated;
    if (!prepared.merged) {
      const merged = normalizeSharingNodes(document, schema);
      prepared.merged = merged
        ? prepareCost({ schema, operation: merged, fragments: new Map() })
        : prepared.cost;
    }
    const found = prepared.merged.of(variables);
    return isWithinCostLimits(found, limits)
      ? found
      : assessWithKnownLengths(prepared.merged, variables, contextValue);
  };

  /** Recomputes a cost with list lengths from upstream data. */
  async function assessWithKnownLengths(
    cost: OperationCostEstimator,
    variables: Variables,
    context: Context,
  ): Promise<Cost | GraphQLError> {
    const known = new Map<RootField, KnownListLengths>();
    const readEach = cost.roots.map(async (root) => {
      const reader = Object.hasOwn(lengths, root.field) ? lengths[root.field] : undefined;
      try {
        const found = await reader?.((argument) => root.read(argument, variables), context);
        if (found) known.set(root, found);
      } catch {
        // Without the lengths the estimates apply; the field's own resolver reports the failure.
      }
    });
    await Promise.all(readEach);
    const found = cost.of(variables, known);
    if (isWithinCostLimits(found, limits)) return found;
    const by = found.bytes > limits.bytes ? 'bytes' : 'objects';
    return createCostError(found, limits, cost.costliest(variables, by, known));
  }
}

const prepare = (cost: OperationCostEstimator): PreparedCost => ({
  cost,
  constant: cost.isVariable ? null : cost.of({}),
});

const countFormat = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const formatCount = (count: number): string => countFormat.format(Math.ceil(count));
/** An error message names at most this many steps at the end of a path. */
const maxSteps = 4;
const maxName = 60;

function createCostError(cost: Cost, limits: Cost, costliest: CostliestField | null): GraphQLError {
  const message =
    `the document costs too much: up to ${formatCount(cost.bytes)} bytes and ${formatCount(cost.objects)} objects, ` +
    `where ${formatCount(limits.bytes)} bytes and ${formatCount(limits.objects)} objects are allowed${describeField(costliest)}`;
  return new GraphQLError(message, {
    extensions: { code: 'LIMIT_EXCEEDED', http: { status: 400 } },
  });
}

function describeField(costliest: CostliestField | null): string {
  if (!costliest) return '';
  const { path, count, bytes, bound } = costliest;
  const names = path
    .slice(-maxSteps)
    .map((name) => (name.length > maxName ? `${name.slice(0, maxName)}…` : name));
  const what = `${path.length > maxSteps ? '…' : ''}${names.join('.')}`;
  const size = `up to ${formatCount(count)} of ${formatCount(bytes)} bytes each`;
  const advice = bound
    ? `reduce the argument ${bound.argument} of ${bound.of}, or ask for fewer fields of it`
    : 'ask for fewer fields of it';
  return `; the most expensive field is ${what}, ${size}: ${advice}`;
}
