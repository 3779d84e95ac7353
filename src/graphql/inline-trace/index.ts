import type { GraphQLSchema } from 'graphql';
import type { RequestInfo } from '../../http/request-info.ts';
import { lazy } from '../../lib/lazy-properties.ts';
import {
  createFetchFromYoga,
  createYogaEngine,
  type FetchFromYoga,
  type YogaEngineOptions,
} from '../yoga.ts';

/** Whether a federation router wants the trace of the response in its `extensions.ftv1`. */
export const wantsInlineTrace = ({ headers }: RequestInfo): boolean =>
  headers['apollo-federation-include-trace'] === 'ftv1';

/**
 * Creates the function that executes requests with their trace. Recording wraps every resolver, so
 * traces need their own schema and engine, which are created on first use.
 */
export function createInlineTraceFetch(
  options: YogaEngineOptions & { readonly createSchema: () => GraphQLSchema },
): FetchFromYoga {
  const createTraced = lazy(async () => {
    const { inlineTraceResolvers, useInlineTrace } = await import('./use-inline-trace.ts');
    const engine = createYogaEngine(inlineTraceResolvers(options.createSchema()), {
      ...options,
      compiledExecution: false,
      inlineTrace: useInlineTrace(),
    });
    return createFetchFromYoga(engine);
  });
  return async (request, context) => (await createTraced())(request, context);
}
