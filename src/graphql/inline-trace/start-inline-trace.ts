import {
  defaultFieldResolver,
  type ExecutionResult,
  type GraphQLFieldResolver,
  type GraphQLSchema,
} from 'graphql';
import type { Context } from '../../context.ts';
import { lazy } from '../../lib/lazy-properties.ts';
import { wrapResolvers } from '../wrap-resolvers.ts';
import { createInlineTraceRecorder, type InlineTraceRecorder } from './trace-tree.ts';

/** The trees of the requests in progress, by the context that their resolvers get. */
const trees = new WeakMap<object, InlineTraceRecorder>();

/** Starts the trace of a request, and returns the function that adds it to `extensions.ftv1`. */
export type StartInlineTrace = (context: Context) => (result: ExecutionResult) => ExecutionResult;

/**
 * Creates the function that starts traces. The first one wraps all resolvers of the schema, in
 * place; compiled plans have a schema of their own.
 */
export function createInlineTracer(schema: GraphQLSchema): StartInlineTrace {
  const wrapOnce = lazy(() =>
    wrapResolvers(schema, ({ resolve = defaultFieldResolver }) => traced(resolve)),
  );
  return (context) => {
    wrapOnce();
    const tree = createInlineTraceRecorder(context.clock);
    trees.set(context, tree);
    return (result) => {
      const ftv1 = tree.encode(result.errors ?? []);
      return { ...result, extensions: { ...result.extensions, ftv1 } };
    };
  };
}

type Resolver = GraphQLFieldResolver<unknown, unknown>;

function traced(resolve: Resolver): Resolver {
  return (root, args, context, info) => {
    const end = trees.get(context as object)?.startField(info);
    if (!end) return resolve(root, args, context, info);
    let value: unknown;
    try {
      value = resolve(root, args, context, info);
    } finally {
      if (!(value instanceof Promise)) end();
    }
    return value instanceof Promise ? value.finally(end) : value;
  };
}
