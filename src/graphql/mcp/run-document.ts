import { type ExecutionResult, type GraphQLError, OperationTypeNode } from 'graphql';
import type { Context } from '../../context.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import { isRecord } from '../../lib/parse.ts';
import type { ErrorMask } from '../graphql-errors.ts';
import type { EncodedResult } from '../operation-result.ts';
import { traceOperation } from '../operation-span.ts';
import type { PrepareOperation } from '../run-operation.ts';

/**
 * Progress of a subscription: a percentage with `total` 100 if its events have `pct`, else a count.
 */
export type McpProgress = {
  readonly progress: number;
  readonly total?: number;
  readonly message: string;
};

/** Least time between two notifications of progress, milliseconds. */
const progressInterval = 250;
const maxMessage = 500;
/** Minimum increase between two notifications: MCP requires that progress grows. */
const minProgressStep = 1e-6;

/**
 * Executes a document with the limits of `/graphql`. For a subscription it reports events as
 * progress, at most four a second, and returns the last one. What `@defer` and `@stream` delay is
 * part of the result.
 */
export async function runDocument(run: {
  readonly prepareOperation: PrepareOperation;
  readonly mask: ErrorMask;
  readonly context: Context;
  readonly query: string;
  readonly variables: Record<string, unknown>;
  readonly allowsMutations: boolean;
  /** Whether it is executed again for the rest of its result, which a mutation must not be. */
  readonly isContinued: boolean;
  readonly onProgress: (progress: McpProgress) => Promise<void>;
}): Promise<ExecutionResult | EncodedResult> {
  const { prepareOperation, mask, context, query, variables, allowsMutations, onProgress } = run;
  const params = { query, variables, operationName: null, extensions: {} };
  try {
    const operation = prepareOperation(params, context);
    if (operation.type === OperationTypeNode.MUTATION && !allowsMutations) {
      throw createMcpMutationError();
    }
    if (operation.type === OperationTypeNode.MUTATION && run.isContinued) {
      throw new InvalidInputError('a mutation has no cursor: it would be executed again');
    }
    const isSubscription = operation.type === OperationTypeNode.SUBSCRIPTION;
    if (isSubscription) context.resetForNextEvent();
    const { spans } = context.telemetry;
    const outcome = await (spans.isOn()
      ? traceOperation(spans, { params, signal: context.signal }, operation.run)
      : operation.run());
    if (!(Symbol.asyncIterator in outcome)) return outcome;
    if (!isSubscription) return await collectParts(outcome);
    let last: ExecutionResult = { data: null };
    let progress = 0;
    let notifiedAt = 0;
    for await (const event of outcome) {
      const isDue = performance.now() - notifiedAt >= progressInterval;
      if (last.data && isDue) {
        const percent = percentOf(last.data);
        progress = Math.max(percent ?? progress + 1, progress + minProgressStep);
        notifiedAt = performance.now();
        const message = JSON.stringify(last.data).slice(0, maxMessage);
        await onProgress({ progress, message, ...(percent === null ? {} : { total: 100 }) });
      }
      last = event;
      context.resetForNextEvent();
    }
    return last;
  } catch (error) {
    return { errors: [mask(error, context)] };
  }
}

/** One delayed part of a result: an object's fields, or items of a list from the path's index on. */
type DelayedPart = {
  readonly path?: readonly (string | number)[];
  readonly data?: Record<string, unknown> | null;
  readonly items?: readonly unknown[] | null;
  readonly errors?: ExecutionResult['errors'];
};

type PartialResult = ExecutionResult & { readonly incremental?: readonly DelayedPart[] };

/** Puts the delayed parts of a result into its first part. */
async function collectParts(results: AsyncIterable<PartialResult>): Promise<ExecutionResult> {
  let data: ExecutionResult['data'];
  const errors: GraphQLError[] = [];
  for await (const result of results) {
    data ??= result.data;
    errors.push(...(result.errors ?? []));
    for (const { path = [], data: fields, items, errors: failed } of result.incremental ?? []) {
      errors.push(...(failed ?? []));
      const into = valueAt(data, path);
      if (fields && isRecord(into)) mergeFields(into, fields);
      const at = path.at(-1);
      if (items && typeof at === 'number') {
        const list = valueAt(data, path.slice(0, -1));
        if (Array.isArray(list)) list.splice(at, items.length, ...items);
      }
    }
  }
  return { ...(errors.length > 0 ? { errors } : {}), ...(data === undefined ? {} : { data }) };
}

function valueAt(data: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (value as Record<string | number, unknown> | undefined)?.[key],
    data,
  );
}

/** Merges `fields` into `target`, recursively: objects by field name, lists by index. */
function mergeFields(target: Record<string, unknown>, fields: object): void {
  for (const [name, value] of Object.entries(fields)) {
    const known = target[name];
    const areAlike =
      (isRecord(known) && isRecord(value)) || (Array.isArray(known) && Array.isArray(value));
    if (areAlike) mergeFields(known as Record<string, unknown>, value);
    else target[name] = value;
  }
}

/** Returns the error for a mutation where mutations are not allowed. */
export const createMcpMutationError = (): InvalidInputError =>
  new InvalidInputError('mutations are not allowed here');

/** Returns the number `pct` of an event, a percentage; null if it has none. */
function percentOf(data: NonNullable<ExecutionResult['data']>): number | null {
  const [value] = Object.values(data);
  return isRecord(value) && typeof value.pct === 'number' ? value.pct : null;
}
