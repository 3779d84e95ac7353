import { attachTraceToSignal, getSignalTrace } from '../lib/trace-context.ts';
import { createAsyncIterator, iterationEnd } from '../streaming/create-async-iterator.ts';
import type { Spans, TraceSpan } from '../telemetry/spans.ts';
import { findOperation } from './request/graphql-params.ts';

type TracedOperation = {
  readonly params: Readonly<Record<string, unknown>>;
  /** The span becomes the parent of upstream calls made with this signal. */
  readonly signal: AbortSignal;
};

/** Starts a span that has the type and name of the operation; `GraphQL` for an invalid document. */
function startOperationSpan(spans: Spans, { params, signal }: TracedOperation): TraceSpan {
  const operation = findOperation(params);
  const type = operation?.operation ?? 'GraphQL';
  const name = operation?.name?.value;
  const parent = getSignalTrace(signal);
  const span = spans.start('internal', name === undefined ? type : `${type} ${name}`, {
    parent,
    attributes: { 'graphql.operation.type': type, 'graphql.operation.name': name },
  });
  if (span.context) attachTraceToSignal(signal, { ...span.context, route: parent?.route, span });
  return span;
}

/**
 * Runs an operation in a span of its own, the parent of upstream calls made with its signal. The
 * span of an operation with several results ends with the last one.
 */
export async function traceOperation<T extends object>(
  spans: Spans,
  operation: TracedOperation,
  run: () => T | Promise<T>,
): Promise<T> {
  const span = startOperationSpan(spans, operation);
  try {
    const outcome = await run();
    if (Symbol.asyncIterator in outcome) {
      return endWithResults(outcome as AsyncIterable<unknown>, span) as T;
    }
    if ('outcome' in outcome) span.setAttributes({ 'dtf.cache.outcome': String(outcome.outcome) });
    span.end();
    return outcome;
  } catch (error) {
    span.end(error);
    throw error;
  }
}

/** Returns the same results. The span ends after the last one, or when the iterator is closed. */
function endWithResults<R>(results: AsyncIterable<R>, span: TraceSpan): AsyncIterable<R> {
  const source = results[Symbol.asyncIterator]();
  let isOver = false;
  const end = (error?: unknown): void => {
    if (!isOver) span.end(error);
    isOver = true;
  };
  return createAsyncIterator<R>(
    async () => {
      try {
        const { value, done } = await source.next();
        if (!done) return { value, done: false };
        end();
        return iterationEnd;
      } catch (error) {
        end(error);
        throw error;
      }
    },
    () => {
      end();
      return source.return?.();
    },
  );
}
