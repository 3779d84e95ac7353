import {
  defaultFieldResolver,
  type ExecutionResult,
  type GraphQLFieldResolver,
  type GraphQLSchema,
} from 'graphql';
import { isAsyncIterable, type Plugin } from 'graphql-yoga';
import type { Context } from '../../context.ts';
import { wrapResolvers } from '../wrap-resolvers.ts';
import type { YogaServerContext } from '../yoga.ts';
import { createInlineTraceRecorder, type InlineTraceRecorder } from './trace-tree.ts';

/** The trees of the requests in progress, by the context that their resolvers get. */
const trees = new WeakMap<object, InlineTraceRecorder>();

/** Wraps all resolvers of a schema, in place, so that they are recorded in the request's trace. */
export const recordResolverTraces = (schema: GraphQLSchema): GraphQLSchema =>
  wrapResolvers(schema, ({ resolve = defaultFieldResolver }) => traced(resolve));

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

/**
 * Yoga plugin that adds the trace of every response to `extensions.ftv1`, after errors are masked
 * and before encoding. Resolvers must be wrapped by `recordResolverTraces`.
 */
export function useInlineTrace(): Plugin<Context> {
  const finish = (context: object, result: ExecutionResult): ExecutionResult => {
    const tree = trees.get(context);
    if (!tree) return result;
    trees.delete(context);
    const ftv1 = tree.encode(result.errors ?? []);
    return { ...result, extensions: { ...result.extensions, ftv1 } };
  };
  return {
    onParams({ context }) {
      const { clock } = (context as unknown as YogaServerContext).gateway;
      trees.set(context, createInlineTraceRecorder(clock));
    },
    onExecute: ({ args }) => ({
      onExecuteDone({ result, setResult }) {
        if (!isAsyncIterable(result)) setResult(finish(args.contextValue, result));
      },
    }),
    // For operations that are not executed: invalid documents, and those above a limit.
    onExecutionResult({ result, context, setResult }) {
      if (result && !isAsyncIterable(result)) setResult(finish(context, result));
    },
  };
}
