import type { ExecutionResult } from 'graphql';
import type { Context } from '../../context.ts';
import { isRecord } from '../../lib/parse.ts';
import type { ErrorMask } from '../graphql-errors.ts';
import { MutationOverGetError, prepareResults } from '../sse/operation.ts';
import type { YogaEngine } from '../yoga.ts';

/**
 * Progress of a subscription: a percentage with `total` 100 if its events have `pct`, else a count.
 */
export type DocumentProgress = {
  readonly progress: number;
  readonly total?: number;
  readonly message: string;
};

/** A document to execute, with its variables and what executes it. */
export type DocumentRun = {
  readonly engine: YogaEngine;
  readonly mask: ErrorMask;
  readonly context: Context;
  readonly query: string;
  readonly variables: Record<string, unknown>;
  readonly allowsMutations: boolean;
  readonly onProgress: (progress: DocumentProgress) => Promise<void>;
};

/** Least time between two notifications of progress, milliseconds. */
const progressInterval = 250;
const maxMessage = 500;
/** Minimum increase between two notifications: MCP requires that progress grows. */
const minProgressStep = 1e-6;

/**
 * Executes a document with the limits of `/graphql`. For a subscription it reports events as
 * progress, at most four a second, and returns the last one.
 */
export async function runDocument(run: DocumentRun): Promise<ExecutionResult> {
  const { engine, mask, context, query, variables, allowsMutations, onProgress } = run;
  const params = { query, variables, operationName: null, extensions: {} };
  try {
    const method = allowsMutations ? 'POST' : 'GET';
    const prepared = prepareResults({ engine, mask, context, params, method });
    if (prepared.isSubscription) context.resetForNextEvent();
    const outcome = await prepared.run();
    if (!(Symbol.asyncIterator in outcome)) return outcome;
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
    const publicCause =
      error instanceof MutationOverGetError
        ? new MutationOverGetError('mutations are not allowed here')
        : error;
    return { errors: [mask(publicCause, context)] };
  }
}

/** Returns the number `pct` of an event, a percentage; null if it has none. */
function percentOf(data: NonNullable<ExecutionResult['data']>): number | null {
  const [value] = Object.values(data);
  return isRecord(value) && typeof value.pct === 'number' ? value.pct : null;
}
