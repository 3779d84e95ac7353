import {
  attachTraceToSignal,
  type SpanAnnotator,
  type TraceContext,
} from '../lib/trace-context.ts';
import type { CachePolicyName } from './cache-policies.ts';
import type { CacheReadOutcome, FetchValue } from './cache-read-types.ts';
import type { CacheKey } from './memory-store.ts';

/** Wraps a fetch so that its upstream calls continue the trace and state why they are made. */
export function continueTrace<T>(
  fetch: FetchValue<T>,
  trace: TraceContext & { readonly policy: CachePolicyName },
): FetchValue<T> {
  return (own) => {
    attachTraceToSignal(own, trace);
    return fetch(own);
  };
}

/** Records on a span that it waited for a value, and links the trace that fetched the value. */
export function traceRead(
  span: SpanAnnotator,
  { policy }: CacheKey,
  outcome: CacheReadOutcome,
  fetcher: TraceContext | undefined,
): void {
  span.addEvent('cache read', { 'dtf.policy': policy, 'dtf.cache.outcome': outcome });
  if (fetcher) span.link(fetcher);
}
