import { bindTrace, getTrace } from '../lib/trace-context.ts';
import type { Spans } from '../telemetry/spans.ts';
import type { ParsedQuery } from './cached-execution.ts';
import { findOperation } from './request/find-operation.ts';

/** Runs an operation in a span of its own, the parent of upstream calls made with `signal`. */
export async function traceOperation<T extends object>(
  spans: Spans,
  operation: { readonly params: ParsedQuery['params']; readonly signal: AbortSignal },
  run: () => T | Promise<T>,
): Promise<T> {
  const { params, signal } = operation;
  const { type, name } = describeOperation(params);
  const parent = getTrace(signal);
  const span = spans.start('internal', name === undefined ? type : `${type} ${name}`, {
    parent,
    attributes: { 'graphql.operation.type': type, 'graphql.operation.name': name },
  });
  if (span.context) bindTrace(signal, { ...span.context, route: parent?.route, span });
  try {
    const response = await run();
    if ('outcome' in response)
      span.setAttributes({ 'dtf.cache.outcome': String(response.outcome) });
    span.end();
    return response;
  } catch (error) {
    span.end(error);
    throw error;
  }
}

/** Type and name of an operation; `GraphQL` for a document that is invalid. */
function describeOperation(params: ParsedQuery['params']): { type: string; name?: string } {
  const operation = findOperation(params);
  if (!operation) return { type: 'GraphQL' };
  const { operation: type, name } = operation;
  return name === undefined ? { type } : { type, name: name.value };
}
