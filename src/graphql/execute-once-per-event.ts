import {
  createSourceEventStream,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  print,
} from 'graphql';
import type { ResponseFreshnessTracker } from '../cache/response-freshness-tracker.ts';
import type { Context } from '../context.ts';
import { canonicalJson } from '../lib/canonical-json.ts';
import { mapEvents } from '../streaming/map-events.ts';

type Outcome = ExecutionResult | Promise<ExecutionResult>;

/** The result for one event, and the freshness of the cached values that it contains. */
type Made = { readonly outcome: Outcome; readonly freshness: ResponseFreshnessTracker | undefined };

const maxResultsPerEvent = 16;

const responses = new WeakMap<object, Map<string, Made>>();

/**
 * Subscribes like graphql-js' `subscribe`, but subscribers with the same document and variables
 * share the result for an event while the cached values in it may be served. Results must not
 * depend on the client.
 *
 * @param admit - Does the work for an event when there is memory for it.
 */
export async function subscribeWithSharedExecution(
  args: ExecutionArgs,
  admit: (work: () => Outcome) => Outcome,
): Promise<ExecutionResult | AsyncIterableIterator<ExecutionResult, undefined>> {
  const source = await createSourceEventStream(args);
  if (!(Symbol.asyncIterator in source)) return source;
  const operation = canonicalJson([
    print(args.document),
    args.operationName ?? null,
    args.variableValues ?? null,
  ]);
  return mapEvents(source, (event) =>
    admit(() => executeOnce(operation, { ...args, rootValue: event })),
  );
}

function executeOnce(operation: string, args: ExecutionArgs): Outcome {
  const event = args.rootValue;
  const run = () => execute(args) as Outcome;
  if (typeof event !== 'object' || event === null) return run();
  const { freshness } =
    (args.contextValue as Pick<Context, 'requestCache'> | undefined)?.requestCache ?? {};
  const cached = responses.get(event) ?? new Map<string, Made>();
  responses.set(event, cached);
  const known = cached.get(operation);
  if (known && (known.freshness?.isServable() ?? true)) {
    const withFreshness = (result: ExecutionResult) => {
      if (known.freshness) freshness?.merge(known.freshness);
      return result;
    };
    // Another subscriber's execution may have failed because it disconnected, so it is repeated.
    return known.outcome instanceof Promise
      ? known.outcome.then((result) => (result.errors ? run() : withFreshness(result)), run)
      : withFreshness(known.outcome);
  }
  const outcome = run();
  const made = { outcome, freshness };
  if (!known && cached.size >= maxResultsPerEvent) cached.clear();
  cached.set(operation, made);
  const drop = () => cached.get(operation) === made && cached.delete(operation);
  if (outcome instanceof Promise) outcome.then((result) => result.errors && drop(), drop);
  else if (outcome.errors) drop();
  return outcome;
}
