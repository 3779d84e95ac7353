import { GraphQLError } from 'graphql';
import { documentLimits } from '../validation/document-limits.ts';
import type { KnownLengths } from './cost-hints.ts';
import type {
  Cost,
  CostliestField,
  LengthsByRootField,
  OperationCostEstimator,
  RootField,
} from './cost-tree.ts';

/** Limits of a response's estimated cost when the configuration sets none. */
export const defaultCostLimits: Cost = {
  bytes: 16 * 1024 * 1024,
  objects: documentLimits.objects,
};

/** Whether a cost is within the limits, inclusive. */
export const isWithinCostLimits = ({ bytes, objects }: Cost, limits: Cost): boolean =>
  bytes <= limits.bytes && objects <= limits.objects;

/** Reads lengths of lists below a root field from upstream data. `read` returns its arguments. */
export type ReadListLengths<C> = (
  read: (argument: string) => unknown,
  context: C,
) => Promise<KnownLengths | null>;

/** Length readers by type and field name, for example `Query.batch`. */
export type ListLengthReaders<C> = Readonly<Record<string, ReadListLengths<C>>>;

type CostAssessment<C> = {
  readonly cost: OperationCostEstimator;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly limits: Cost;
  readonly readers: ListLengthReaders<C>;
  readonly context: C;
};

/**
 * Recomputes a cost above the limits with list lengths from upstream data. Returns an error if the
 * cost still exceeds the limits.
 */
export async function assessCost<C>(assessment: CostAssessment<C>): Promise<Cost | GraphQLError> {
  const { cost, variables, limits } = assessment;
  const known = await readLengths(assessment);
  const found = cost.of(variables, known);
  if (isWithinCostLimits(found, limits)) return found;
  const by = found.bytes > limits.bytes ? 'bytes' : 'objects';
  return createCostError(found, limits, cost.costliest(variables, by, known));
}

async function readLengths<C>(assessment: CostAssessment<C>): Promise<LengthsByRootField> {
  const { cost, variables, readers, context } = assessment;
  const known = new Map<RootField, KnownLengths>();
  const readEach = cost.roots.map(async (root) => {
    const reader = Object.hasOwn(readers, root.field) ? readers[root.field] : undefined;
    try {
      const lengths = await reader?.((argument) => root.read(argument, variables), context);
      if (lengths) known.set(root, lengths);
    } catch {
      // Without the lengths the estimates apply; the field's own resolver reports the failure.
    }
  });
  await Promise.all(readEach);
  return known;
}

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
