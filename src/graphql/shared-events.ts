import {
  createSourceEventStream,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  print,
} from 'graphql';
import { canonicalJson } from '../core/canonical-json.ts';
import { mapEvents } from '../core/events/map-events.ts';

type Outcome = ExecutionResult | Promise<ExecutionResult>;

/** Different operations whose answers are kept for one event. */
const maxKept = 16;

const answers = new WeakMap<object, Map<string, Outcome>>();

/**
 * Subscribes like graphql's own `subscribe`, but executes once per event and operation: when a
 * subscription yields one and the same object to all of its listeners, they get one and the same
 * result. Answers are the same for everybody, so nobody sees what is another's.
 */
export async function subscribeShared(
  args: ExecutionArgs,
): Promise<ExecutionResult | AsyncIterableIterator<ExecutionResult, undefined>> {
  const source = await createSourceEventStream(args);
  if (!(Symbol.asyncIterator in source)) return source;
  const operation = canonicalJson([
    print(args.document),
    args.operationName ?? null,
    args.variableValues ?? null,
  ]);
  return mapEvents(source, (event) => answerOnce(operation, { ...args, rootValue: event }));
}

function answerOnce(operation: string, args: ExecutionArgs): Outcome {
  const event = args.rootValue;
  const run = () => execute(args) as Outcome;
  if (typeof event !== 'object' || event === null) return run();
  const kept = answers.get(event) ?? new Map<string, Outcome>();
  answers.set(event, kept);
  const known = kept.get(operation);
  if (known) {
    // What failed for another, who may just have left, is tried again.
    return known instanceof Promise
      ? known.then((result) => (result.errors ? run() : result), run)
      : known;
  }
  const made = run();
  kept.set(operation, made);
  for (const oldest of kept.keys()) {
    if (kept.size <= maxKept) break;
    kept.delete(oldest);
  }
  const forget = () => kept.get(operation) === made && kept.delete(operation);
  if (made instanceof Promise) made.then((result) => result.errors && forget(), forget);
  else if (made.errors) forget();
  return made;
}
